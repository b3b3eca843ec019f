#!/usr/bin/env node
import { runCommandLine } from './cli/program.js';
import { errorCode } from './lib/system-error.js';

// A reader that closes early, such as `head`, is not a failure: the work continues without output.
process.stdout.on('error', (error) => {
  if (errorCode(error) === 'EPIPE') return;
  process.stderr.write(`error: The standard output cannot be written: ${errorCode(error)}.\n`);
  process.exit(1);
});
process.stderr.on('error', () => {});

process.exitCode = await runCommandLine(process.argv);
