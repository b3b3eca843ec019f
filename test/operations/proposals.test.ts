import { describe, expect, test } from 'vitest';
import { replaceContent } from '../../src/operations/blocks.js';
import { setColor } from '../../src/operations/colors.js';
import type { Operation } from '../../src/operations/engine/contract.js';
import { replaceSection } from '../../src/operations/language.js';
import { createPage, deletePage, listPages, showPage, updatePage } from '../../src/operations/pages.js';
import { addComment, listComments, resolveComment } from '../../src/operations/proposals/comments.js';
import { approveProposal, declineProposal, settleConflicts } from '../../src/operations/proposals/decide.js';
import { mergeProposal } from '../../src/operations/proposals/merge.js';
import { listProposals } from '../../src/operations/proposals/proposals.js';
import { brand, brandForEach } from '../support/brand-fixture.js';
import { headOf } from '../support/commits.js';
import { approve, details, editor, merge, paramsOf, person, run, writer } from '../support/proposals.js';

brandForEach();

const block = (html: string) => ({ type: 'rich_text', data: { html: `<p>${html}</p>` } });
const page = async (fields: object, proposal?: number | 'new') =>
  run(brand, createPage, { body: { title: 'Page', ...fields }, ...(proposal !== undefined && { proposal }) });
const head = () => headOf(brand.gitdir, brand.fs);
const rename = (id: number, title: string, proposal?: number | 'new') =>
  run(brand, updatePage, {
    params: { page: String(id) },
    body: { title },
    ...(proposal !== undefined && { proposal }),
  });
const read = async (id: number, proposal?: number) =>
  (
    await run(brand, showPage, {
      params: { page: String(id) },
      actor: editor,
      ...(proposal !== undefined && { proposal }),
    })
  ).value;

describe('a merge', () => {
  test('is one commit of the proposer, with who approved and published it', async () => {
    const { value: logo } = await page({ title: 'Logo' });
    const { proposal: n = 0 } = await rename(logo.id, 'The logo', 'new');
    const { value: chapter } = await page({ title: 'Chapter', type: 'container' }, n ?? 0);
    await page({ title: 'Inside', parent_id: chapter.id, blocks: [block('One.')] }, n ?? 0);
    await approve(brand, n ?? 0);
    const shown = (await run(brand, listPages, { actor: editor, proposal: n ?? 0 })).value;
    const before = head();
    const merged = await merge(brand, n ?? 0);
    expect(merged.value.ids).toMatchObject([{ final: logo.id + 1 }, { final: logo.id + 2 }]);
    const { versions } = await brand.service.openBrand('acme');
    expect(await versions.parentOf(head())).toBe(before);
    const entry = (await versions.history({ limit: 1 }).next()).value;
    expect(entry).toMatchObject({
      author: 'Editor',
      subject: 'Publish proposal 1: Change page 1 "Logo": rename to "The logo"',
    });
    const trailer = (key: string) => versions.trailerOf(head(), key);
    expect([await trailer('Operation'), await trailer('Person'), await trailer('Proposed-By')]).toEqual([
      'proposals.merge',
      'edith',
      'key k1',
    ]);
    expect([await trailer('Approved-By'), await trailer('Proposal')]).toEqual([
      'person edith',
      expect.stringMatching(/^1 [0-9a-f]{40}$/),
    ]);
    const after = (await run(brand, listPages)).value;
    const timeless = (pages: typeof after) => pages.map(({ title, slug, type }) => ({ title, slug, type }));
    expect(timeless(after)).toEqual(timeless(shown));
    expect(after.at(-1)?.parent_id).toBe(logo.id + 1);
    expect(await details(brand, n ?? 0)).toMatchObject({ state: 'merged', changes: [], merged: [{ commit: head() }] });
    expect((await merge(brand, n ?? 0)).value.found).toBe(head());
    expect(await versions.parentOf(head())).toBe(before);
  });

  test('takes what the brand has changed meanwhile, and asks for a second look', async () => {
    const { value: logo } = await page({ title: 'Logo', blocks: [block('One.'), block('Two.')] });
    const { proposal } = await rename(logo.id, 'The logo', 'new');
    const n = proposal ?? 0;
    await approve(brand, n);
    await run(brand, replaceContent, { params: { page: String(logo.id) }, body: { blocks: [block('Three.')] } });
    await expect(merge(brand, n)).rejects.toMatchObject({ code: 'precondition_failed' });
    expect((await details(brand, n)).is_outdated).toBe(true);
    await approve(brand, n);
    await merge(brand, n);
    expect(await read(logo.id)).toMatchObject({ title: 'The logo', blocks: [{ data: { html: '<p>Three.</p>' } }] });
  });

  test('of a part leaves the rest open, and gives it the final ids', async () => {
    const { value: chapter, proposal } = await page({ title: 'Chapter', type: 'container' }, 'new');
    const n = proposal ?? 0;
    const { value: below } = await page({ title: 'Below', parent_id: chapter.id }, n);
    await approve(brand, n);
    await expect(merge(brand, n, [{ kind: 'page', id: below.id }])).rejects.toMatchObject({ code: 'invalid' });
    await merge(brand, n, [{ kind: 'page', id: chapter.id }]);
    expect((await run(brand, listPages)).value).toMatchObject([{ id: 1, title: 'Chapter' }]);
    expect(await details(brand, n)).toMatchObject({ state: 'open', changes: [{ id: below.id }] });
    await approve(brand, n);
    await merge(brand, n);
    expect((await details(brand, n)).state).toBe('merged');
    const pages = (await run(brand, listPages)).value;
    expect(pages).toMatchObject([
      { id: 1, title: 'Chapter' },
      { id: 2, title: 'Below', parent_id: 1 },
    ]);
  });

  test('needs an approval by people', async () => {
    const { value: logo } = await page({ title: 'Logo' });
    const { proposal } = await rename(logo.id, 'The logo', 'new');
    const n = proposal ?? 0;
    await expect(merge(brand, n)).rejects.toMatchObject({ code: 'invalid' });
    const deciding: Operation[] = [mergeProposal, approveProposal, declineProposal];
    for (const operation of deciding) {
      const call = run(brand, operation, { params: paramsOf(n), body: { result: 'x' } });
      await expect(call).rejects.toMatchObject({ code: 'forbidden' });
    }
    await approve(brand, n);
    await rename(logo.id, 'Logos', n);
    expect(await details(brand, n)).toMatchObject({ state: 'open', reviews: [] });
  });

  test('counts the corporate language once, and moves pages to the trash as they are', async () => {
    const { value: logo } = await page({ title: 'Logo' });
    const params = { section: 'voice' };
    const { proposal } = await run(brand, replaceSection, { params, body: { summary: 'Calm' }, proposal: 'new' });
    const n = proposal ?? 0;
    await run(brand, replaceSection, { params, body: { summary: 'Clear' }, proposal: n });
    await run(brand, deletePage, { params: { page: String(logo.id) }, proposal: n });
    await run(brand, setColor, { body: { name: 'Red', hex: '#ff0000' }, proposal: n, actor: editor });
    expect((await details(brand, n)).changes.map(({ kind, change }) => `${change} ${kind}`).sort()).toEqual([
      'added color',
      'added language',
      'added section',
      'trashed page',
    ]);
    await approve(brand, n);
    await merge(brand, n);
    const { catalog } = await (await brand.service.openBrand('acme')).read();
    expect(catalog.language.version).toBe(1);
    expect([catalog.pages.size, [...catalog.trash.keys()], [...catalog.colors.keys()]]).toEqual([0, [logo.id], [1]]);
  });
});

describe('what both changed', () => {
  const conflict = async () => {
    const { value: logo } = await page({ title: 'Logo' });
    const { proposal } = await rename(logo.id, 'Mine', 'new');
    await rename(logo.id, 'Theirs');
    return { id: logo.id, n: proposal ?? 0 };
  };

  test.each([
    ['mine', 'Mine'],
    ['theirs', 'Theirs'],
  ] as const)('is settled as %s', async (side, title) => {
    const { id, n } = await conflict();
    const found = await details(brand, n);
    expect(found).toMatchObject({
      conflicts: 1,
      changes: [{ conflicts: [{ field: 'title', mine: 'Mine', theirs: 'Theirs' }] }],
    });
    expect((await read(id, n)).title).toBe('Mine');
    await expect(approve(brand, n)).rejects.toMatchObject({ code: 'invalid' });
    await run(brand, settleConflicts, { params: paramsOf(n), actor: editor, body: { kind: 'page', id, side } });
    expect((await read(id, n)).title).toBe(title);
    expect(await details(brand, n)).toMatchObject({ conflicts: 0, changes: side === 'mine' ? [{ id }] : [] });
  });

  describe('in several places of a page', () => {
    const texts = async (n?: number) => (await read(1, n)).blocks.map(({ data }) => data.html);
    const place = (block: unknown, side: string, text?: string) => ({ block, field: 'html', side, text });

    /** A page of which both sides change the title and three texts, and each side one more text. */
    async function meeting() {
      const all = ['One.', 'Two.', 'Three.', 'Four.', 'Five.'];
      const { value: logo } = await page({ title: 'Logo', blocks: all.map(block) });
      const edit = async (title: string, words: readonly string[], proposal?: 'new') => {
        const params = { page: String(logo.id) };
        const blocks = logo.blocks.map((one, at) => ({ ...one, ...block(words[at] ?? '') }));
        const written = await run(brand, replaceContent, { params, body: { blocks }, ...(proposal && { proposal }) });
        await rename(logo.id, title, written.proposal ?? undefined);
        return written.proposal ?? 0;
      };
      const n = await edit('Mine', ['One mine.', 'Two mine.', 'Three mine.', 'Four mine.', 'Five.'], 'new');
      await edit('Theirs', ['One theirs.', 'Two theirs.', 'Three theirs.', 'Four.', 'Five theirs.']);
      return { n, ids: logo.blocks.map(({ id }) => id) };
    }

    const settle = (n: number, places: readonly object[], side?: string) =>
      run(brand, settleConflicts, { params: paramsOf(n), actor: editor, body: { kind: 'page', id: 1, places, side } });

    test('each is settled by itself, and what only one side changed stays', async () => {
      const { n, ids } = await meeting();
      expect((await details(brand, n)).conflicts).toBe(4);
      await settle(n, [
        { block: null, field: 'title', side: 'together', text: 'Both' },
        place(ids[0], 'mine'),
        place(ids[1], 'theirs'),
        place(ids[2], 'together', '<p>Three <script>x</script>of both.</p>'),
      ]);
      const now = ['One mine.', 'Two theirs.', 'Three of both.', 'Four mine.', 'Five theirs.'];
      expect([(await read(1, n)).title, await texts(n)]).toEqual(['Both', now.map((one) => `<p>${one}</p>`)]);
      expect((await details(brand, n)).conflicts).toBe(0);
      await approve(brand, n);
      await merge(brand, n);
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
    await run(brand, replaceContent, { params: { page: String(id) }, body: { blocks: [block('New.')] }, proposal: n });
    expect((await details(brand, n)).conflicts).toBe(1);
  });

  test('may be a page that is gone', async () => {
    const { value: logo } = await page({ title: 'Logo' });
    const { proposal } = await rename(logo.id, 'Mine', 'new');
    const n = proposal ?? 0;
    await run(brand, deletePage, { params: { page: String(logo.id) } });
    expect(await details(brand, n)).toMatchObject({ changes: [{ conflicts: [{ kind: 'removed_there' }] }] });
    await run(brand, settleConflicts, {
      params: paramsOf(n),
      actor: editor,
      body: { kind: 'page', id: logo.id, side: 'mine' },
    });
    expect(await details(brand, n)).toMatchObject({ conflicts: 0, changes: [{ change: 'restored' }] });
    await approve(brand, n);
    await merge(brand, n);
    expect((await read(logo.id)).title).toBe('Mine');
  });

  test('and a rule that the result would break changes it', async () => {
    const { value: chapter } = await page({ title: 'Chapter', type: 'container' });
    const { proposal } = await page({ title: 'Voice', parent_id: chapter.id }, 'new');
    const n = proposal ?? 0;
    await page({ title: 'Voice' });
    await run(brand, deletePage, { params: { page: String(chapter.id) } });
    const [change] = (await details(brand, n)).changes;
    expect(change?.messages).toHaveLength(2);
    await approve(brand, n);
    await merge(brand, n);
    const pages = (await run(brand, listPages)).value;
    const places = pages.map(({ slug, parent_id }) => `${slug} ${parent_id}`).sort();
    expect(places).toEqual(['voice null', 'voice-2 null']);
  });
});

describe('a review', () => {
  test('has comments', async () => {
    const { value: logo } = await page({ title: 'Logo' });
    const { proposal } = await rename(logo.id, 'The logo', 'new');
    const params = paramsOf(proposal ?? 0);
    const said = { params, actor: editor, body: { text: 'Why?', page: logo.id }, idempotencyKey: 'once' };
    await run(brand, addComment, said);
    expect((await run(brand, addComment, said)).isReplayed).toBe(true);
    await run(brand, addComment, { params, body: { text: 'So.', reply_to: 1 } });
    await run(brand, resolveComment, { params: { ...params, comment: '1' }, actor: editor, body: { resolved: true } });
    const { value } = await run(brand, listComments, { params });
    expect(value).toMatchObject([
      { id: 1, by: { id: 'edith' }, resolved: {} },
      { id: 2, reply_to: 1, resolved: null },
    ]);
    expect((await details(brand, proposal ?? 0)).comments).toEqual({ count: 2, open: 1 });
  });

  test('shows a proposal to whom it concerns', async () => {
    const { value: logo } = await page({ title: 'Logo' });
    const { proposal } = await rename(logo.id, 'The logo', 'new');
    const n = proposal ?? 0;
    const other = { ...writer, id: 'k2' };
    const reader = { ...writer, id: 'k3', rights: ['read'] as const };
    const seen = async () => {
      const actors = [writer, editor, person('ada', 'admin'), other, reader];
      const lists = actors.map(async (actor) => (await run(brand, listProposals, { actor })).value.length);
      return Promise.all(lists);
    };
    expect(await seen()).toEqual([1, 1, 1, 0, 0]);
    await approve(brand, n);
    expect(await seen()).toEqual([1, 1, 1, 1, 0]);
    await expect(
      run(brand, updatePage, { params: { page: '1' }, body: { title: 'x' }, proposal: n, actor: other }),
    ).rejects.toMatchObject({ code: 'forbidden' });
  });
});
