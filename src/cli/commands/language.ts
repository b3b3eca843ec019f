import type { Command } from 'commander';
import { stringifyJson } from '../../lib/json.js';
import { replaceMeta, setLanguageStatus, showLanguage, showSection } from '../../operations/language.js';
import { brandArgument, commandGroup, serviceCommand } from '../command.js';
import { readJson } from '../input.js';
import { runOperation } from '../run-operation.js';
import { languageCheckCommand } from './language-check.js';

export function languageCommand(): Command {
  return commandGroup('language', 'the corporate language document', [
    serviceCommand('status', 'show or set whether it is a draft or published', {
      args: [brandArgument, ['[status]', 'draft or published']],
      async run(service, _options, brand = '', status?: string) {
        if (status !== undefined) await runOperation(service, brand, setLanguageStatus, { body: { status } });
        const document = await runOperation(service, brand, showLanguage);
        return { status: document.status, version: document.version };
      },
      text: ({ status, version }) => `${status}, version ${version}`,
    }),
    serviceCommand('meta', 'show or replace the section meta, which the API does not write', {
      args: [brandArgument, ['[file]', 'a JSON object, which takes the place of the section; - is standard input']],
      async run(service, _options, brand = '', file?: string) {
        return file === undefined
          ? runOperation(service, brand, showSection, { params: { section: 'meta' } })
          : runOperation(service, brand, replaceMeta, { body: await readJson(file) });
      },
      text: ({ meta }) => stringifyJson(meta),
    }),
    languageCheckCommand(),
  ]);
}
