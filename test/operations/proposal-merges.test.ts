import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { replaceContent } from '../../src/operations/blocks.js';
import { deletePage, showPage, updatePage } from '../../src/operations/pages.js';
import { declineProposal } from '../../src/operations/proposals/decide.js';
import { tidyProposals } from '../../src/operations/proposals/tidy.js';
import { savePage } from '../../src/operations/save-page.js';
import { purgePage } from '../../src/operations/trash.js';
import { brand, brandForEach } from '../support/brand-fixture.js';
import { runs } from '../support/effort.js';
import { block, editor, idOf, onBrand, paramsOf, person, system } from '../support/proposals.js';

brandForEach();
const on = onBrand(() => brand);
const { run, rename, pages, details, approve, merge, publish, head } = on;

const show = (id: number, proposal?: number) => run(showPage, { params: idOf(id), actor: editor, proposal });
const timeless = <Page extends object>(page: Page) => ({ ...page, updated_at: null });

/** A page with three texts, and each side's text for each of them; `null`: it is left as it is. */
const edits = fc.array(fc.option(fc.constantFrom('Red.', 'Blue.', 'Green.')), { minLength: 3, maxLength: 3 });

describe('a merge', () => {
  test('stores what the same edit by a save would, and reads show it before', async () => {
    const same = async (mine: readonly (string | null)[], theirs: readonly (string | null)[]) => {
      const page = await on.page({ blocks: ['One.', 'Two.', 'Three.'].map(block) });
      const { version } = await show(page.id);
      const edited = (texts: readonly (string | null)[]) => ({
        blocks: page.blocks.map((one, at) => (texts[at] == null ? one : { ...one, ...block(texts[at]) })),
      });
      const params = idOf(page.id);
      const { proposal } = await run(replaceContent, { params, body: edited(mine), proposal: 'new' });
      await run(replaceContent, { params, body: edited(theirs) });
      if (proposal == null) return;
      const body = { base: version, ...edited(mine) };
      const saved = await run(savePage, { params, body, proposal: 'new' }).catch(() => null);
      const { conflicts, changes } = await details(proposal);
      expect(conflicts === 0).toBe(saved !== null);
      if (saved === null) return;
      const shown = await show(page.id, proposal);
      expect(timeless(shown.value)).toEqual(timeless(saved.value));
      if (changes.length === 0) return;
      await publish(proposal);
      expect(timeless((await show(page.id)).value)).toEqual(timeless(shown.value));
    };
    await fc.assert(fc.asyncProperty(edits, edits, same), runs(15));
  });

  test('by two people at once is one commit', async () => {
    const n = await rename((await on.page()).id, 'Page 2', 'new');
    await approve(n);
    const before = head();
    const all = await Promise.all([merge(n), merge(n)]);
    expect(new Set(all.map(({ value, commit }) => value.found ?? commit))).toEqual(new Set([head()]));
    const { versions } = await brand.service.openBrand('acme');
    expect(await versions.parentOf(head())).toBe(before);
  });
});

describe('a brand', () => {
  test('where admins approve: an editor neither approves nor publishes', async () => {
    await brand.service.setBrandSettings('acme', { approvers: 'admins' });
    const { n } = await on.page({}, 'new');
    await expect(approve(n)).rejects.toMatchObject({ code: 'forbidden' });
    await approve(n, person('ada', 'admin'));
    await expect(merge(n)).rejects.toMatchObject({ code: 'forbidden' });
    expect((await details(n)).state).toBe('approved');
  });

  test('that wants others to approve is not published by who wrote', async () => {
    await brand.service.setBrandSettings('acme', { review: 'everyone' });
    const ada = person('ada', 'admin');
    const page = await on.page();
    const sent = { params: idOf(page.id), body: { title: 'Page 2' } };
    await expect(run(updatePage, { ...sent, actor: editor })).rejects.toMatchObject({ code: 'forbidden' });
    const n = (await run(updatePage, { ...sent, actor: editor, proposal: 'new' })).proposal ?? 0;
    await expect(approve(n)).rejects.toMatchObject({ code: 'forbidden' });
    await approve(n, ada);
    await merge(n);
    expect((await show(page.id)).value.title).toBe('Page 2');
  });

  test('forgets old proposals, and what was purged', async () => {
    const [page, other] = [await on.page(), await on.page({ title: 'Other' })];
    const n = await rename(page.id, 'Secret', 'new');
    await rename(other.id, 'Kept', n);
    await approve(n);
    await run(deletePage, { params: idOf(page.id) });
    await run(purgePage, { params: idOf(page.id), actor: person('ada', 'admin') });
    expect(await details(n)).toMatchObject({ state: 'open', changes: [{ id: other.id }], reviews: [] });
    const draft = await rename(other.id, 'Draft', 'new');
    await run(declineProposal, { params: paramsOf(n), actor: editor });
    brand.clock.advance({ days: 91 });
    const tidy = async () =>
      (await run(tidyProposals, { actor: system, body: { pages: [], until: null, isHeld: false } })).value;
    expect(await tidy()).toEqual({ withdrawn: [draft], removed: [], cleaned: [] });
    brand.clock.advance({ days: 366 });
    expect(await tidy()).toEqual({ withdrawn: [], removed: [n, draft], cleaned: [] });
    expect(await rename(other.id, 'Next', 'new')).toBe(draft + 1);
    expect(await pages()).toHaveLength(1);
  });
});
