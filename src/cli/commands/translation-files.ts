import { hash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { visible } from '../../lib/display-safety.js';
import { withoutUndefined } from '../../lib/json.js';
import { plural } from '../../lib/plural.js';
import { checkImport, importTexts, SentXliff } from '../../operations/translations/import-texts.js';
import { exportTerms } from '../../operations/translations/terms.js';
import { exportTexts } from '../../operations/translations/xliff.js';
import { brandServiceCommand, type CommandOptions, resultOf, runOperation } from '../command.js';
import { readNamed } from '../input.js';
import { makeFile } from '../output.js';

const tagArgument = ['<tag>', 'the tag of a language, such as de or pt-BR'] as const;

interface ExportOptions extends CommandOptions {
  readonly pages?: string;
  readonly state?: string;
}

export function exportTextsCommand(): Command {
  const states = ['todo', 'missing', 'outdated', 'all'];
  return brandServiceCommand('export', 'write the texts of a brand to an XLIFF file for translators', {
    args: [tagArgument, ['<file>', 'a new file']],
    options: [
      ['--pages <ids>', 'only pages with these ids, with commas between'],
      new Option('--state <state>', 'only texts in this state; todo is missing or outdated').choices(states),
    ],
    async run(service, { pages, state }: ExportOptions, brand = '', tag: string, file: string) {
      const query = withoutUndefined({ pages, state });
      const text = await runOperation(service, brand, exportTexts, { params: { tag }, query });
      await makeFile(file, (building) => writeFile(building, text));
      return { file, texts: text.split('<trans-unit ').length - 1 };
    },
    text: ({ file, texts }) => `Wrote ${plural(texts, 'text')} to ${visible(file)}.`,
  });
}

export function exportTermsCommand(): Command {
  return brandServiceCommand(
    'terms',
    'write the preferred terms with those of a language to a CSV file for glossaries',
    {
      args: [tagArgument, ['<file>', 'a new file']],
      async run(service, _options: object, brand = '', tag: string, file: string) {
        const text = await runOperation(service, brand, exportTerms, { params: { tag } });
        await makeFile(file, (building) => writeFile(building, text));
        return { file };
      },
      text: ({ file }) => `Wrote ${visible(file)}.`,
    },
  );
}

interface ImportOptions extends CommandOptions {
  readonly check?: true;
  readonly by?: string;
  readonly replace?: true;
}

export function importTextsCommand(): Command {
  return brandServiceCommand('import', 'make a proposal of the texts in an XLIFF file that are other than now', {
    args: [tagArgument, ['<file>', 'XLIFF 1.2 or 2']],
    options: [
      ['--check', 'change nothing, and show what would become of each text'],
      new Option('--by <writer>', 'who wrote the texts (default: a person)').choices(['person', 'machine']),
      ['--replace', 'let texts of machines replace current texts of people'],
    ],
    async run(service, { check, by, replace }: ImportOptions, brand = '', tag: string, file: string) {
      const bytes = await readNamed(file);
      const query = withoutUndefined({ by, replace: replace && 'true' });
      const input = { params: { tag }, body: new SentXliff(bytes, hash('sha256', bytes), query) };
      const checked = await runOperation(service, brand, checkImport, input);
      if (check || checked.taken === 0) return { checked, proposal: null, proposals: 0 };
      const { value, proposal = null } = await resultOf(service, brand, importTexts, input, 'new');
      return { checked, proposal, proposals: value.proposals };
    },
    json: ({ checked, proposal, proposals }) => ({ ...checked, proposal, proposals }),
    text: ({ checked, proposal, proposals }) => {
      const { taken, outdated, same, empty, refused, refusals } = checked;
      const lines = refusals.map(({ unit, message, sent, now }) =>
        visible(`refused ${unit}: ${message}${now === null ? '' : ` Now "${now}", in the file "${sent}".`}`),
      );
      const counts = `${taken} taken (${outdated} of an older source), ${same} the same, ${empty} without a translation, ${refused} refused`;
      const made =
        proposal === null
          ? 'Nothing was changed.'
          : proposals === 1
            ? `Made proposal ${proposal}.`
            : `Made proposals ${proposal} to ${proposal + proposals - 1}.`;
      return [...lines, counts, made].join('\n');
    },
  });
}
