import { expect, test } from 'vitest';
import { errors } from '../../src/words/de/errors.js';
import { errorTexts } from '../support/error-texts.js';

/** Files whose errors stay English, because only these read them. */
const english: Readonly<Record<string, RegExp>> = {
  'operators at the command line':
    /^(?:cli|admin|brand-folder)\/|^lib\/csv|^store\/native\/mirror|^service\/(?:brand-storage|data-directory|export|redeliver)/,
  'operators of a portal in a shared store':
    /^(?:service\/shared|store\/log\/(?:shared-portal|store-conformance|make-cache))/,
  'operators who start the server': /^(?:config\.ts|http\/node|service\/service\.ts)/,
  'programs that call MCP': /^(?:http\/)?mcp/,
  'programs that use git': /^http\/git/,
  'programs of websites, which bring their own class of errors': /^client/,
  'programs that call REST: their keys, and the parameters that only they send':
    /^http\/(?:admission\/admission|api\/(?:handler|response|change-stream))|^service\/wait-for-position/,
};

/** Messages that are not written where they are found, by the file. */
const elsewhere: Readonly<Record<string, string>> = {
  'lib/errors.ts': 'makes the same failure again',
  'operations/reset.ts': 'has what a plan noted',
  'operations/engine/input.ts': 'has its nouns where they are declared',
  'validation/schema.ts': 'has its forms where they are declared',
  'operations/engine/markdown.ts': 'gets problems of Markdown, which only programs send',
  'site/compare/parts/proposal-actions.tsx': 'gets what a component says',
  'words/words.ts': "fills in texts of the reader's table",
  'site/compare/parts/proposal-title.ts': 'gets the subject of a change',
  'site/manage/parts/passkeys.tsx': 'gives a translated text',
  'operations/translations/import-texts.ts': 'gets what the reader of XLIFF says',
  'site/manage/section.tsx': 'gets a translated error',
  'site/manage/sign-in-oidc.tsx': 'gets a translated error',
};

const isEnglish = (path: string): boolean => Object.values(english).some((files) => files.test(path));

const texts = errorTexts((path) => !isEnglish(path));

const templates = new Set(texts.flatMap(({ template }) => template ?? []));

/** Whether a template has words around its values. */
const hasWords = (template: string): boolean => /[a-z]/i.test(template.replaceAll(/\{\d+\}/g, ''));

const valuesIn = (text: string): string[] => [...text.matchAll(/\{\d+\}/g)].map(([value]) => value).sort();

test('every error that a person can meet is written where it can be found', () => {
  const unknown = texts.filter(({ template }) => template === null).map(({ place }) => place);
  expect(unknown.filter((place) => !Object.hasOwn(elsewhere, place.split(':')[0] ?? ''))).toEqual([]);
});

test('every error that a person can meet has a German text', () => {
  expect([...templates].filter((template) => hasWords(template) && !Object.hasOwn(errors, template))).toEqual([]);
});

test('no German text of an error is left over', () => {
  expect(Object.keys(errors).filter((template) => !templates.has(template))).toEqual([]);
});

test('a German text has the values of the English one, and no ASCII quotes', () => {
  for (const [template, text] of Object.entries(errors)) {
    expect(valuesIn(text), template).toEqual(valuesIn(template));
    expect(text, template).not.toMatch(/(?<![\w}])["']|["'](?!\w)|\.\.\./);
  }
});
