import * as nodeFs from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { replaceContent } from '../../src/operations/blocks.js';
import { setCategory } from '../../src/operations/categories.js';
import { inspectColor, removeColor, setColor } from '../../src/operations/colors.js';
import { addEntry, editEntry, removeEntry } from '../../src/operations/context.js';
import { noInput, type Operation } from '../../src/operations/engine/contract.js';
import { resources, versionOf } from '../../src/operations/engine/resource.js';
import { replaceMeta, replaceSection, showLanguage } from '../../src/operations/language.js';
import { addMedia, inspectMedia, releaseMedia, setMedia } from '../../src/operations/media.js';
import { createPage, deletePage, showPage, updatePage } from '../../src/operations/pages.js';
import { previewReset, resetBrand } from '../../src/operations/reset.js';
import { listTrash, purgePage, restorePage, showTrashed } from '../../src/operations/trash.js';
import { editor, TestBrand } from '../support/brand.js';
import { checkRepository, git, temporaryDirectory } from '../support/git.js';

let brand: TestBrand;

beforeEach(async () => {
  brand = await TestBrand.create({ fs: nodeFs, data: temporaryDirectory() });
});
afterEach(async () => {
  await brand.close();
  checkRepository(brand.gitdir);
});

const head = (): string => git(brand.gitdir, ['rev-parse', 'main']).trim();
const newest = async () => (await brand.service.openBrand('acme')).read();

interface Run {
  readonly params?: Record<string, string>;
  readonly body?: unknown;
  readonly query?: Record<string, unknown>;
  readonly version?: string | null;
}

async function run<Value>(operation: Operation<Value>, { version, ...input }: Run = {}) {
  const precondition = version == null ? null : { versions: [version] };
  const call = { slug: 'acme', actor: editor, via: 'rest' as const, requestId: 'r1', precondition };
  return brand.service.run(operation, call, { ...noInput, ...input });
}

/** Nothing is stored, and the refusal has its code. */
async function refused(operation: Operation, input: Run, code = 'precondition_failed'): Promise<void> {
  const before = head();
  await expect(run(operation, input)).rejects.toMatchObject({ code });
  expect(head()).toBe(before);
}

interface Thing {
  make(name: string): Promise<{ readonly value: { readonly id: number | string }; readonly version: string | null }>;
  look(id: string): Promise<{ readonly version: string | null }>;
  change(id: string, version: string | null): [Operation, Run];
  remove(id: string, version: string | null): [Operation, Run];
}

describe('the version of a thing', () => {
  test('of a colour, a medium and a fact is its own: changing another does not make it stale', async () => {
    await run(setCategory, { params: { category: 'company' }, body: { label: 'Company' } });
    const fact = { category: 'company', body: 'Text', sources: [] };
    const things: Thing[] = [
      {
        make: (name) => run(setColor, { body: { name, hex: '#123' } }),
        look: (id) => run(inspectColor, { params: { id } }),
        change: (id, version) => [setColor, { params: { id }, body: { hex: '#456' }, version }],
        remove: (id, version) => [removeColor, { params: { id }, body: {}, version }],
      },
      {
        make: (title) => run(addMedia, { body: { type: 'image', title } }),
        look: (id) => run(inspectMedia, { params: { id } }),
        change: (id, version) => [setMedia, { params: { id }, body: { caption: 'New' }, version }],
        remove: (id, version) => [releaseMedia, { params: { id }, body: { released: true }, version }],
      },
      {
        make: (title) => run(addEntry, { body: { ...fact, title } }),
        look: async (entry) => ({ version: versionOf(await newest(), resources.entry(entry)) }),
        change: (entry, version) => [editEntry, { params: { entry }, body: { body: 'New' }, version }],
        remove: (entry, version) => [removeEntry, { params: { entry }, version }],
      },
    ];
    for (const { make, change, look, remove } of things) {
      const [one, two] = [await make('One'), await make('Two')];
      const id = String(one.value.id);
      expect((await look(id)).version).toBe(one.version);
      await run(...change(String(two.value.id), null));
      expect((await look(id)).version).toBe(one.version);
      const changed = await run(...change(id, one.version));
      expect(changed.version).not.toBe(one.version);
      await refused(...remove(id, one.version));
      expect((await run(...remove(id, changed.version))).isCommitted).toBe(true);
    }
  });

  test('in the trash holds for restoring and purging; the list tells where a page was and comes back to', async () => {
    const chapter = await run(createPage, { body: { title: 'Logo', type: 'container' } });
    const blocks = [{ type: 'heading', data: { text: 'Never turn it' } }];
    for (const title of ['Space', 'Size']) {
      await run(createPage, { body: { title, parent_id: chapter.value.id, blocks } });
    }
    const [first, second] = [{ page: '2' }, { page: '3' }];
    for (const params of [first, second]) await run(deletePage, { params });
    const there = { id: 1, title: 'Logo' };
    const shown = await run(showTrashed, { params: first });
    expect(shown.value).toMatchObject({
      id: 2,
      slug: 'space',
      chapter: { ...there, state: 'active' },
      returns_to: there,
    });
    expect(shown.value.page.blocks[0]?.data).toEqual(blocks[0]?.data);
    await run(deletePage, { params: { page: '1' } });
    const listed = (await run(listTrash)).value.map(({ id, chapter, returns_to }) => [id, chapter?.state, returns_to]);
    expect(listed).toEqual([
      [1, undefined, null],
      [2, 'trash', null],
      [3, 'trash', null],
    ]);

    await run(restorePage, { params: second });
    await run(deletePage, { params: second });
    const { version: again } = await run(showTrashed, { params: second });
    await refused(restorePage, { params: second, version: shown.version });
    await refused(purgePage, { params: second, version: shown.version });
    await refused(purgePage, { params: { page: '9' } }, 'not_found');
    expect((await run(purgePage, { params: second, version: again })).value).toEqual({ purged: [3] });
    await refused(showTrashed, { params: second }, 'not_found');
    expect((await run(restorePage, { params: first, version: shown.version })).value.parent_id).toBeNull();
    // The id of a purged page is not handed out again.
    expect((await run(createPage, { body: { title: 'New' } })).value.id).toBe(4);
  });
});

describe('the plan of a reset', () => {
  const page = { page: '1' };
  const rich = (html: string) => ({ blocks: [{ type: 'rich_text', data: { html } }] });

  async function twoVersions() {
    await run(createPage, { body: { title: 'Logo', ...rich('<p>Keep a finger free.</p>') } });
    const to = head();
    await run(replaceContent, { params: page, body: rich('<p>Keep a thumb free.</p>') });
    return { to, page: '1' };
  }

  test('is the same as long as the same happens, and that is what happens', async () => {
    const body = await twoVersions();
    const preview = await run(previewReset, { query: { ...body, mark: 'words' } });
    const { plan, changes } = preview.value;
    expect(changes).toMatchObject([{ kind: 'page', id: 1, change: 'changed', counts: { added: 1, removed: 1 } }]);
    brand.clock.advance({ seconds: 3600 });
    await run(createPage, { body: { title: 'Another page' } });
    await run(replaceSection, { params: { section: 'voice' }, body: { summary: 'Calm.' } });
    expect((await run(previewReset, { query: body })).value.plan).toBe(plan);
    const done = await run(resetBrand, { body: { ...body, plan } });
    expect(done.isCommitted).toBe(true);
    const { value } = await run(showPage, { params: page });
    const old = await run(showPage, { params: page, query: { at: body.to } });
    expect(value).toEqual({ ...old.value, updated_at: value.updated_at });
  });

  test('is another one when the page was changed since it was shown, or its slug was taken', async () => {
    const body = await twoVersions();
    const { plan } = (await run(previewReset, { query: body })).value;
    await run(updatePage, { params: page, body: { title: 'The logo' } });
    await refused(resetBrand, { body: { ...body, plan } });
    const second = (await run(previewReset, { query: body })).value.plan;
    expect(second).not.toBe(plan);
    await refused(resetBrand, { body: { ...body, plan: 'f'.repeat(64) } });
    await refused(resetBrand, { body: { ...body, plan: 'x' } }, 'invalid');
    await run(resetBrand, { body: { ...body, plan: second } });

    const { to } = body;
    await run(deletePage, { params: page });
    const third = (await run(previewReset, { query: body })).value;
    expect(third.conflicts).toEqual([]);
    await run(purgePage, { params: page });
    await run(createPage, { body: { title: 'Logo', slug: 'logo' } });
    await refused(resetBrand, { body: { to, page: '1', plan: third.plan } });
    const fourth = (await run(previewReset, { query: { ...body, force: true } })).value;
    expect(fourth.conflicts).toMatchObject([{ forced: 'its slug becomes "logo-2"' }]);
    await run(resetBrand, { body: { ...body, force: true, plan: fourth.plan } });
    expect((await run(showPage, { params: page })).value.slug).toBe('logo-2');
  });
});

test('the section meta is replaced by its own operation, on the version that was read', async () => {
  const { version } = await run(replaceMeta, { body: { language: 'en', audience: ['editors'] } });
  expect((await run(showLanguage)).value).toMatchObject({
    version: 1,
    meta: { language: 'en', audience: ['editors'] },
  });
  await run(replaceMeta, { body: { meta: { language: 'de' } }, version });
  await refused(replaceMeta, { body: { language: 'fr' }, version });
  await refused(replaceMeta, { body: [] }, 'invalid');
  await refused(replaceSection, { params: { section: 'meta' }, body: { language: 'fr' } }, 'invalid');
  expect((await run(showLanguage)).value).toMatchObject({ version: 2, meta: { language: 'de' } });
});
