import { type Command, CommanderError, type Option } from 'commander';
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

/** Prints text without control characters and API keys, because an error may quote the command line. */
export function writeError(text: string): void {
  process.stderr.write(hideApiKeys(visibleLines(text)));
}

/** Puts required options into the usage line, and reports all that are missing in one error. */
export function showRequired(command: Command): void {
  const required = command.options.filter(({ mandatory }) => mandatory);
  if (required.length > 0) command.usage(`${required.map(({ flags }) => flags).join(' ')} ${command.usage()}`);
  command.configureOutput({
    outputError(text, write) {
      // The parser reports only the first missing option or argument.
      const isMissing = /^error: (?:required option|missing required argument) /.test(text);
      write(isMissing ? `error: missing: ${missingOf(command).join(', ')}\n` : text);
    },
  });
}

function missingOf(command: Command): string[] {
  const isGiven = (option: Option): boolean => command.getOptionValue(option.attributeName()) !== undefined;
  const options = command.options.filter((option) => option.mandatory && !isGiven(option));
  const { registeredArguments, args } = command;
  const positional = registeredArguments.slice(args.length).filter((argument) => argument.required);
  return [...options.map(({ flags }) => flags), ...positional.map((argument) => `<${argument.name()}>`)];
}

/** An error in words. */
export function describe(error: unknown): string {
  if (error instanceof PortalError) {
    const messages = Object.values(error.fields ?? {}).flat();
    if (messages.length > 1) return ['several values are wrong:', ...messages].join('\n  ');
    const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
    return error.message + cause;
  }
  return error instanceof Error ? error.message : String(error);
}
