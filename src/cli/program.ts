import { Command } from 'commander';
import { build } from '../lib/package.js';
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
import { mailCommand } from './commands/mail.js';
import { mediaCommand } from './commands/media.js';
import { pageCommand } from './commands/page.js';
import { personCommand, signInCommand } from './commands/person.js';
import { proposalCommand } from './commands/proposal.js';
import { resetCommand } from './commands/reset.js';
import { searchCommand } from './commands/search.js';
import { serveCommand } from './commands/serve.js';
import { shareCommand } from './commands/share.js';
import { sharedStoreCommand } from './commands/shared.js';
import { statsCommand } from './commands/stats.js';
import { fontCommand, themeCommand } from './commands/theme.js';
import { translationCommand } from './commands/translation.js';
import { trashCommand } from './commands/trash.js';
import { webhookCommand } from './commands/webhook.js';
import { reportError, showRequired, writeError } from './errors-and-exit-codes.js';

export function createProgram(): Command {
  const program = new Command('brand-portal')
    .description("A brand portal's content as JSON over HTTP, with git underneath.")
    .version(build)
    .showHelpAfterError('(add --help for the options)')
    .configureOutput({ writeErr: writeError })
    .addCommand(serveCommand())
    .addCommand(brandCommand())
    .addCommand(keyCommand())
    .addCommand(webhookCommand())
    .addCommand(mailCommand())
    .addCommand(shareCommand())
    .addCommand(personCommand())
    .addCommand(signInCommand())
    .addCommand(historyCommand())
    .addCommand(showCommand())
    .addCommand(diffCommand())
    .addCommand(resetCommand())
    .addCommand(trashCommand())
    .addCommand(proposalCommand())
    .addCommand(searchCommand())
    .addCommand(pageCommand())
    .addCommand(colorCommand())
    .addCommand(fontCommand())
    .addCommand(themeCommand())
    .addCommand(mediaCommand())
    .addCommand(contextCommand())
    .addCommand(categoryCommand())
    .addCommand(languageCommand())
    .addCommand(translationCommand())
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

/** @returns the exit code */
export async function runCommandLine(argv: readonly string[]): Promise<number> {
  try {
    await createProgram().parseAsync([...argv]);
    return 0;
  } catch (error) {
    return reportError(error);
  }
}

function prepare(command: Command): void {
  command.exitOverride();
  showRequired(command);
  for (const child of command.commands) {
    child.copyInheritedSettings(command);
    prepare(child);
  }
}
