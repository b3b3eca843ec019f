import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { startPictures } from '../pictures/pictures.js';

const folder = fileURLToPath(new URL('../../content-fixtures/', import.meta.url));

interface Medium {
  readonly id: number;
  readonly type: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly file?: string;
}

const mediaOf = (brand: string): Medium[] => parse(readFileSync(`${folder}${brand}/media.yaml`, 'utf8'));

test('the files of the example brands are those that their script draws, in 700 KB', async () => {
  const script: string = '../../content-fixtures/make-files.mjs';
  const { drawFiles } = await import(script);
  const drawn: Map<string, Buffer> = await drawFiles();
  const kept = ['northlight/media', 'little-bakery/media', 'licences'].flatMap((path) =>
    readdirSync(folder + path).map((name) => `${path}/${name}`),
  );
  expect([...drawn.keys()].sort()).toEqual(kept.sort());
  for (const [path, content] of drawn) expect(readFileSync(folder + path).equals(content), path).toBe(true);
  expect([...drawn.values()].reduce((sum, { length }) => sum + length, 0)).toBeLessThan(700_000);
});

describe.each(['northlight', 'little-bakery'])('each file of %s', (brand) => {
  test('is what its medium says, and clean', async () => {
    const pictures = startPictures();
    const named = mediaOf(brand).filter(({ file }) => file !== undefined);
    expect(named.map(({ file }) => file?.slice('media/'.length)).sort()).toEqual(
      readdirSync(`${folder}${brand}/media`).sort(),
    );
    for (const { id, type, width, height, file } of named) {
      const look = await pictures.look(`${folder}${brand}/${file}`, String(file));
      expect(look, String(id)).toMatchObject({ kind: type, width, height, problem: null });
      expect(file).toMatch(new RegExp(`^media/${id}-.*\\.${look.extension}$`));
      expect(look.svg?.isClean ?? true).toBe(true);
    }
  });
});

test('a medium of Northlight has no file', () => {
  expect(mediaOf('northlight').filter(({ file }) => file === undefined).length).toBeGreaterThan(0);
});
