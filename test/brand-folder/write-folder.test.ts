import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { type WriteOptions, writeBrandFolder } from '../../src/brand-folder/write-folder.js';
import { toYaml } from '../../src/brand-folder/write-yaml.js';
import { newBlockId } from '../../src/content/blocks/block-id.js';
import { createPage } from '../../src/operations/pages.js';
import { TestBrand } from '../support/brand.js';
import { runs } from '../support/effort.js';
import { temporaryDirectory } from '../support/git.js';
import { misleading } from '../support/hostile/names.js';
import { sanitizer } from '../support/portal.js';

const options = { sanitizer, newBlockId, time: '2026-01-31T09:30:00Z' };

async function brandWith(pages: readonly object[]): Promise<TestBrand> {
  const brand = await TestBrand.create();
  for (const page of pages) await brand.run(createPage, {}, page);
  return brand;
}

const write = async (brand: TestBrand, folder: string, more: Partial<WriteOptions> = {}) =>
  writeBrandFolder(await brand.service.exportBrand(brand.slug), folder, { ...options, ...more });

test('pages lie where people look for them, and may be told apart however long and deep their names are', async () => {
  const long = 'x'.repeat(255);
  const chapters = Array.from({ length: 30 }, (_, at) => ({ title: long, type: 'container', parent_id: at || null }));
  const brand = await brandWith([...chapters, { title: 'Leaf', parent_id: 30 }, { title: 'Second', parent_id: 1 }]);
  const folder = join(temporaryDirectory(), 'acme');
  expect(await write(brand, folder)).toBe(32);
  const files = readdirSync(join(folder, 'pages'), { recursive: true, encoding: 'utf8' });
  const top = `010-${'x'.repeat(60)}`;
  expect(files).toEqual(expect.arrayContaining([`${top}.yaml`, `${top}/020-second.yaml`]));
  const leaf = files.find((name) => name.split('/').length === 31) as string;
  expect(leaf.split('/').slice(20)).toEqual([...Array(10).fill('010'), '010.yaml']);
  expect(readFileSync(join(folder, 'pages', leaf), 'utf8')).toBe(
    'id: 31\ntitle: Leaf\nslug: leaf\nvisibility: internal\nupdated_at: 2026-03-01T12:00:00Z\n',
  );
  await brand.close();
});

test('work that is ended, or that somebody was faster than, leaves nothing and overwrites nothing', async () => {
  const brand = await brandWith(Array.from({ length: 20 }, (_, at) => ({ title: `Page ${at}` })));
  const parent = temporaryDirectory();
  const folder = join(parent, 'acme');
  const ending = new AbortController();
  const ended = write(brand, folder, { signal: ending.signal, onProgress: () => ending.abort() });
  await expect(ended).rejects.toThrow('aborted');
  expect(readdirSync(parent)).toEqual([]);
  const steps: [number, number][] = [];
  const beaten = write(brand, folder, {
    onProgress: (done, total) => {
      steps.push([done, total]);
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'mine.txt'), 'mine');
    },
  });
  await expect(beaten).rejects.toThrow('is not an empty folder');
  expect(steps.at(0)).toEqual([16, 40]);
  expect(steps.at(-1)).toEqual([40, 40]);
  expect(readdirSync(parent)).toEqual(['acme']);
  expect(readdirSync(folder)).toEqual(['mine.txt']);
  await brand.close();
});

/** What means something in YAML, or is easily lost. */
const odd = [...'\n \r\n \t # " \' | > &a *a % --- ... ! ?'.split(' '), ' ', '  ', ': ', '- '];
const words = ['true', 'null', '~', '1', '0x1', '1e3', '2026-01-01', '<<', '\u2028', '\x85', '\ufeff', '\x7f', '🙂'];
const long = ['lorem ipsum dolor sit amet consectetur', 'x'.repeat(130), '<p>x</p>'];
const made = fc.array(fc.constantFrom(...odd, ...words, ...long), { maxLength: 12 }).map((parts) => parts.join(''));
const text = fc.oneof(made, fc.string({ unit: 'binary' })).filter((one) => !/[\0-\x08\x0b\x0c\x0e-\x1f]/.test(one));
const key = text.filter((one) => one !== '__proto__');
/** JSON has no negative zero. */
const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })).map((one) => one + 0);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    text,
    fc.oneof(number, fc.boolean(), fc.constant(null)),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4 }),
  ),
}));

test('any value comes back from its YAML as it was', () => {
  fc.assert(
    fc.property(value, (written) => {
      expect(parse(toYaml(written))).toEqual(JSON.parse(JSON.stringify(written)));
    }),
    { ...runs(2000), examples: [[`${'x'.repeat(130)} ---`]] },
  );
});

test('what would mislead whoever reads a file is escaped, in keys and in texts of every length', () => {
  const texts = ['\u007f', '\u009b2J', '\u0085', '\u2028', '\u202e', '\u2066', '\u200e', '\u200f', '\u061c'].flatMap(
    (one) => [one, `a ${one} b\nc`, `${one}${' a long text'.repeat(20)}`],
  );
  const written = toYaml({ texts, keys: Object.fromEntries(texts.map((one) => [one, one])) });
  expect(misleading.exec(written)).toBeNull();
  expect(parse(written)).toEqual({ texts, keys: Object.fromEntries(texts.map((one) => [one, one])) });
});

const sentence = 'The logo keeps its distance from everything else, as much as the height of its symbol.';

test('people read long texts in lines of their own, and short ones next to their key', () => {
  const html = '<p>One</p>\n<ul>\n  <li>Two</li>\n</ul>';
  expect(toYaml({ title: 'Logo: versions', html, body: `${sentence} ${sentence}` })).toBe(
    [
      'title: "Logo: versions"',
      'html: |-',
      ...html.split('\n').map((line) => `  ${line}`),
      'body: >-',
      `  ${sentence} The logo keeps its distance`,
      '  from everything else, as much as the height of its symbol.',
      '',
    ].join('\n'),
  );
});
