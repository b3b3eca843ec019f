import { type Command, Option } from 'commander';
import { rulesOf } from '../../content/brand-check/rules.js';
import { visible } from '../../lib/display-safety.js';
import { stringifyJson } from '../../lib/json.js';
import { plural } from '../../lib/plural.js';
import { type BrandCheck, checkText } from '../../operations/check-text.js';
import { replaceMeta, setLanguageStatus, showLanguage, showSection } from '../../operations/language.js';
import { brandServiceCommand, type CommandOptions, commandGroup, runOperation } from '../command.js';
import { readJson, readText } from '../input.js';
import { toPrh, toVale } from '../language-rule-exports.js';
import { parseInteger } from '../options.js';

export function languageCommand(): Command {
  return commandGroup('language', 'show, set and check the corporate language', [
    brandServiceCommand('status', 'show or set the status: draft or published', {
      args: [['[status]', 'draft or published']],
      options: [['--lang <tag>', 'a further language of the brand, such as de']],
      async run(service, { lang }: CommandOptions & { readonly lang?: string }, brand = '', status?: string) {
        const inLanguage = lang === undefined ? {} : { lang };
        if (status !== undefined)
          await runOperation(service, brand, setLanguageStatus, { params: inLanguage, body: { status } });
        const document = await runOperation(service, brand, showLanguage, { query: inLanguage });
        return { status: document.status, version: document.version };
      },
      text: ({ status, version }) => `${status}, version ${version}`,
    }),
    brandServiceCommand('meta', 'show or replace the section meta, which the API does not write', {
      args: [['[file]', 'a JSON object that replaces the section; - is standard input']],
      async run(service, _options, brand = '', file?: string) {
        return file === undefined
          ? runOperation(service, brand, showSection, { params: { section: 'meta' } })
          : runOperation(service, brand, replaceMeta, { body: await readJson(file) });
      },
      text: ({ meta }) => stringifyJson(meta),
    }),
    checkCommand(),
  ]);
}

interface CheckOptions extends CommandOptions {
  readonly page?: number;
  readonly format: 'text' | 'json' | 'vale' | 'prh';
}

const exports = { vale: toVale, prh: toPrh };

const isExport = (format: CheckOptions['format']): format is keyof typeof exports => format in exports;

function checkCommand(): Command {
  const format = new Option(
    '--format <format>',
    'text or json for the findings; vale or prh for the rules of these tools',
  );
  return brandServiceCommand('check', 'check a text or a page against terminology, company name and notation', {
    args: [['[file]', 'a text, HTML (.html) or Markdown (.md) file; - is standard input']],
    options: [
      ['--page <id>', 'the id of a page to check instead of a file', parseInteger],
      format.choices(['text', 'json', 'vale', 'prh']).default('text'),
    ],
    check({ page, format, json }: CheckOptions, _brand, file?: string) {
      if (isExport(format)) {
        if (json) return `--json and --format ${format} exclude each other.`;
        return file === undefined && page === undefined
          ? null
          : `--format ${format} prints the rules, and checks nothing.`;
      }
      return (file === undefined) === (page === undefined) ? 'Name a file or a page.' : null;
    },
    async run(service, { page, format }: CheckOptions, brand = '', file?: string) {
      if (isExport(format)) {
        const text = exports[format](rulesOf(await runOperation(service, brand, showLanguage)));
        return { document: text, text: text.trimEnd() };
      }
      const text = file === undefined ? '' : await readText(file);
      const body = page === undefined ? { text, format: formatOf(file ?? '') } : { page };
      const document = await runOperation(service, brand, checkText, { body });
      return { document, text: format === 'json' ? stringifyJson(document) : report(document, text) };
    },
    json: ({ document }) => document,
    text: ({ text }) => text,
  });
}

function report({ findings, complete }: BrandCheck, text: string): string {
  const lines = findings.map(({ block, field, offset, found, say, why, rule }) => {
    const place =
      field === null ? placeIn(text, offset) : [block, field, offset].filter((part) => part !== null).join(' ');
    const parts = [say === null ? `"${found}" (${rule})` : `"${found}": say "${say}"`, why];
    return visible(`${place}  ${parts.filter((part) => part !== null).join('. ')}`);
  });
  const sum = `${plural(findings.length, 'finding')}${complete ? '' : ', and there may be more'}`;
  return [...lines, sum].join('\n');
}

function formatOf(file: string): 'plain' | 'html' | 'markdown' {
  if (/\.html?$/i.test(file)) return 'html';
  return /\.(?:md|markdown)$/i.test(file) ? 'markdown' : 'plain';
}

/** Line and column, from 1. */
function placeIn(text: string, offset: number): string {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return `${line}:${offset - before.lastIndexOf('\n')}`;
}
