import * as fs from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { proposalPaths } from '../../src/content/proposals/catalog.js';
import { encodeJson } from '../../src/lib/json.js';
import { replaceContent } from '../../src/operations/blocks.js';
import { noInput } from '../../src/operations/engine/contract.js';
import { addMedia, releaseMedia } from '../../src/operations/media.js';
import { createPage } from '../../src/operations/pages.js';
import { scheduleProposal } from '../../src/operations/proposals/decide.js';
import { createProposal, listProposals, submitProposal } from '../../src/operations/proposals/proposals.js';
import { TestBrand } from '../support/brand.js';
import { headOf } from '../support/commits.js';
import { git, temporaryDirectory } from '../support/git.js';
import {
  approve,
  block,
  details,
  editor,
  idOf,
  inMinutes,
  makePage,
  pagesOf,
  paramsOf,
  person,
  publish,
  readPage,
  run,
} from '../support/proposals.js';
import { change } from '../support/store.js';

async function brandOn(place = {}): Promise<TestBrand> {
  const brand = await TestBrand.create(place);
  onTestFinished(() => brand.close());
  return brand;
}

const text = (words: string) => ({ blocks: [block(words)] });

test('an approved proposal outlives the person who wrote it, and drafts pass to the admins', async () => {
  const brand = await brandOn();
  const { people } = brand.service;
  const roles = { acme: 'editor' } as const;
  const [author, approver] = [
    await people.add({ name: 'Ada', operator: false, roles }),
    await people.add({ name: 'Bert', operator: false, roles }),
  ];
  const [ada, bert] = [person(author.id, 'editor'), person(approver.id, 'editor')];
  const propose = async (title: string) =>
    (await run(brand, createPage, { body: { title }, proposal: 'new', actor: ada })).proposal ?? 0;
  const [planned, draft] = [await propose('Planned'), await propose('Draft')];
  await approve(brand, planned, bert);
  const body = { at: inMinutes(brand, 2) };
  await run(brand, scheduleProposal, { params: paramsOf(planned), actor: bert, body });
  await people.set(author.id, { roles: { acme: null } });
  await people.disable(author.id);
  brand.clock.advance({ seconds: 180 });
  await brand.service.chores.publishDue();
  expect((await pagesOf(brand)).map(({ title }) => title)).toEqual(['Planned']);
  const admin = person('carl', 'admin');
  const listed = (await run(brand, listProposals, { actor: admin })).value;
  expect(listed.map(({ number, state }) => [number, state])).toEqual([
    [draft, 'draft'],
    [planned, 'merged'],
  ]);
  await run(brand, createPage, { body: { title: 'Added' }, proposal: draft, actor: admin });
  await run(brand, submitProposal, { params: paramsOf(draft), actor: admin });
  expect(await details(brand, draft)).toMatchObject({ state: 'open', author: { id: author.id }, files: 2 });
});

test('a reset behind the base, whose objects are gone, leaves a proposal that can be published', async () => {
  const brand = await brandOn({ fs, data: join(temporaryDirectory(), 'data') });
  const page = await makePage(brand, text('One.'));
  const before = headOf(brand.gitdir, brand.fs);
  const sent = { params: idOf(page.id) };
  await run(brand, replaceContent, { ...sent, body: text('Two.') });
  const n = (await run(brand, replaceContent, { ...sent, body: text('Proposed.'), proposal: 'new' })).proposal ?? 0;
  const { base } = await details(brand, n);
  await brand.service.close();
  fs.writeFileSync(join(brand.gitdir, 'refs/heads/main'), `${before}\n`);
  git(brand.gitdir, ['gc', '--quiet', '--prune=now']);
  expect(() => git(brand.gitdir, ['cat-file', '-e', base ?? ''])).toThrow();
  await brand.restart();
  expect(await details(brand, n)).toMatchObject({ state: 'draft', changes: [{ id: page.id }] });
  await publish(brand, n);
  expect(JSON.stringify((await readPage(brand, page.id)).blocks)).toContain('Proposed.');
});

test('a page that shows a withdrawn medium says so, and is published without it', async () => {
  const brand = await brandOn();
  const body = { title: 'Logo', type: 'image', status: 'ready' };
  const { value: medium } = await run(brand, addMedia, { body });
  const release = (released: boolean) =>
    run(brand, releaseMedia, { params: { id: String(medium.id) }, body: { released } });
  await release(true);
  const blocks = [{ type: 'image', data: { media_id: medium.id } }];
  const { n } = await makePage(brand, { blocks }, 'new');
  expect((await details(brand, n)).changes).toMatchObject([{ messages: [] }]);
  await release(false);
  expect((await details(brand, n)).changes).toMatchObject([{ messages: [expect.stringContaining('medium')] }]);
  await publish(brand, n);
  expect((await readPage(brand, 1)).blocks).toEqual([{ id: expect.any(String), type: 'image', data: {} }]);
});

test('a thousand proposals are listed, fifty at a time', async () => {
  const brand = await brandOn();
  await run(brand, createProposal, { body: { title: 'One' } });
  const repository = await brand.service.brands.proposals('acme');
  const count = 1000;
  const record = (await repository?.read())?.catalog.byNumber.get(1)?.record;
  const files = Array.from({ length: count - 1 }, (_, at) => {
    const [number, state] = [at + 2, at % 2 === 0 ? 'withdrawn' : 'open'];
    return [proposalPaths.record(number), encodeJson({ ...record, number, state, title: `No ${number}` })] as const;
  });
  await repository?.write(change(Object.fromEntries(files)));
  const call = { slug: 'acme', actor: editor, via: 'rest', requestId: 'r1', precondition: null } as const;
  const numbers: number[] = [];
  for (let before = count + 1; before > 1; before = numbers.at(-1) ?? 0) {
    const query = { before: String(before) };
    const { value } = await brand.service.run(listProposals, call, { ...noInput, query });
    expect(value).toHaveLength(50);
    numbers.push(...value.map(({ number }) => number));
  }
  expect(numbers).toEqual(Array.from({ length: count }, (_, at) => count - at));
});
