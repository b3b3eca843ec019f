import * as fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { backUp } from '../../src/admin/backup.js';
import { movePage } from '../../src/operations/arrange-pages.js';
import { replaceContent } from '../../src/operations/blocks.js';
import { noInput, type Operation } from '../../src/operations/engine/contract.js';
import { deletePage, updatePage } from '../../src/operations/pages.js';
import { addComment } from '../../src/operations/proposals/comments.js';
import { dropChange } from '../../src/operations/proposals/decide.js';
import {
  createProposal,
  listProposalChanges,
  listProposals,
  withdrawProposal,
} from '../../src/operations/proposals/proposals.js';
import { search } from '../../src/operations/search.js';
import { purgePage } from '../../src/operations/trash.js';
import type { Service } from '../../src/service/service.js';
import { TestBrand } from '../support/brand.js';
import { headOf } from '../support/commits.js';
import { openService } from '../support/data.js';
import { checkRepository, git, temporaryDirectory } from '../support/git.js';
import {
  approve,
  block,
  details,
  editor,
  idOf,
  makePage,
  merge,
  paramsOf,
  person,
  publish,
  readPage,
  run,
  type Said,
} from '../support/proposals.js';
import { MemoryStore } from '../support/shared/memory-store.js';
import { portalOver } from '../support/shared/nodes.js';

const slug = 'acme';
const secret = 'Zebrafinch';
const ada = person('ada', 'admin');
const content = (text: string) => ({ blocks: [block(text)] });

type Brand = Parameters<typeof run>[0];

const write = async (brand: Brand, id: number, text: string, proposal: number | 'new') =>
  (await run(brand, replaceContent, { params: idOf(id), body: content(text), proposal })).proposal ?? 0;

async function purge(brand: Brand, id: number): Promise<void> {
  await run(brand, deletePage, { params: idOf(id) });
  await run(brand, purgePage, { params: idOf(id), actor: ada });
}

interface Place {
  /** Of two processes, or two nodes. */
  readonly services: readonly [Service, Service];
  /** Repositories of proposals on disk. */
  readonly gitdirs: readonly string[];
}

async function oneMachine(): Promise<Place> {
  const { service, data, clock } = await portalOver(undefined, { real: true });
  const other = await openService({ data, clock: clock.read });
  return { services: [service, other], gitdirs: [join(data, 'brands', `${slug}.git`, 'proposals.git')] };
}

async function twoNodes(): Promise<Place> {
  const store = new MemoryStore();
  const [a, b] = [await portalOver(store, { real: true }), await portalOver(store, { real: true })];
  return {
    services: [a.service, b.service],
    gitdirs: [a, b].map(({ data }) => join(data, 'brands', `${slug}.proposals.git`)),
  };
}

/** All objects, named or not. */
const objectsOf = (gitdir: string): string =>
  git(gitdir, ['cat-file', '--batch-all-objects', '--batch', '--buffer', '--unordered']);

describe.each([
  ['on one machine', oneMachine],
  ['on two nodes', twoNodes],
])('a purge, %s', (_, begin) => {
  test('leaves no text of the page with the proposals, and what others propose as it is', async () => {
    const { services, gitdirs } = await begin();
    const [service, other] = services;
    await service.provisioning.createEmpty(slug, 'Acme', []);
    const brand = { service, slug };
    const elsewhere = { service: other, slug };
    const gone = (await makePage(brand, { title: 'Gone' })).id;
    const stays = (await makePage(brand, { title: 'Stays' })).id;
    const both = await write(brand, gone, `${secret} one`, 'new');
    await write(brand, gone, `${secret} two`, both);
    await write(brand, stays, 'Kept in the first', both);
    const body = { text: `About ${secret}`, page: gone, quote: secret };
    const comment = (await run(brand, addComment, { params: paramsOf(both), body })).value;
    await run(brand, addComment, { params: paramsOf(both), body: { text: `So is ${secret}`, reply_to: comment.id } });
    await run(brand, addComment, { params: paramsOf(both), body: { text: 'On the whole' } });
    await approve(brand, both);
    const dropped = await write(brand, gone, `${secret} three`, 'new');
    await run(brand, dropChange, { params: paramsOf(dropped), actor: editor, body: { kind: 'page', id: gone } });
    const published = await write(brand, gone, `${secret} four`, 'new');
    await publish(brand, published);
    const withdrawn = await write(brand, gone, `${secret} five`, 'new');
    await run(brand, withdrawProposal, { params: paramsOf(withdrawn) });
    const made = await makePage(brand, { title: 'Made', ...content(`${secret} six`) }, 'new');
    const [madeId = 0] = (await publish(brand, made.n)).value.ids.map(({ final }) => final);
    expect(madeId).not.toBe(made.id);
    const kept = await write(brand, stays, 'Kept in the last', 'new');
    await approve(brand, kept);
    const call = { slug, via: 'rest', requestId: 'r1', precondition: null, actor: editor } as const;
    const query = { q: secret, proposal: String(both) };
    const words = () => service.run(search, call, { ...noInput, query });
    expect((await words()).value).toHaveLength(1);
    await other.registered();
    expect(await details(elsewhere, kept)).toMatchObject({ state: 'approved' });
    const { version } = (await run(brand, listProposalChanges, { actor: editor })).value;
    const before = await details(brand, kept);
    for (const gitdir of gitdirs) expect(objectsOf(gitdir)).toContain(secret);

    for (const id of [gone, madeId]) await purge(brand, id);
    expect(await details(brand, both)).toMatchObject({
      ...{ state: 'open', reviews: [], changes: [{ id: stays }], comments: { count: 1 } },
    });
    expect(await details(brand, published)).toMatchObject({ state: 'merged' });
    for (const each of services) {
      await run({ service: each, slug }, listProposals, { actor: editor });
      // The first may wait for one that began before the second purge.
      for (let count = 0; count < 2; count += 1) await each.chores.maintain(Number.POSITIVE_INFINITY);
    }
    for (const gitdir of gitdirs) {
      expect(fs.existsSync(gitdir)).toBe(true);
      expect(objectsOf(gitdir)).not.toContain(secret);
      expect(objectsOf(gitdir)).toContain('Kept in the first');
      checkRepository(gitdir);
    }
    expect((await words()).value).toEqual([]);
    expect(await details(elsewhere, kept)).toEqual(before);
    const since = service.run(listProposalChanges, call, { ...noInput, query: { since: version } });
    await expect(since).rejects.toMatchObject({ code: 'gone' });
    await merge(elsewhere, kept);
    expect(JSON.stringify((await readPage(elsewhere, stays)).blocks)).toContain('Kept in the last');
  });
});

test('a purge that a crash interrupted is finished, and a backup forgets with it', async () => {
  const brand = await TestBrand.create({ fs, data: join(temporaryDirectory(), 'data') });
  onTestFinished(() => brand.close());
  const gitdir = join(brand.gitdir, 'proposals.git');
  const page = await makePage(brand);
  await write(brand, page.id, secret, 'new');
  const directory = join(temporaryDirectory(), 'backup');
  const copied = join(directory, 'brands', `${slug}.git`, 'proposals.git');
  const backedUp = () => backUp({ fs, data: brand.data, directory, clock: brand.clock.read });
  await backedUp();
  fs.cpSync(gitdir, `${gitdir}.before`, { recursive: true });
  await purge(brand, page.id);
  await brand.restart();
  fs.rmSync(gitdir, { recursive: true });
  fs.renameSync(`${gitdir}.before`, gitdir);
  expect((await details(brand, 1)).changes).toHaveLength(1);
  await brand.service.chores.tidyProposals();
  expect((await details(brand, 1)).changes).toEqual([]);
  await brand.restart();
  await run(brand, listProposals, { actor: editor });
  await brand.service.chores.maintain(Number.POSITIVE_INFINITY);
  expect(objectsOf(gitdir)).not.toContain(secret);
  expect(objectsOf(copied)).toContain(secret);
  await backedUp();
  expect(objectsOf(copied)).not.toContain(secret);
  checkRepository(copied);
});

test('a purge takes the name of the page out of titles that the portal made, and leaves those of people', async () => {
  const brand = await TestBrand.create();
  onTestFinished(() => brand.close());
  const typed = `About ${secret}`;
  const chapter = await makePage(brand, { title: secret, type: 'container' });
  const page = await makePage(brand, { title: 'Stays' });
  const gone = await makePage(brand, { title: secret });
  const proposed = async <Value>(operation: Operation<Value>, said: Said) =>
    (await run(brand, operation, { proposal: 'new', ...said })).proposal ?? 0;
  const replaced = { params: idOf(gone.id), body: content('One') };
  const move = { params: idOf(page.id), body: { parent_id: chapter.id } };
  const rename = { params: idOf(gone.id), body: { title: `${secret} "quoted"` } };
  const made = await makePage(brand, { title: secret }, 'new');
  const titles = new Map([
    [await proposed(replaceContent, replaced), 'Replace the content of a deleted page'],
    [await proposed(updatePage, rename), 'Change a deleted page'],
    [await proposed(movePage, move), 'Move page 2 "Stays" under a deleted page'],
    [await proposed(updatePage, { ...rename, params: idOf(page.id) }), expect.stringContaining(`page 2 "Stays": `)],
    [made.n, 'Add a deleted page'],
  ]);
  const number = (await run(brand, createProposal, { body: { title: typed } })).value.number;
  await write(brand, gone.id, 'Two', number);
  titles.set(number, typed);
  const withdrawn = await proposed(replaceContent, replaced);
  await run(brand, withdrawProposal, { params: paramsOf(withdrawn) });
  titles.set(withdrawn, 'Replace the content of a deleted page');
  const [final = 0] = (await publish(brand, made.n)).value.ids.map((id) => id.final);
  for (const id of [chapter.id, gone.id, final]) await purge(brand, id);
  await brand.service.chores.tidyProposals();
  const listed = (await run(brand, listProposals, { actor: editor })).value;
  expect(new Map(listed.map(({ number, title }) => [number, title]))).toEqual(titles);
});

test('a page that a reset of the brand took away stays in its proposals', async () => {
  const brand = await TestBrand.create();
  onTestFinished(() => brand.close());
  const before = headOf(brand.gitdir, brand.fs);
  const page = await makePage(brand);
  await write(brand, page.id, 'Proposed', 'new');
  await brand.fs.promises.writeFile(`${brand.gitdir}/refs/heads/main`, `${before}\n`);
  await brand.restart();
  await brand.service.chores.tidyProposals();
  const { changes } = await details(brand, 1);
  expect(changes).toMatchObject([{ id: page.id, conflicts: [{ kind: 'removed_there' }] }]);
});
