import { describe, expect, it } from 'vitest';
import { paths } from '../../../src/content/catalog/paths.js';
import { NamedItems } from '../../../src/content/named-items.js';
import { setBrand } from '../../../src/operations/brand.js';
import { addMedia, releaseMedia } from '../../../src/operations/media.js';
import { createPage } from '../../../src/operations/pages.js';
import { resetBrand } from '../../../src/operations/reset.js';
import { restorePage } from '../../../src/operations/trash.js';
import { checkRepository, git, pushFiles, storedFile } from '../../support/git.js';
import { brandForEach, client, operate, portal } from '../../support/portal-fixture.js';
import { publish } from '../../support/proposals.js';

brandForEach({ real: true });

const gitdir = (): string => portal.gitdir(client.brand);
const trailer = (key: string, commit = 'main'): string[] =>
  git(gitdir(), ['log', '-1', `--format=%(trailers:key=${key},valueonly,unfold)`, commit])
    .split('\n')
    .filter(Boolean);
const items = (commit?: string): string[] => trailer('Item', commit);

/** The items of the newest commit as the history tells them, read without git and by it. */
async function told() {
  const { versions } = await portal.service.openBrand(client.brand);
  const told = [];
  for (const options of [{ limit: 1 }, { limit: 1, text: 'Operation' }])
    for await (const { items, itemCount, outcome } of versions.history(options))
      told.push({ items, itemCount, outcome });
  expect(told[0]).toEqual(told[1]);
  return told[0];
}

describe('the items that a commit names', () => {
  it('are the things that it changed, by kind, id and title', async () => {
    const chapter = await client.page({ title: 'Basics', type: 'container' });
    expect(items()).toEqual([`page ${chapter.id} "Basics"`]);
    const page = await client.page({ title: 'Logo usage', blocks: [{ type: 'alert', data: { body: 'x' } }] });
    await client.patch(`/pages/${page.id}/blocks/${page.blocks[0].id}`, { data: { body: 'y' } });
    expect(items()).toEqual([`page ${page.id} "Logo usage"`]);
    await client.patch(`/pages/${page.id}`, { title: 'Logo' });
    expect(items()).toEqual([`page ${page.id} "Logo"`]);
    await client.delete(`/pages/${page.id}`);
    expect(items()).toEqual([`page ${page.id} "Logo"`]);
    await operate(restorePage, { page: String(page.id) });
    expect(items()).toEqual([`page ${page.id} "Logo"`]);
    expect(await told()).toEqual({ items: [`page ${page.id} "Logo"`], itemCount: 1, outcome: null });
    const medium = await operate(addMedia, {}, { title: 'Mark', type: 'image' });
    expect(items()).toEqual([`media ${medium.id} "Mark"`]);
    await operate(releaseMedia, { id: String(medium.id) }, { released: true });
    expect(await told()).toEqual({ items: [`media ${medium.id} "Mark"`], itemCount: 1, outcome: 'released' });
    await operate(setBrand, {}, { name: 'Item: page 1 "x"' });
    expect(items()).toEqual(['brand']);
  });

  it('are one line each, whatever a title holds', async () => {
    const title = 'A "b" Item: page 9 "c"';
    const { id } = await client.page({ title });
    expect(items()).toEqual([`page ${id} "${title}"`]);
    pushFiles(gitdir(), {
      [`pages/0/${id}.json`]: {
        ...storedFile(gitdir(), `pages/0/${id}.json`),
        title: 'A\nItem: page 9 "c"\r\n\nOperation: pages.delete\u0007\u202e',
      },
    });
    await client.post(`/pages/${id}/blocks`, { type: 'alert', data: { body: 'x' } });
    expect(trailer('Operation')).toEqual(['blocks.add']);
    expect(items()).toHaveLength(1);
    expect(items()[0]).toMatch(new RegExp(`^page ${id} "A Item: page 9 "c".*"$`));
    const long = await client.page({ title: 'L'.repeat(255) });
    expect(items()).toEqual([`page ${long.id} "${'L'.repeat(100)}…"`]);
    checkRepository(gitdir());
  });

  it('are at most 20, and then a number', async () => {
    for (let number = 1; number <= 21; number += 1) await operate(createPage, {}, { title: `Page ${number}` });
    const first = git(gitdir(), ['rev-list', '--max-parents=0', 'main']).trim();
    expect([items(first), trailer('Items', first)]).toEqual([[], []]);
    await operate(resetBrand, {}, { to: first });
    expect(items()).toHaveLength(20);
    expect(items()[0]).toBe('page 1 "Page 1"');
    expect(trailer('Items')).toEqual(['21']);
    expect(await told()).toMatchObject({ itemCount: 21 });
  });

  it('of a published proposal are what it has changed, with their final ids', async () => {
    const { id } = await client.page({ title: 'Voice' });
    const author = await portal.client(client.brand, ['read', 'propose']);
    await author.patch(`/pages/${id}?proposal=new`, { title: 'Tone' });
    await author.post('/pages?proposal=1', { title: 'Words' });
    await author.post('/proposals/1/submit', {});
    await publish({ service: portal.service, slug: client.brand }, 1);
    expect(items().toSorted()).toEqual([`page ${id + 1} "Words"`, `page ${id} "Tone"`].toSorted());
    expect(trailer('Proposal')).toHaveLength(1);
    expect(await told()).toMatchObject({ itemCount: 2 });
  });

  it('of a published proposal are its pages first, and then what was uploaded for them', async () => {
    const { catalog } = await (await portal.service.openBrand(client.brand)).read();
    const changed = new NamedItems(catalog);
    changed.add(paths.media(5), { title: 'Mark' });
    changed.add(paths.page(3), { title: 'Logo' });
    expect(changed.named(true).texts).toEqual(['page 3 "Logo"', 'media 5 "Mark"']);
    expect(changed.named().texts).toEqual(['media 5 "Mark"', 'page 3 "Logo"']);
  });

  it('are not taken for the key of a request: it is done once', async () => {
    const headers = { 'Idempotency-Key': 'one' };
    const title = 'x" Idempotency: y';
    const [one, two] = [
      await client.post('/pages', { title }, { headers }),
      await client.post('/pages', { title }, { headers }),
    ];
    expect(two.body).toEqual(one.body);
    expect((await client.get('/pages')).body).toHaveLength(1);
  });
});
