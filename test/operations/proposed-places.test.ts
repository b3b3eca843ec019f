import { afterEach, beforeEach, expect, it } from 'vitest';
import { movePage, setVisibility } from '../../src/operations/arrange-pages.js';
import { updatePage } from '../../src/operations/pages.js';
import { settleConflicts } from '../../src/operations/proposals/decide.js';
import { savePage } from '../../src/operations/save-page.js';
import { TestBrand } from '../support/brand.js';
import { idOf, onBrand, paramsOf, person, writer } from '../support/proposals.js';

let brand: TestBrand;
const { run, page, details, read, pages, publish } = onBrand(() => brand);

beforeEach(async () => {
  brand = await TestBrand.create();
});
afterEach(() => brand.close());

const proposer = { ...writer, rights: ['read', 'propose'] as const };
const ada = person('ada', 'admin');
const names = ['visibility', 'before'];

it('a key proposes readers and place of a page, which live are named and ignored', async () => {
  const [first, second] = [await page({ title: 'First' }), await page({ title: 'Second' })];
  const body = { title: 'Second', visibility: 'public', before: first.id };
  const live = await run(updatePage, { params: idOf(second.id), body });
  expect([live.isCommitted, live.ignored]).toEqual([false, names]);
  const { proposal, ignored } = await run(updatePage, {
    params: idOf(second.id),
    body,
    proposal: 'new',
    actor: proposer,
  });
  const n = proposal ?? 0;
  expect(ignored).toEqual([]);
  expect((await details(n)).changes).toMatchObject([{ id: second.id, fields: ['position', 'visibility'] }]);
  await publish(n);
  expect((await pages()).map(({ title, visibility }) => `${title} ${visibility}`)).toEqual([
    'Second public',
    'First internal',
  ]);
});

it('a save takes them, too', async () => {
  const [first, second] = [await page({ title: 'First' }), await page({ title: 'Second' })];
  const { version } = await run(updatePage, { params: idOf(second.id), body: { title: 'Other' } });
  const body = { base: version, visibility: 'hidden', before: first.id };
  const live = await run(savePage, { params: idOf(second.id), body });
  expect([live.isCommitted, live.ignored]).toEqual([false, names]);
  const { proposal, value } = await run(savePage, { params: idOf(second.id), body, proposal: 'new' });
  expect(value).toMatchObject({ title: 'Other', visibility: 'hidden' });
  expect((await details(proposal ?? 0)).changes).toMatchObject([{ fields: ['position', 'visibility'] }]);
});

it.each([
  [{ before: 999 }, 'before'],
  [{ before: 1, after: 1 }, 'before'],
  [{ visibility: 'all' }, 'visibility'],
])('refuses %j', async (sent, field) => {
  const { id } = await page({ title: 'First' });
  const body = { title: 'First', ...sent };
  const refused = run(updatePage, { params: idOf(id), body, proposal: 'new' });
  await expect(refused).rejects.toMatchObject({ code: 'invalid', message: expect.stringContaining(field) });
});

it('readers that are proposed, and a chapter that changed since, are a conflict that a person decides', async () => {
  const chapter = await page({ title: 'Chapter', type: 'container' });
  const { id } = await page({ title: 'Delays' });
  const body = { title: 'Delays', visibility: 'public' };
  const n = (await run(updatePage, { params: idOf(id), body, proposal: 'new' })).proposal ?? 0;
  await run(movePage, { params: idOf(id), body: { parent_id: chapter.id }, actor: ada });
  const [change] = (await details(n)).changes;
  expect(change?.conflicts).toMatchObject([
    { field: 'visibility', base: 'internal', mine: 'public', theirs: 'internal' },
  ]);
  const settle = { kind: 'page', id, side: 'mine' };
  await run(settleConflicts, { params: paramsOf(n), body: settle, actor: ada });
  expect((await details(n)).conflicts).toBe(0);
  await publish(n);
  expect(await read(id)).toMatchObject({ visibility: 'public', parent_id: chapter.id });
});

it('a place that is proposed, and readers that changed since, too; a change of neither is none', async () => {
  const chapter = await page({ title: 'Chapter', type: 'container' });
  const { id } = await page({ title: 'Delays' });
  const body = { title: 'Delays', parent_id: chapter.id };
  const n = (await run(updatePage, { params: idOf(id), body, proposal: 'new' })).proposal ?? 0;
  const renamed = (await run(updatePage, { params: idOf(id), body: { title: 'Late' }, proposal: 'new' })).proposal ?? 0;
  await run(setVisibility, { params: idOf(id), body: { visibility: 'public' }, actor: ada });
  expect((await details(n)).changes[0]?.conflicts).toMatchObject([{ field: 'parent_id' }]);
  expect((await details(renamed)).conflicts).toBe(0);
});
