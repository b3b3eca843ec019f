import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { replaceContent } from '../../src/operations/blocks.js';
import { createPage, deletePage, listPages, showPage, updatePage } from '../../src/operations/pages.js';
import { declineProposal } from '../../src/operations/proposals/decide.js';
import { tidyProposals } from '../../src/operations/proposals/tidy.js';
import { savePage } from '../../src/operations/save-page.js';
import { purgePage } from '../../src/operations/trash.js';
import { brand, brandForEach } from '../support/brand-fixture.js';
import { headOf } from '../support/commits.js';
import { runs } from '../support/effort.js';
import { approve, details, editor, merge, paramsOf, person, run } from '../support/proposals.js';

brandForEach();

const head = (of = brand) => headOf(of.gitdir, of.fs);
const block = (text: string) => ({ type: 'rich_text', data: { html: `<p>${text}</p>` } });
const idOf = (id: number) => ({ page: String(id) });
const show = async (id: number, proposal?: number, of = brand) =>
  run(of, showPage, { params: idOf(id), actor: editor, ...(proposal !== undefined && { proposal }) });
const rename = async (id: number, title: string, proposal?: number | 'new') =>
  (await run(brand, updatePage, { params: idOf(id), body: { title }, ...(proposal !== undefined && { proposal }) }))
    .proposal ?? 0;
const timeless = <Page extends object>(page: Page) => ({ ...page, updated_at: null });

/** A page with three texts, and each side's text for each of them; `null`: it is left as it is. */
const edits = fc.array(fc.option(fc.constantFrom('Red.', 'Blue.', 'Green.')), { minLength: 3, maxLength: 3 });

describe('a merge', () => {
  test('stores what the same edit by a save would, and reads show it before', async () => {
    const same = async (mine: readonly (string | null)[], theirs: readonly (string | null)[]) => {
      const { value: page } = await run(brand, createPage, {
        body: { title: 'Page', blocks: ['One.', 'Two.', 'Three.'].map(block) },
      });
      const { version } = await show(page.id);
      const edited = (texts: readonly (string | null)[]) => ({
        blocks: page.blocks.map((one, at) => (texts[at] == null ? one : { ...one, ...block(texts[at]) })),
      });
      const { proposal } = await run(brand, replaceContent, {
        params: idOf(page.id),
        body: edited(mine),
        proposal: 'new',
      });
      await run(brand, replaceContent, { params: idOf(page.id), body: edited(theirs) });
      if (proposal == null) return;
      const body = { base: version, ...edited(mine) };
      const saved = await run(brand, savePage, { params: idOf(page.id), body, proposal: 'new' }).catch(() => null);
      const { conflicts, changes } = await details(brand, proposal);
      expect(conflicts === 0).toBe(saved !== null);
      if (saved === null) return;
      const shown = await show(page.id, proposal);
      expect(timeless(shown.value)).toEqual(timeless(saved.value));
      if (changes.length === 0) return;
      await approve(brand, proposal);
      await merge(brand, proposal);
      expect(timeless((await show(page.id)).value)).toEqual(timeless(shown.value));
    };
    await fc.assert(fc.asyncProperty(edits, edits, same), runs(15));
  });

  test('by two people at once is one commit', async () => {
    const { value: page } = await run(brand, createPage, { body: { title: 'Page' } });
    const n = await rename(page.id, 'Page 2', 'new');
    await approve(brand, n);
    const before = head();
    const all = await Promise.all([merge(brand, n), merge(brand, n)]);
    expect(new Set(all.map(({ value, commit }) => value.found ?? commit))).toEqual(new Set([head()]));
    const { versions } = await brand.service.openBrand('acme');
    expect(await versions.parentOf(head())).toBe(before);
  });

  test('of a hundred pages is one commit', async () => {
    const n = (await run(brand, createPage, { body: { title: 'Page 0' }, proposal: 'new' })).proposal ?? 0;
    for (let at = 1; at < 100; at += 1) await run(brand, createPage, { body: { title: `Page ${at}` }, proposal: n });
    await approve(brand, n);
    const before = head();
    await merge(brand, n);
    const { versions } = await brand.service.openBrand('acme');
    expect(await versions.parentOf(head())).toBe(before);
    const pages = (await run(brand, listPages)).value.map(({ id, title }) => [id, title]);
    expect(pages).toEqual(Array.from({ length: 100 }, (_, at) => [at + 1, `Page ${at}`]));
  });

  test('that the brand has lost is none, and can be made again', async () => {
    const { value: page } = await run(brand, createPage, { body: { title: 'Page' } });
    const before = head();
    const n = await rename(page.id, 'Page 2', 'new');
    await approve(brand, n);
    await merge(brand, n);
    await brand.fs.promises.writeFile(`${brand.gitdir}/refs/heads/main`, `${before}\n`);
    await brand.restart();
    expect((await show(page.id)).value.title).toBe('Page');
    expect(await details(brand, n)).toMatchObject({ state: 'approved', changes: [{ id: page.id }] });
    await merge(brand, n);
    expect((await show(page.id)).value.title).toBe('Page 2');
  });
});

describe('a brand', () => {
  test('where admins approve: an editor neither approves nor publishes', async () => {
    await brand.service.setBrandSettings('acme', { approvers: 'admins' });
    const n = (await run(brand, createPage, { body: { title: 'Page' }, proposal: 'new' })).proposal ?? 0;
    await expect(approve(brand, n)).rejects.toMatchObject({ code: 'forbidden' });
    await approve(brand, n, person('ada', 'admin'));
    await expect(merge(brand, n)).rejects.toMatchObject({ code: 'forbidden' });
    expect((await details(brand, n)).state).toBe('approved');
  });

  test('that wants others to approve is not published by who wrote', async () => {
    await brand.service.setBrandSettings('acme', { review: 'everyone' });
    const ada = person('ada', 'admin');
    const { value: page } = await run(brand, createPage, { body: { title: 'Page' } });
    const sent = { params: idOf(page.id), body: { title: 'Page 2' } };
    await expect(run(brand, updatePage, { ...sent, actor: editor })).rejects.toMatchObject({ code: 'forbidden' });
    const n = (await run(brand, updatePage, { ...sent, actor: editor, proposal: 'new' })).proposal ?? 0;
    await expect(approve(brand, n)).rejects.toMatchObject({ code: 'forbidden' });
    await approve(brand, n, ada);
    await merge(brand, n);
    expect((await show(page.id)).value.title).toBe('Page 2');
  });

  test('forgets old proposals, and what was purged', async () => {
    const { value: page } = await run(brand, createPage, { body: { title: 'Page' } });
    const { value: other } = await run(brand, createPage, { body: { title: 'Other' } });
    const n = await rename(page.id, 'Secret', 'new');
    await rename(other.id, 'Kept', n);
    await approve(brand, n);
    await run(brand, deletePage, { params: idOf(page.id) });
    await run(brand, purgePage, { params: idOf(page.id), actor: person('ada', 'admin') });
    expect(await details(brand, n)).toMatchObject({ state: 'open', changes: [{ id: other.id }], reviews: [] });
    const draft = await rename(other.id, 'Draft', 'new');
    await run(brand, declineProposal, { params: paramsOf(n), actor: editor });
    brand.clock.advance({ days: 91 });
    const system = { kind: 'system', id: 'system', name: 'Brand Portal', rights: ['read', 'write'] } as const;
    const tidy = async () =>
      (await run(brand, tidyProposals, { actor: system, body: { pages: [], until: null, isHeld: false } })).value;
    expect(await tidy()).toEqual({ withdrawn: [draft], removed: [], cleaned: [] });
    brand.clock.advance({ days: 366 });
    expect(await tidy()).toEqual({ withdrawn: [], removed: [n, draft], cleaned: [] });
    expect(await rename(other.id, 'Next', 'new')).toBe(draft + 1);
    expect((await run(brand, listPages)).value).toHaveLength(1);
  });
});
