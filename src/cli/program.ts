import { Command, CommanderError } from 'commander';
import { visibleLines } from '../lib/display-safety.js';
import { PortalError } from '../lib/errors.js';
import { version } from '../lib/package.js';
import { hideApiKeys } from '../lib/redaction.js';
import { backupCommand, restoreCommand } from './commands/backup.js';
import { brandCommand } from './commands/brand.js';
import { checkCommand } from './commands/check.js';
import { colorCommand } from './commands/color.js';
import { completionCommand } from './commands/completion.js';
import { categoryCommand, contextCommand } from './commands/context.js';
import { demoCommand } from './commands/demo.js';
import { diffCommand, historyCommand, showCommand } from './commands/history.js';
import { keyCommand } from './commands/key.js';
import { languageCommand } from './commands/language.js';
import { mediaCommand } from './commands/media.js';
import { pageCommand } from './commands/page.js';
import { personCommand, signInCommand } from './commands/person.js';
import { resetCommand } from './commands/reset.js';
import { searchCommand } from './commands/search.js';
import { serveCommand } from './commands/serve.js';
import { shareCommand } from './commands/share.js';
import { sharedStoreCommand } from './commands/shared.js';
import { statsCommand } from './commands/stats.js';
import { fontCommand, themeCommand } from './commands/theme.js';
import { trashCommand } from './commands/trash.js';
import { webhookCommand } from './commands/webhook.js';
import { stopBars } from './output.js';

export function createProgram(): Command {
  const program = new Command('brand-portal')
    .description("A brand portal's content as JSON over HTTP, with git underneath.")
    .version(version)
    .showHelpAfterError('(add --help for the options)')
    .configureOutput({ writeErr: writeError })
    .addCommand(serveCommand())
    .addCommand(brandCommand())
    .addCommand(keyCommand())
    .addCommand(webhookCommand())
    .addCommand(shareCommand())
    .addCommand(personCommand())
    .addCommand(signInCommand())
    .addCommand(historyCommand())
    .addCommand(showCommand())
    .addCommand(diffCommand())
    .addCommand(resetCommand())
    .addCommand(trashCommand())
    .addCommand(searchCommand())
    .addCommand(pageCommand())
    .addCommand(colorCommand())
    .addCommand(fontCommand())
    .addCommand(themeCommand())
    .addCommand(mediaCommand())
    .addCommand(contextCommand())
    .addCommand(categoryCommand())
    .addCommand(languageCommand())
    .addCommand(statsCommand())
    .addCommand(checkCommand())
    .addCommand(backupCommand())
    .addCommand(restoreCommand())
    .addCommand(sharedStoreCommand())
    .addCommand(demoCommand());
  program.addCommand(completionCommand(() => program));
  prepare(program);
  return program;
}

/** Exit codes: 0 done, 1 refused or failed (the reason is on standard error), 2 the command line itself is wrong. */
export async function runCommandLine(argv: readonly string[]): Promise<number> {
  try {
    await createProgram().parseAsync([...argv]);
    return 0;
  } catch (error) {
    stopBars();
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    writeError(`error: ${describe(error)}\n`);
    return 1;
  }
}

/** An error may quote the command line, so control characters and API keys are made harmless. */
function writeError(text: string): void {
  process.stderr.write(hideApiKeys(visibleLines(text)));
}

function prepare(command: Command): void {
  command.exitOverride();
  reportMissing(command);
  for (const child of command.commands) {
    child.copyInheritedSettings(command);
    prepare(child);
  }
}

/** Puts required options into the usage line, and reports all that are missing in one error. */
function reportMissing(command: Command): void {
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

function describe(error: unknown): string {
  if (error instanceof PortalError) {
    const all = Object.values(error.fields ?? {}).flat();
    if (all.length > 1) return ['several values are wrong:', ...all].join('\n  ');
    const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
    return error.message + cause;
  }
  return error instanceof Error ? error.message : String(error);
}
