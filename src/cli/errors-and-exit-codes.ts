import { type Command, CommanderError } from 'commander';
import { visibleLines } from '../lib/display-safety.js';
import { PortalError } from '../lib/errors.js';
import { hideApiKeys } from '../lib/redaction.js';
import { stopBars } from './output.js';

/**
 * Prints an error.
 *
 * @returns the exit code: 0 done, 1 refused or failed (the reason is on standard error), 2 the command line itself is
 *   wrong
 */
export function reportError(error: unknown): 0 | 1 | 2 {
  stopBars();
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  writeError(`error: ${describe(error)}\n`);
  return 1;
}

/** An error may quote the command line, so control characters and API keys are made harmless. */
export function writeError(text: string): void {
  process.stderr.write(hideApiKeys(visibleLines(text)));
}

/** Puts required options into the usage line, and reports all that are missing in one error. */
export function showRequired(command: Command): void {
  const required = command.options.filter(({ mandatory }) => mandatory);
  if (required.length > 0) command.usage(`${required.map(({ flags }) => flags).join(' ')} ${command.usage()}`);
  command.configureOutput({
    outputError(text, write) {
      // The parser reports only the first one.
      const isMissing = /^error: (?:required option|missing required argument) /.test(text);
      write(isMissing ? `error: missing: ${missingOf(command).join(', ')}\n` : text);
    },
  });
}

function missingOf(command: Command): string[] {
  const given = (name: string): boolean => command.getOptionValue(name) !== undefined;
  const options = command.options.filter((option) => option.mandatory && !given(option.attributeName()));
  const { registeredArguments, args } = command;
  const positional = registeredArguments.slice(args.length).filter((argument) => argument.required);
  return [...options.map(({ flags }) => flags), ...positional.map((argument) => `<${argument.name()}>`)];
}

function describe(error: unknown): string {
  if (error instanceof PortalError) {
    const all = Object.values(error.fields ?? {}).flat();
    if (all.length > 1) return ['several values are wrong:', ...all].join('\n  ');
    const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
    return error.message + cause;
  }
  return error instanceof Error ? error.message : String(error);
}
