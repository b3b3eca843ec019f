import { Command } from 'commander';
import { setLanguageStatus, showLanguage } from '../operations/language.js';
import { type ContentOptions, contentCommand } from './content-command.js';
import { runOperation } from './run-operation.js';
import { print, useService } from './shared.js';

export function languageCommand(): Command {
  const language = new Command('language').description('the corporate language document');
  return language.addCommand(statusCommand());
}

function statusCommand(): Command {
  const command = contentCommand('status', 'show or set whether it is a draft or published').argument(
    '[status]',
    'draft or published',
  );
  return command.action(async (brand: string, status: string | undefined, options: ContentOptions) => {
    const document = await useService(options, async (service) => {
      if (status !== undefined) await runOperation(service, brand, setLanguageStatus, { body: { status } });
      return runOperation(service, brand, showLanguage);
    });
    const shown = { status: document.status, version: document.version };
    print(shown, options, () => `${shown.status}, version ${shown.version}`);
  });
}
