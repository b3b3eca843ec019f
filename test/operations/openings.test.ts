import { afterEach, beforeEach, expect, it } from 'vitest';
import { arrangePage, setVisibility } from '../../src/operations/arrange-pages.js';
import { approveProposal, requestChanges, scheduleProposal } from '../../src/operations/proposals/decide.js';
import { submitProposal } from '../../src/operations/proposals/proposals.js';
import { TestBrand } from '../support/brand.js';
import { idOf, onBrand, paramsOf, person } from '../support/proposals.js';

let brand: TestBrand;
const { run, page, approve, merge, details, rename, head } = onBrand(() => brand);

beforeEach(async () => {
  brand = await TestBrand.create();
  await brand.service.setBrandSettings('acme', { portal: 'public' });
});
afterEach(() => brand.close());

const [edith, ada] = [person('edith', 'editor'), person('ada', 'admin')];

/** A chapter that is hidden, with a public page. */
async function hiddenChapter() {
  const chapter = await page({ title: 'Chapter', type: 'container' });
  const inner = await page({ title: 'Inner', parent_id: chapter.id });
  await show(chapter.id, 'hidden');
  await show(inner.id, 'public');
  return { chapter: chapter.id, inner: inner.id };
}

const show = (id: number, visibility: string, proposal?: number | 'new') =>
  run(setVisibility, { params: idOf(id), body: { visibility }, proposal, actor: edith });

const opensOf = async (n: number) => (await details(n)).opens.map(({ title, to }) => `${title}: ${to}`);

it('names every page that more readers will see, whatever field opens it', async () => {
  const { chapter, inner } = await hiddenChapter();
  const { proposal: n = 0 } = await show(chapter, 'public', 'new');
  expect(await opensOf(n ?? 0)).toEqual(['Chapter: public', 'Inner: public']);
  const { proposal: moved = 0 } = await run(arrangePage, {
    params: idOf(inner),
    body: { parent_id: null },
    proposal: 'new',
    actor: edith,
  });
  expect(await opensOf(moved ?? 0)).toEqual(['Inner: public']);
  const renamed = await rename(inner, 'Within', 'new');
  expect(await opensOf(renamed)).toEqual([]);
  await brand.service.setBrandSettings('acme', { portal: 'people' });
  expect(await opensOf(n ?? 0)).toEqual(['Chapter: internal', 'Inner: internal']);
});

it('an approval ends when the list grows, and is not published by hand, in part or at its time', async () => {
  const chapter = await page({ title: 'Chapter', type: 'container' });
  const inner = await page({ title: 'Inner', parent_id: chapter.id });
  await show(chapter.id, 'hidden');
  await show(inner.id, 'hidden');
  const { proposal } = await show(chapter.id, 'public', 'new');
  const n = proposal ?? 0;
  await approve(n, ada);
  await show(inner.id, 'public');
  expect((await details(n)).state).toBe('open');
  const before = head();
  await expect(merge(n)).rejects.toMatchObject({
    code: 'precondition_failed',
    message: expect.stringContaining('Chapter'),
  });
  await expect(merge(n, [{ kind: 'page', id: chapter.id }])).rejects.toMatchObject({ code: 'precondition_failed' });
  expect(head()).toBe(before);
  await approve(n, ada);
  expect((await merge(n)).isCommitted).toBe(true);
});

it('a part that opens what the whole keeps hidden is judged alone', async () => {
  const { chapter, inner } = await hiddenChapter();
  const { proposal } = await show(chapter, 'public', 'new');
  const n = proposal ?? 0;
  await show(inner, 'hidden', n);
  expect(await opensOf(n)).toEqual([]);
  await approve(n, ada);
  await expect(merge(n, [{ kind: 'page', id: chapter }])).rejects.toMatchObject({ code: 'precondition_failed' });
  expect((await merge(n)).isCommitted).toBe(true);
});

it('over what another person asked to change, it is published with a reason, which the commit keeps', async () => {
  const { id } = await page({ title: 'Delays' });
  const n = await rename(id, 'Late', 'new');
  await run(submitProposal, { params: paramsOf(n), actor: edith });
  await run(requestChanges, { params: paramsOf(n), actor: edith, body: { note: 'Shorter.' } });
  const { result, state } = await details(n);
  if (state === 'draft') await run(submitProposal, { params: paramsOf(n), actor: ada });
  const refused = run(approveProposal, { params: paramsOf(n), actor: ada, body: { result } });
  await expect(refused).rejects.toMatchObject({ code: 'invalid', message: expect.stringContaining('edith asks') });
  await run(approveProposal, { params: paramsOf(n), actor: ada, body: { result, note: 'It is\nurgent.' } });
  await run(scheduleProposal, { params: paramsOf(n), actor: ada, body: {} });
  await merge(n);
  expect(await trailers()).toContain('Despite: person edith: It is urgent.');
});

/** Message of the newest commit. */
async function trailers(): Promise<string> {
  const { objects } = await brand.service.openBrand('acme');
  return String(await objects.read(head(), 'commit'));
}
