import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { writeBrandFolder } from '../../src/brand-folder/write-folder.js';
import { paths } from '../../src/content/catalog/paths.js';
import { PageFile } from '../../src/content/page.js';
import { sortedBy } from '../../src/lib/order.js';
import { duplicatePage } from '../../src/operations/arrange-pages.js';
import { comparePage } from '../../src/operations/compare.js';
import { noBody } from '../../src/operations/engine/input.js';
import { changePage, deletePage, showPage } from '../../src/operations/pages.js';
import { previewReset, resetBrand } from '../../src/operations/reset.js';
import { savePage } from '../../src/operations/save-page.js';
import { restorePage } from '../../src/operations/trash.js';
import { withoutUnusedMembers } from '../../src/validation/new-members.js';
import { read } from '../brand-folder/temp-folder.js';
import { pushFiles, storedFile, temporaryDirectory } from '../support/git.js';
import { sanitizer } from '../support/portal.js';
import { brandForEach, client, portal } from '../support/portal-fixture.js';
import { openPortal, visit } from '../support/portal-visitors.js';
import { details, editor, idOf, makePage, pagesOf, publish, run } from '../support/proposals.js';

brandForEach({ real: true });

/** Another value of each field that a change can be about: all but the id, which stays, and the time, which each write sets. */
const values: Readonly<Omit<PageFile, 'id' | 'updated_at'>> = {
  title: 'Renamed',
  slug: 'elsewhere',
  type: 'container',
  parent_id: 1,
  position: 'Zz',
  nav_expansion: 'pinned_open',
  visibility: 'internal',
  language: 'de-AT',
  summary: 'What it is about.',
  cover: 7,
  blocks: [{ id: 'b1', type: 'heading', data: { text: 'New' } }],
};
type Field = keyof typeof values;

/** Fields that a copy of a page does not take over; a chapter has no copy. */
const ownOfCopy: readonly Field[] = ['title', 'slug', 'type', 'position', 'visibility', 'blocks'];

const [chapter, reader, changed] = [1, 2, 3];
const anyTime = expect.any(String);

const brand = () => ({ service: portal.service, slug: client.brand });
const params = idOf(changed);
const stored = (id = changed): PageFile => storedFile(portal.gitdir(client.brand), paths.page(id));
const head = () => portal.head(client.brand);

/** The write of any fields of a page, as every write of a page stores them. */
const write = (changes: Partial<PageFile>, id = changed, proposal?: 'new') => {
  const operation = changePage({ name: 'test', summary: 'Test', body: noBody, change: () => [changes, 'Change'] });
  return run(brand(), operation, { params: idOf(id), proposal });
};

/** A released picture, for the cover. */
const picture = {
  ...{ id: 7, title: 'Bus', type: 'image', caption: null, width: 1, height: 1, media_category_id: null },
  ...{ released: true, status: 'ready' },
};

beforeEach(async () => {
  await openPortal(portal, client.brand);
  pushFiles(portal.gitdir(client.brand), { [paths.media(picture.id)]: picture });
  await makePage(brand(), { title: 'Chapter', type: 'container' });
  await makePage(brand(), { title: 'Reader', parent_id: chapter });
  await makePage(brand(), { title: 'Page' });
  for (const id of [chapter, reader, changed]) await write({ visibility: 'public' }, id);
});

describe.each(Object.keys(values) as Field[])('a change of only the field %s', (field) => {
  const change = { [field]: values[field] };
  const ofOthers = field === 'title' ? { nav_expansion: 'pinned_open' as const } : { title: 'Of others' };

  it('is published by a proposal', async () => {
    const { proposal } = await write(change, changed, 'new');
    await write(ofOthers);
    const before = stored();
    expect(before).not.toMatchObject(change);
    expect(await details(brand(), Number(proposal))).toMatchObject({ conflicts: 0 });
    await publish(brand(), Number(proposal));
    expect(stored()).toEqual({ ...before, ...change, updated_at: anyTime });
  });

  it('stays and is counted when a save of an older version is merged', async () => {
    const { version: base } = await run(brand(), showPage, { params });
    await write(change);
    const mine = field === 'title' ? { blocks: [{ type: 'heading', data: { text: 'Mine' } }] } : { title: 'Mine' };
    const { merged } = await run(brand(), savePage, { params, body: { base, ...mine } });
    expect(merged?.applied).toBe(1);
    expect(stored()).toMatchObject({ ...change, ...mine });
  });

  it('is named by comparisons, and taken back by a reset', async () => {
    const [before, to] = [stored(), head()];
    await write(change);
    const { value: compared } = await run(brand(), comparePage, { params, actor: editor });
    const reset = { to, page: String(changed) };
    const { value: preview } = await run(brand(), previewReset, { query: reset, actor: editor });
    const isBlocks = field === 'blocks';
    expect(compared).toMatchObject({ change: 'edited', counts: { added: Number(isBlocks) } });
    expect(preview.changes).toMatchObject([{ change: 'changed', counts: { removed: Number(isBlocks) } }]);
    for (const { fields } of [compared, ...preview.changes])
      expect(fields.map((one) => one.field)).toEqual(isBlocks ? [] : [field]);
    await run(brand(), resetBrand, { body: reset, actor: editor });
    expect(stored()).toEqual({ ...before, updated_at: anyTime });
  });

  it('is in the next answer of the portal, for the page and for others', async () => {
    if (field === 'nav_expansion') {
      await write({ type: 'container' });
      const { id } = await makePage(brand(), { title: 'Inside', parent_id: changed });
      await write({ visibility: 'public' }, id);
    }
    const answers = async (headers = {}) => {
      const at = ['reader', 'page'].map((slug) => `/brands/${client.brand}/${slug}`);
      const asked = await Promise.all(at.map((path) => visit(portal, path, { headers })));
      return Promise.all(asked.map(async (answer) => [answer.status, await answer.text()]));
    };
    const before = await answers();
    // Pages show no cover of another one, and this medium has no file.
    if (field === 'cover') return;
    await write(change);
    // A request with credentials is never answered from memory.
    const after = await answers({ Authorization: 'Basic eDp5' });
    expect(await answers()).toEqual(after);
    expect(after).not.toEqual(before);
  });

  it('is kept by the trash, a copy, and an export that is imported', async () => {
    await write(change);
    const before = stored();
    if (!ownOfCopy.includes(field)) {
      const { value } = await run(brand(), duplicatePage, { params });
      expect(stored(value.id)).toMatchObject(change);
    }
    await run(brand(), deletePage, { params });
    await run(brand(), restorePage, { params });
    expect(stored()).toEqual({ ...before, updated_at: anyTime });

    const folder = join(temporaryDirectory(), 'acme');
    const options = { sanitizer, newBlockId: () => 'new', time: '2026-01-31T09:30:00Z' };
    await writeBrandFolder(await portal.service.exportBrand(client.brand), folder, options);
    const { files } = await read(folder);
    // Positions are given by the order of the files.
    expect(withoutUnusedMembers(PageFile, files.get(paths.page(changed)))).toEqual({ ...stored(), position: anyTime });
    const imported = [...files].flatMap(([path, value]) => (path.startsWith('pages/') ? [value as PageFile] : []));
    const ids = (pages: readonly Pick<PageFile, 'id' | 'parent_id'>[]) =>
      pages.filter(({ parent_id }) => parent_id === null).map(({ id }) => id);
    expect(ids(sortedBy(imported, ({ position }) => position))).toEqual(ids(await pagesOf(brand())));
  });
});
