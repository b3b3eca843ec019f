#!/usr/bin/env node
import { runCommandLine } from './cli/program.js';

process.exitCode = await runCommandLine(process.argv);
