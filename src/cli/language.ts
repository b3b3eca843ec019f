import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { PortalError } from '../errors.js';
import { stringifyJson } from '../json.js';
import { replaceMeta, setLanguageStatus, showLanguage, showSection } from '../operations/language.js';
import { print, useService } from './common.js';
import { type ContentOptions, commandGroup, contentCommand } from './content-command.js';
import { runOperation } from './run-operation.js';

export function languageCommand(): Command {
  return commandGroup('language', 'the corporate language document', [statusCommand(), metaCommand()]);
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

function metaCommand(): Command {
  const command = contentCommand('meta', 'show or replace the section meta, which the API does not write').argument(
    '[file]',
    'a JSON object, which takes the place of the section; - is standard input',
  );
  return command.action(async (brand: string, file: string | undefined, options: ContentOptions) => {
    const body = file === undefined ? undefined : await readJson(file);
    const section = await useService(options, (service) =>
      body === undefined
        ? runOperation(service, brand, showSection, { params: { section: 'meta' } })
        : runOperation(service, brand, replaceMeta, { body }),
    );
    print(section, options, () => stringifyJson(section.meta));
  });
}

async function readJson(file: string): Promise<unknown> {
  const sent = file === '-' ? await text(process.stdin) : await readFile(file, 'utf8');
  try {
    return JSON.parse(sent);
  } catch {
    throw new PortalError('invalid', `${file === '-' ? 'Standard input' : file} holds no JSON.`);
  }
}
