import { describe, expect, test } from 'vitest';
import { replaceContent } from '../../src/operations/blocks.js';
import { setColor } from '../../src/operations/colors.js';
import type { Actor } from '../../src/operations/engine/access.js';
import type { Operation } from '../../src/operations/engine/contract.js';
import { replaceSection } from '../../src/operations/language.js';
import { createPage, deletePage, listPages } from '../../src/operations/pages.js';
import { addComment, resolveComment } from '../../src/operations/proposals/comments.js';
import { approveProposal, declineProposal, settleConflicts } from '../../src/operations/proposals/decide.js';
import { mergeProposal } from '../../src/operations/proposals/merge.js';
import { brand, brandForEach } from '../support/brand-fixture.js';
import { block, editor, idOf, onBrand, paramsOf } from '../support/proposals.js';

brandForEach();
const { run, page, rename, read, pages, details, approve, merge, publish, head } = onBrand(() => brand);

const change = (id: number, blocks: readonly object[], proposal?: number | 'new') =>
  run(replaceContent, { params: idOf(id), body: { blocks }, proposal });

/** A page, and the number of a proposal that renames it. */
async function renamed(title = 'The logo', fields: object = {}) {
  const { id } = await page({ title: 'Logo', ...fields });
  return { id, n: await rename(id, title, 'new') };
}

describe('a merge', () => {
  test('is one commit of the proposer, with who approved and published it', async () => {
    const { id, n } = await renamed();
    const chapter = await page({ title: 'Chapter', type: 'container' }, n);
    await page({ title: 'Inside', parent_id: chapter.id, blocks: [block('One.')] }, n);
    await approve(n);
    const shown = (await run(listPages, { actor: editor, proposal: n })).value;
    const before = head();
    const merged = await merge(n);
    expect(merged.value.ids).toMatchObject([{ final: id + 1 }, { final: id + 2 }]);
    const { versions } = await brand.service.openBrand('acme');
    expect(await versions.parentOf(head())).toBe(before);
    expect((await versions.history({ limit: 1 }).next()).value).toMatchObject({
      ...{ author: 'Editor', subject: 'Publish proposal 1: Change page 1 "Logo": rename to "The logo"' },
    });
    const trailers = ['Operation', 'Person', 'Proposed-By', 'Approved-By', 'Proposal'];
    expect(await Promise.all(trailers.map((key) => versions.trailerOf(head(), key)))).toEqual([
      ...['proposals.merge', 'edith', 'key k1', 'person edith', expect.stringMatching(/^1 [0-9a-f]{40}$/)],
    ]);
    const after = await pages();
    const timeless = (pages: typeof after) => pages.map(({ title, slug, type }) => ({ title, slug, type }));
    expect(timeless(after)).toEqual(timeless(shown));
    expect(after.at(-1)?.parent_id).toBe(id + 1);
    expect(await details(n)).toMatchObject({ state: 'merged', changes: [], merged: [{ commit: head() }] });
    expect((await merge(n)).value.found).toBe(head());
    expect(await versions.parentOf(head())).toBe(before);
  });

  test('takes what the brand has changed meanwhile, and asks for a second look', async () => {
    const { id, n } = await renamed('The logo', { blocks: [block('One.'), block('Two.')] });
    await approve(n);
    await change(id, [block('Three.')]);
    await expect(merge(n)).rejects.toMatchObject({ code: 'precondition_failed' });
    expect((await details(n)).is_outdated).toBe(true);
    await publish(n);
    expect(await read(id)).toMatchObject({ title: 'The logo', blocks: [{ data: { html: '<p>Three.</p>' } }] });
  });

  test('of a part leaves the rest open, and gives it the final ids', async () => {
    const chapter = await page({ title: 'Chapter', type: 'container' }, 'new');
    const { n } = chapter;
    const below = await page({ title: 'Below', parent_id: chapter.id }, n);
    await approve(n);
    await expect(merge(n, [{ kind: 'page', id: below.id }])).rejects.toMatchObject({ code: 'invalid' });
    await merge(n, [{ kind: 'page', id: chapter.id }]);
    expect(await pages()).toMatchObject([{ id: 1, title: 'Chapter' }]);
    expect(await details(n)).toMatchObject({ state: 'open', changes: [{ id: below.id }] });
    await publish(n);
    expect((await details(n)).state).toBe('merged');
    expect(await pages()).toMatchObject([
      { id: 1, title: 'Chapter' },
      { id: 2, title: 'Below', parent_id: 1 },
    ]);
  });

  test('needs an approval by people', async () => {
    const { id, n } = await renamed();
    await expect(merge(n)).rejects.toMatchObject({ code: 'invalid' });
    const deciding: Operation[] = [mergeProposal, approveProposal, declineProposal];
    for (const operation of deciding) {
      const call = run(operation, { params: paramsOf(n), body: { result: 'x' } });
      await expect(call).rejects.toMatchObject({ code: 'forbidden' });
    }
    await approve(n);
    await rename(id, 'Logos', n);
    expect(await details(n)).toMatchObject({ state: 'open', reviews: [] });
  });

  test('counts the corporate language once, and moves pages to the trash as they are', async () => {
    const { id } = await page({ title: 'Logo' });
    const n = 1;
    const params = { section: 'voice' };
    await run(replaceSection, { params, body: { summary: 'Calm' }, proposal: 'new' });
    await run(replaceSection, { params, body: { summary: 'Clear' }, proposal: n });
    await run(deletePage, { params: idOf(id), proposal: n });
    await run(setColor, { body: { name: 'Red', hex: '#ff0000' }, proposal: n, actor: editor });
    expect((await details(n)).changes.map(({ kind, change }) => `${change} ${kind}`).sort()).toEqual([
      'added color',
      'added language',
      'added section',
      'trashed page',
    ]);
    await publish(n);
    const { catalog } = await (await brand.service.openBrand('acme')).read();
    expect(catalog.language.version).toBe(1);
    expect([catalog.pages.size, [...catalog.trash.keys()], [...catalog.colors.keys()]]).toEqual([0, [id], [1]]);
  });
});

describe('what both changed', () => {
  const conflict = async () => {
    const made = await renamed('Mine');
    await rename(made.id, 'Theirs');
    return made;
  };

  test.each([
    ['mine', 'Mine'],
    ['theirs', 'Theirs'],
  ] as const)('is settled as %s', async (side, title) => {
    const { id, n } = await conflict();
    const found = await details(n);
    expect(found).toMatchObject({
      conflicts: 1,
      changes: [{ conflicts: [{ field: 'title', mine: 'Mine', theirs: 'Theirs' }] }],
    });
    expect((await read(id, n)).title).toBe('Mine');
    await expect(approve(n)).rejects.toMatchObject({ code: 'invalid' });
    await run(settleConflicts, { params: paramsOf(n), actor: editor, body: { kind: 'page', id, side } });
    expect((await read(id, n)).title).toBe(title);
    expect(await details(n)).toMatchObject({ conflicts: 0, changes: side === 'mine' ? [{ id }] : [] });
  });

  describe('in several places of a page', () => {
    const texts = async (n?: number) => (await read(1, n)).blocks.map(({ data }) => data.html);
    const place = (block: unknown, side: string, text?: string) => ({ block, field: 'html', side, text });

    /** A page of which both sides change the title and three texts, and each side one more text. */
    async function meeting() {
      const all = ['One.', 'Two.', 'Three.', 'Four.', 'Five.'];
      const logo = await page({ title: 'Logo', blocks: all.map(block) });
      const edit = async (title: string, words: readonly string[], proposal?: 'new') => {
        const blocks = logo.blocks.map((one, at) => ({ ...one, ...block(words[at] ?? '') }));
        const written = await change(logo.id, blocks, proposal);
        return rename(logo.id, title, written.proposal ?? undefined);
      };
      const n = await edit('Mine', ['One mine.', 'Two mine.', 'Three mine.', 'Four mine.', 'Five.'], 'new');
      await edit('Theirs', ['One theirs.', 'Two theirs.', 'Three theirs.', 'Four.', 'Five theirs.']);
      return { n, ids: logo.blocks.map(({ id }) => id) };
    }

    const settle = (n: number, places: readonly object[], side?: string) =>
      run(settleConflicts, { params: paramsOf(n), actor: editor, body: { kind: 'page', id: 1, places, side } });

    test('each is settled by itself, and what only one side changed stays', async () => {
      const { n, ids } = await meeting();
      expect((await details(n)).conflicts).toBe(4);
      await settle(n, [
        { block: null, field: 'title', side: 'together', text: 'Both' },
        place(ids[0], 'mine'),
        place(ids[1], 'theirs'),
        place(ids[2], 'together', '<p>Three <script>x</script>of both.</p>'),
      ]);
      const now = ['One mine.', 'Two theirs.', 'Three of both.', 'Four mine.', 'Five theirs.'];
      expect([(await read(1, n)).title, await texts(n)]).toEqual(['Both', now.map((one) => `<p>${one}</p>`)]);
      expect((await details(n)).conflicts).toBe(0);
      await publish(n);
      expect(await texts()).toEqual(now.map((one) => `<p>${one}</p>`));
    });

    test('none is left out, and no text that does not fit is taken', async () => {
      const { n, ids } = await meeting();
      const before = await texts(n);
      await expect(settle(n, [place(ids[0], 'mine')])).rejects.toMatchObject({ code: 'invalid' });
      const long = { block: null, field: 'title', side: 'together', text: 'x'.repeat(5000) };
      await expect(settle(n, [long], 'mine')).rejects.toMatchObject({ code: 'invalid' });
      expect(await texts(n)).toEqual(before);
      await settle(n, [], 'theirs');
      expect(await texts(n)).toEqual(
        ['One theirs.', 'Two theirs.', 'Three theirs.', 'Four mine.', 'Five theirs.'].map((one) => `<p>${one}</p>`),
      );
    });
  });

  test('stays open when another part of the page is written', async () => {
    const { id, n } = await conflict();
    await change(id, [block('New.')], n);
    expect((await details(n)).conflicts).toBe(1);
  });

  test('may be a page that is gone', async () => {
    const { id, n } = await renamed('Mine');
    await run(deletePage, { params: idOf(id) });
    expect(await details(n)).toMatchObject({ changes: [{ conflicts: [{ kind: 'removed_there' }] }] });
    await run(settleConflicts, { params: paramsOf(n), actor: editor, body: { kind: 'page', id, side: 'mine' } });
    expect(await details(n)).toMatchObject({ conflicts: 0, changes: [{ change: 'restored' }] });
    await publish(n);
    expect((await read(id)).title).toBe('Mine');
  });

  test('and a rule that the result would break changes it', async () => {
    const chapter = await page({ title: 'Chapter', type: 'container' });
    const { n } = await page({ title: 'Voice', parent_id: chapter.id }, 'new');
    await page({ title: 'Voice' });
    await run(deletePage, { params: idOf(chapter.id) });
    const [first] = (await details(n)).changes;
    expect(first?.messages).toHaveLength(2);
    await publish(n);
    const places = (await pages()).map(({ slug, parent_id }) => `${slug} ${parent_id}`).sort();
    expect(places).toEqual(['voice null', 'voice-2 null']);
  });
});

test('resolving a comment with an Idempotency-Key again names that comment', async () => {
  const { n } = await renamed();
  for (const text of ['First.', 'Second.']) await run(addComment, { params: paramsOf(n), body: { text } });
  const once = { params: { ...paramsOf(n), comment: '1' }, body: { resolved: true }, idempotencyKey: 'once' };
  const [made, again] = [await run(resolveComment, once), await run(resolveComment, once)];
  expect(again).toMatchObject({ value: made.value, isReplayed: true });
  expect(made.value).toMatchObject({ id: 1, text: 'First.' });
});

test('an agent goes on with its own newest draft, not with that of its person or of another agent', async () => {
  const agent = (grant: string) => ({
    ...editor,
    agent: { grant, client: 'Agent', scopes: [], rights: ['read', 'write'] as const, translates: [] },
  });
  const draftOf = async (actor: Actor): Promise<number | null | undefined> =>
    (await run(createPage, { actor, proposal: 'newest', body: { title: 'Draft' } })).proposal;
  const drafts = [await draftOf(editor), await draftOf(agent('g1')), await draftOf(agent('g2'))];
  expect(new Set(drafts).size).toBe(3);
  expect([await draftOf(editor), await draftOf(agent('g1')), await draftOf(agent('g2'))]).toEqual(drafts);
});
