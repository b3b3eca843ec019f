import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Catalog, catalogProjection } from '../../src/content/catalog/catalog.js';
import { Repository } from '../../src/store/repository.js';
import { plainCatalog } from '../support/catalog.js';
import { sanitizer } from '../support/portal.js';
import { client, portal, portalForEach } from '../support/portal-fixture.js';

portalForEach({ real: true, example: 'northlight' });

let cache: string;
beforeEach(() => {
  cache = join(portal.data, 'cache', 'northlight.catalog');
});

const started = (): Promise<Catalog> => portal.catalogAtStart('northlight');

async function rebuilt(): Promise<Catalog> {
  const repository = await Repository.open(portal.fs, portal.gitdir('northlight'), catalogProjection(sanitizer));
  return (await repository.read()).catalog;
}

const expectSame = (found: Catalog, expected: Catalog, context = ''): void =>
  expect(plainCatalog(found), context).toEqual(plainCatalog(expected));

/** What a clean shutdown leaves behind. */
async function stopped(): Promise<void> {
  await portal.service.brands.close();
}

describe('a start from the kept catalog', () => {
  test('reads what has changed since', async () => {
    await client.get('/pages');
    await stopped();
    const before = readFileSync(cache);
    await client.page({ title: 'Since then' });
    await client.patch('/brand/cl/voice', { summary: 'Since then' });
    await stopped();
    writeFileSync(cache, before);
    const catalog = await started();
    expectSame(catalog, await rebuilt());
    expect([...catalog.pages.values()].some(({ title }) => title === 'Since then')).toBe(true);
  });

  const damages: readonly (readonly [string, (bytes: Buffer) => Buffer])[] = [
    ['is cut short', (bytes: Buffer) => bytes.subarray(0, bytes.length - 10)],
    ['has a flipped byte', (bytes: Buffer) => Buffer.from(bytes.map((byte, at) => (at === 500 ? byte ^ 1 : byte)))],
    ['is of another format', (bytes: Buffer) => Buffer.from(bytes.toString().replace(/catalog \d+/, 'catalog 1'))],
    ['is of a commit that does not exist', (bytes: Buffer) => replaceIds(bytes)],
    ['is empty', () => Buffer.alloc(0)],
  ];

  test('does without one that is damaged', async () => {
    await client.page({ title: 'Kept' });
    await stopped();
    const [whole, expected] = [readFileSync(cache), await rebuilt()];
    for (const [name, damage] of damages) {
      writeFileSync(cache, damage(whole));
      expectSame(await started(), expected, name);
    }
  });
});

function replaceIds(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString().replace(/"(commit|tree)":"[0-9a-f]{40}"/g, `"$1":"${'0'.repeat(40)}"`));
}
