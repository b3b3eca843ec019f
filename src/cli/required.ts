import type { Command } from 'commander';

/** Puts required options into the usage line, and reports all that are missing in one error. */
export function tellAllRequired(command: Command): void {
  const required = command.options.filter(({ mandatory }) => mandatory);
  if (required.length > 0) command.usage(`${required.map(({ flags }) => flags).join(' ')} ${command.usage()}`);
  command.configureOutput({
    outputError(text, write) {
      // The parser stops at the first one.
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
