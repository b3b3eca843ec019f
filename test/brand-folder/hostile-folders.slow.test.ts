import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { some } from '../support/effort.js';
import { failure, folderWith, read } from './temp-folder.js';

/** What takes the square of its length in time takes minutes at these sizes, and not a tenth of this. */
const timeout = 180_000;

const page = 'pages/010-a.yaml';
const lines = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('');
const keys = (count: number, end = '\n'): string => lines(count, (at) => `k${at}: 1${end}`);
const many = (what: string, count: number): string => what.repeat(count);
const tooMany = /must not hold more than 100000 values/;
const tooDeep = /nested deeper than 33 levels/;
const [unknown, inLine1] = [/The key is unknown/, /brand.yaml:1: k0: The key is unknown/];

/** A file, by default a page, and what is said of it when it is refused as a whole, or how many findings its fields have. */
const cases: Record<string, [text: string, findings: number, leftOut: number, message: RegExp, path?: string]> = {
  '20,000 unknown keys': [`title: A\n${keys(20_000)}`, 100, 19_900, /:2: k0: The key is unknown/],
  '40,000 unknown keys in a flow mapping': [`{${keys(40_000, ',')}}`, 100, 39_902, inLine1, 'brand.yaml'],
  'a million keys': [keys(1_000_000), 1, 0, tooMany],
  'a million keys in one line': [`{${many('"a":1,', 1_000_000)}}`, 1, 0, tooMany],
  'a million items': [`[${many('1,', 1_000_000)}]`, 1, 0, tooMany, 'brand.yaml'],
  '50,000 duplicate keys': [many('title: A\n', 50_001), 100, 49_900, /:2: Map keys must be unique/],
  '30,000 keys to merge, which YAML 1.2 does not': [
    `title: A\nid: &a\n  x: 1\n${keys(30_000)}<<: *a\n`,
    100,
    29_902,
    unknown,
  ],
  '99 aliases of a list of 50,000': [
    `title: A\nslug: &a [${many('1,', 50_000)}]\nblocks: [${many('*a,', 99)}]\n`,
    1,
    0,
    /:3: A file must not hold more than 100000 values; an alias counts/,
  ],
  'aliases of aliases': [
    `k0: &k0 [x]\n${lines(60, (at) => `k${at + 1}: &k${at + 1} [*k${at}, *k${at}]\n`)}`,
    1,
    0,
    tooMany,
  ],
  '50,000 anchors, each with an alias': [
    lines(49_000, (at) => `- &a${at} 1\n- *a${at}\n`),
    2,
    0,
    /must hold a mapping|more than 1000 items/,
  ],
  '50,000 aliases without an anchor': [`blocks:\n${many('- *a\n', 50_000)}`, 100, 49_900, /No anchor/],
  'lists nested 100,000 deep': [many('[', 100_000), 1, 0, tooDeep],
  'lists nested 100,000 deep without brackets': [many('- ', 100_000), 1, 0, tooDeep],
  'mappings nested 1,000 deep': [
    lines(1000, (at) => `${' '.repeat(at)}a:\n`),
    1,
    0,
    /:35: A file must not be nested deeper than 33 levels/,
  ],
  '200,000 closing brackets': [many(']', 200_000), 1, 0, /Unexpected flow-seq-end/],
  'a million comments': [many('#\n', 1_000_000), 1, 0, /too many comments and blank lines/],
  'a text of 2 million characters in a line': [`title: A\nslug: ${many('x ', 1_000_000)}`, 2, 0, /slug/],
  'a name of a million dots': [`title: A\n? "${many('.', 1_000_000)}"\n: 1\n`, 1, 0, /a name longer than 255/],
  'names of 255 dots': [
    `title: A\n${lines(10_000, (at) => `${at}${many('.', 250)}x: 1\n`)}`,
    100,
    9900,
    /:2: 0\.+x: The key is unknown/,
  ],
  'a list of 1,001 items': [`title: A\nblocks: [${many('1,', 1001)}]\n`, 2, 0, /more than 1000 items/],
};

/** Half of them, the others with the next run. */
describe('a file that asks for too much work is refused soon, in a clear sentence', () => {
  test.each(some(Object.entries(cases), 4))(
    '%s',
    async (_, [text, findings, leftOut, message, path = page]) => {
      const { problems, message: said } = await failure(folderWith({ [path]: text }));
      expect(said).toMatch(message);
      const more = Number(/… and (\d+) more$/.exec(said)?.[1] ?? 0);
      expect([problems.length, more]).toEqual([findings, leftOut]);
    },
    timeout,
  );

  test(
    '100 MB, which are not read',
    async () => {
      const folder = folderWith({ [page]: '' });
      truncateSync(join(folder, page), 100_000_000);
      expect((await failure(folder)).message).toBe(`${page}: The file is larger than 32 MiB.`);
    },
    timeout,
  );
});

const pages = (count: number, text: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`pages/${at}.yaml`, text]));

test('a thousand invalid pages show a hundred findings and how many more there are', async () => {
  const { message, problems } = await failure(folderWith(pages(1000, 'title: A\nx: 1\n')));
  expect(problems).toHaveLength(1000);
  const lines = message.split('\n');
  expect(lines[0]).toMatch(/^pages\/0\.yaml:2: x: The key is unknown; known here: /);
  expect(lines).toHaveLength(101);
  expect(lines.at(-1)).toBe('… and 900 more');
});

test('aliases become copies of what they stand for, the last of that name before them', async () => {
  const language = 'meta:\n  a: &a [x]\n  b: *a\n  &k c: *k\n  d: [&a y, *a]\n';
  const { files } = await read(folderWith({ 'corporate-language.yaml': language }));
  expect(files.get('corporate-language/meta.json')).toEqual({ a: ['x'], b: ['x'], c: 'c', d: ['y', 'y'] });
});

test('media may be more than a list in a request has items', { timeout }, async () => {
  const media = lines(20_000, (at) => `- { id: ${at + 1}, type: image }\n`);
  expect((await read(folderWith({ 'media.yaml': media }))).files.size).toBe(20_001);
});

test('pages of one long title get the slugs that counting up would give', async () => {
  const { files } = await read(folderWith(pages(1100, `title: ${'x'.repeat(255)}\n`)));
  const slugs = [...files.values()].flatMap((file) => (file as { slug?: string }).slug ?? []);
  const numbered = Array.from({ length: 1099 }, (_, at) => `-${at + 2}`);
  expect(slugs).toEqual(['x'.repeat(255), ...numbered.map((end) => 'x'.repeat(255 - end.length) + end)]);
});
