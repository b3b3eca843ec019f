import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { some } from '../support/effort.js';
import { type Files, failure, read, withFolder } from './temp-folder.js';

/** What takes the square of its length in time takes minutes at these sizes, and not a tenth of this. */
const timeout = 180_000;

const page = 'pages/010-a.yaml';
const keys = (count: number): string => Array.from({ length: count }, (_, at) => `k${at}: 1\n`).join('');
const many = (what: string, count: number): string => what.repeat(count);
const tooMany = /must not hold more than 100000 values/;

/** What is said of a file that is refused as a whole, or how many findings its fields have. */
const cases: Record<string, [Files, findings: number, leftOut: number, message: RegExp]> = {
  '20,000 unknown keys': [{ [page]: `title: A\n${keys(20_000)}` }, 100, 19_900, /:2: k0: The key is unknown/],
  '40,000 unknown keys in a flow mapping': [
    { 'brand.yaml': `{${keys(40_000).replaceAll('\n', ',')}}` },
    100,
    39_902,
    /brand.yaml:1: k0: The key is unknown/,
  ],
  'a million keys': [{ [page]: keys(1_000_000) }, 1, 0, tooMany],
  'a million keys in one line': [{ [page]: `{${many('"a":1,', 1_000_000)}}` }, 1, 0, tooMany],
  'a million items': [{ 'brand.yaml': `[${many('1,', 1_000_000)}]` }, 1, 0, tooMany],
  '50,000 duplicate keys': [{ [page]: many('title: A\n', 50_001) }, 100, 49_900, /:2: Map keys must be unique/],
  '30,000 keys to merge, which YAML 1.2 does not': [
    { [page]: `title: A\nid: &a\n  x: 1\n${keys(30_000)}<<: *a\n` },
    100,
    29_902,
    /The key is unknown/,
  ],
  '99 aliases of a list of 50,000': [
    { [page]: `title: A\nslug: &a [${many('1,', 50_000)}]\nblocks: [${many('*a,', 99)}]\n` },
    1,
    0,
    /:3: A file must not hold more than 100000 values; an alias counts/,
  ],
  'aliases of aliases': [
    {
      [page]: `k0: &k0 [x]\n${Array.from({ length: 60 }, (_, at) => `k${at + 1}: &k${at + 1} [*k${at}, *k${at}]\n`).join('')}`,
    },
    1,
    0,
    tooMany,
  ],
  '50,000 anchors, each with an alias': [
    { [page]: Array.from({ length: 49_000 }, (_, at) => `- &a${at} 1\n- *a${at}\n`).join('') },
    2,
    0,
    /must hold a mapping|more than 1000 items/,
  ],
  '50,000 aliases without an anchor': [{ [page]: `blocks:\n${many('- *a\n', 50_000)}` }, 100, 49_900, /No anchor/],
  'lists nested 100,000 deep': [{ [page]: many('[', 100_000) }, 1, 0, /nested deeper than 33 levels/],
  'lists nested 100,000 deep without brackets': [{ [page]: many('- ', 100_000) }, 1, 0, /nested deeper than 33 levels/],
  'mappings nested 1,000 deep': [
    { [page]: Array.from({ length: 1000 }, (_, at) => `${' '.repeat(at)}a:\n`).join('') },
    1,
    0,
    /:35: A file must not be nested deeper than 33 levels/,
  ],
  '200,000 closing brackets': [{ [page]: many(']', 200_000) }, 1, 0, /Unexpected flow-seq-end/],
  'a million comments': [{ [page]: many('#\n', 1_000_000) }, 1, 0, /too many comments and blank lines/],
  'a text of 2 million characters in a line': [{ [page]: `title: A\nslug: ${many('x ', 1_000_000)}` }, 2, 0, /slug/],
  'a name of a million dots': [
    { [page]: `title: A\n? "${many('.', 1_000_000)}"\n: 1\n` },
    1,
    0,
    /a name longer than 255/,
  ],
  'names of 255 dots': [
    {
      [page]: `title: A\n${Array.from({ length: 10_000 }, (_, at) => `${at}${many('.', 250)}x: 1\n`).join('')}`,
    },
    100,
    9900,
    /:2: 0\.+x: The key is unknown/,
  ],
  'a list of 1,001 items': [{ [page]: `title: A\nblocks: [${many('1,', 1001)}]\n` }, 2, 0, /more than 1000 items/],
};

/** Half of them, the others with the next run. */
describe('a file that asks for too much work is refused soon, in a clear sentence', () => {
  test.each(some(Object.entries(cases), 4))(
    '%s',
    (_, [files, findings, leftOut, message]) =>
      withFolder(files, async (folder) => {
        const { problems, message: text } = await failure(folder);
        expect(text).toMatch(message);
        expect({ findings: problems.length, leftOut: Number(/… and (\d+) more$/.exec(text)?.[1] ?? 0) }).toEqual({
          findings,
          leftOut,
        });
      }),
    timeout,
  );

  test(
    '100 MB, which are not read',
    () =>
      withFolder({ [page]: '' }, async (folder) => {
        const file = await open(join(folder, page), 'w');
        await file.truncate(100_000_000);
        await file.close();
        expect((await failure(folder)).message).toBe(`${page}: The file is larger than 32 MiB.`);
      }),
    timeout,
  );
});

test('a thousand invalid pages show a hundred findings and how many more there are', () =>
  withFolder(
    Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`pages/${at}.yaml`, 'title: A\nx: 1\n'])),
    async (folder) => {
      const { message, problems } = await failure(folder);
      expect(problems).toHaveLength(1000);
      const lines = message.split('\n');
      expect(lines[0]).toMatch(/^pages\/0\.yaml:2: x: The key is unknown; known here: /);
      expect(lines).toHaveLength(101);
      expect(lines.at(-1)).toBe('… and 900 more');
    },
  ));

test('aliases become copies of what they stand for, the last of that name before them', () =>
  withFolder(
    { 'corporate-language.yaml': 'meta:\n  a: &a [x]\n  b: *a\n  &k c: *k\n  d: [&a y, *a]\n' },
    async (folder) => {
      const { files } = await read(folder);
      expect(files.get('corporate-language/meta.json')).toEqual({ a: ['x'], b: ['x'], c: 'c', d: ['y', 'y'] });
    },
  ));

test(
  'media may be more than a list in a request has items',
  () =>
    withFolder(
      { 'media.yaml': Array.from({ length: 20_000 }, (_, at) => `- { id: ${at + 1}, type: image }\n`).join('') },
      async (folder) => expect((await read(folder)).files.size).toBe(20_001),
    ),
  timeout,
);

test('pages of one long title get the slugs that counting up would give', () => {
  const title = `title: ${'x'.repeat(255)}\n`;
  return withFolder(
    Object.fromEntries(Array.from({ length: 1100 }, (_, at) => [`pages/${at}.yaml`, title])),
    async (folder) => {
      const { files } = await read(folder);
      const slugs = [...files.values()].flatMap((file) => (file as { slug?: string }).slug ?? []);
      const numbered = Array.from({ length: 1099 }, (_, at) => `-${at + 2}`);
      expect(slugs).toEqual(['x'.repeat(255), ...numbered.map((end) => 'x'.repeat(255 - end.length) + end)]);
    },
  );
});
