import { describe, expect, it } from 'vitest';
import { dayMs } from '../../src/lib/clock.js';
import { setBrand } from '../../src/operations/brand.js';
import { setCollection } from '../../src/operations/collections.js';
import { listAllMedia, removeMedia, setMedia } from '../../src/operations/media.js';
import { removeTag } from '../../src/operations/media-names.js';
import { updateMedia } from '../../src/operations/update-media.js';
import { git, pushFiles } from '../support/git.js';
import { client, operate, portal, portalForEach } from '../support/portal-fixture.js';
import { putFile } from '../support/put-file.js';
import { backendOrigin, type WorkspaceClient, words } from '../support/workspace.js';
import { as, field, follow, subject } from '../support/workspace-people.js';

portalForEach({ real: true });

const media = '/brands/acme/media';
const today = (days = 0): string =>
  new Date(portal.service.clock().getTime() + days * dayMs).toISOString().slice(0, 10);

const stored = { title: null, caption: null, type: 'image', width: 40, height: 40, media_category_id: null };

interface Sent {
  readonly [member: string]: unknown;
}

const names = (...texts: string[]) => ({
  next_id: texts.length + 1,
  items: texts.map((name, index) => ({ id: index + 1, name, merged: [] })),
});

/** Stores media by git: ids from 1 on. */
function push(all: readonly Sent[], more: Sent = {}): void {
  const files = all.map((medium, index) => {
    return [`media/${index + 1}.json`, { id: index + 1, ...stored, released: false, status: 'ready', ...medium }];
  });
  pushFiles(portal.gitdir('acme'), { ...Object.fromEntries(files), ...more }, 'Media');
}

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="9" height="9"/></svg>';

/** Ids of the media that an address lists, in their order. */
async function listed(editor: WorkspaceClient, query: string): Promise<number[]> {
  const { status, text } = await editor.get(`${media}?${query}`);
  expect([query, status]).toEqual([query, 200]);
  return [...text.matchAll(/name="medium" value="(\d+)"/g)].map(([, id]) => Number(id));
}

/** Value of the box that selects all media of an address. */
const valueOfAll = async (editor: WorkspaceClient, query: string): Promise<string> =>
  /name="all" value="([^"]*)"/.exec((await editor.get(`${media}?${query}`)).text)?.[1] ?? '';

/** Sends the form of the bar. */
function change(editor: WorkspaceClient, fields: Record<string, string>, ids: readonly number[], query = '') {
  const form = { tag: '', category: '', valid_from: '', valid_until: '', ...fields };
  const body = String(new URLSearchParams([...Object.entries(form), ...ids.map((id) => ['medium', String(id)])]));
  const headers = { Origin: backendOrigin(portal), 'Content-Type': 'application/x-www-form-urlencoded' };
  return editor.send('POST', `${media}/change?${query}`, { body, headers });
}

const all = () => operate(listAllMedia);

describe('the library', () => {
  it('finds by kind, category, tags, state and words, and orders', async () => {
    push(
      [
        {
          title: 'Ünser Zug',
          tags: [1, 2],
          media_category_id: 1,
          description: 'A train',
          released: true,
          valid_until: today(30),
        },
        { title: 'b10', tags: [1], media_category_id: 2, credit: 'Mira Holm', released: true, valid_until: today(31) },
        { title: 'b9', type: 'document', tags: [9], valid_until: today(-1), original_name: 'Straße.pdf' },
        { title: 'a', type: 'audio', status: 'failed', tags: [3], valid_until: today() },
      ],
      {
        'media/tags.json': {
          ...names('Press', 'Größe'),
          items: [
            { id: 1, name: 'Press', merged: [3] },
            { id: 2, name: 'Größe', merged: [] },
          ],
          next_id: 4,
        },
        'media/categories.json': names('Logo', 'Photos'),
      },
    );
    const used = (await putFile(client, 'drawing.svg', drawing)).id;
    await client.page({ title: 'P', blocks: [{ type: 'image', data: { media_id: used, alt: 'A' } }] });
    const editor = await as('editor');
    for (const [query, ids] of [
      ['', [5, 4, 3, 2, 1]],
      ['kind=document', [3]],
      ['kind=nonsense', [5, 4, 3, 2, 1]],
      ['category=1', [1]],
      ['category=none', [5, 4, 3]],
      ['category=x', [5, 4, 3, 2, 1]],
      ['tags=1', [4, 2, 1]],
      ['tags=1.2', [1]],
      ['tags=3', [4, 2, 1]],
      ['tags=77', [5, 4, 3, 2, 1]],
      ['show=released', [5, 2, 1]],
      ['show=unreleased', [4, 3]],
      ['show=expiring', [1]],
      ['show=released.undescribed', [5, 2]],
      ['show=nonsense.unreleased.unused', [4, 3]],
      [`until=${today(30)}`, [4, 3, 1]],
      ['until=9999-12-31', [4, 3, 2, 1]],
      ['until=soon', [5, 4, 3, 2, 1]],
      ['until=2026-02-30', [5, 4, 3, 2, 1]],
      ['show=expired', [3]],
      ['show=unused', [4, 3, 2, 1]],
      ['show=undescribed', [5, 2]],
      ['show=fileless', [4, 3, 2, 1]],
      ['show=failed', [4]],
      ['show=constructor', [5, 4, 3, 2, 1]],
      ['q=UNSER', [1]],
      ['q=grosse+zug', [1]],
      ['q=mira+holm', [2]],
      ['q=strasse', [3]],
      ['q=drawing.svg', [5]],
      ['q=zzz', []],
      ['sort=name', [4, 3, 2, 5, 1]],
      ['sort=size', [5, 4, 3, 2, 1]],
      ['sort=ends', [3, 4, 1, 2, 5]],
      ['kind=image&tags=1&show=expiring&q=train', [1]],
    ] as const) {
      const found = await listed(editor, query);
      expect([query, query === 'sort=name' ? found.filter((id) => id !== 5) : found]).toEqual([
        query,
        query === 'sort=name' ? ids.filter((id) => id !== 5) : ids,
      ]);
    }
    const page = (await editor.get(`${media}?tags=1&show=expiring`)).text;
    expect(words(page)).toMatch(/All media 5 ?Logo 1 ?Photos 1 ?No category 3/);
    expect(page).toContain('aria-label="Remove filter Press"');
    for (const [days, mark] of [
      [-1, 'Licence ended'],
      [0, 'Last day today'],
      [1, 'Expires in 1 day'],
      [30, 'Expires in 30 days'],
    ] as const) {
      await operate(updateMedia, {}, { media: [used], valid_until: today(days) });
      expect((await editor.get(`${media}?q=drawing`)).text).toContain(`${mark}</span>`);
    }
  });

  it('ends validity in the time zone of the brand', async () => {
    push([{ valid_until: '2026-03-01' }]);
    const editor = await as('editor');
    expect(portal.service.clock().toISOString()).toMatch(/^2026-03-01T1/);
    expect(await listed(editor, 'show=expired')).toEqual([]);
    await operate(setBrand, {}, { time_zone: 'Pacific/Kiritimati' });
    expect(await listed(editor, 'show=expired')).toEqual([1]);
  });

  it('shows 60 at a time', async () => {
    push(Array.from({ length: 61 }, () => ({})));
    const editor = await as('editor');
    expect([(await listed(editor, '')).length, await listed(editor, 'start=60')]).toEqual([60, [1]]);
    expect((await editor.get(media)).text).toContain('Select all 61');
    expect((await editor.get(`${media}?q=61`)).text).not.toContain('Select all');
  });
});

describe('several media', () => {
  const tags = { 'media/tags.json': names('press', 'night'), 'media/categories.json': names('Logo', 'Photos') };

  it('are changed by one commit each time, in the list that was shown', async () => {
    push([{ title: 'A', tags: [2] }, { title: 'B' }, { title: 'C' }], tags);
    const editor = await as('editor');
    const tagged = await change(editor, { do: 'tag', tag: 'PRESS, night,' }, [1, 2, 2], 'kind=image&tags=&start=0');
    expect([tagged.status, tagged.location]).toEqual([303, expect.stringMatching(/\/media\?kind=image&start=0&done=/)]);
    expect((await follow(editor, tagged)).text).toContain('Tagged: A and 1 more');
    expect(subject()).toBe('Ada Lind: Tag media: 2');
    const state = async (member: string) => (await all()).map((medium) => Object(medium)[member]);
    expect(await state('tags')).toEqual([['night', 'press'], ['press', 'night'], []]);
    expect((await change(editor, { do: 'tag', tag: 'press' }, [1])).location).toContain('same=yes');
    await change(editor, { do: 'untag', tag: 'night, unknown' }, [1, 2, 3]);
    expect([subject(), await state('tags')]).toEqual(['Ada Lind: Take tags off media: 2', [['press'], ['press'], []]]);
    await change(editor, { do: 'category', category: '2' }, [3]);
    expect([subject(), await state('media_category_id')]).toEqual([
      'Ada Lind: Set the category of medium 3 "C"',
      [null, null, 2],
    ]);
    expect((await change(editor, { do: 'category', category: '' }, [3])).status).toBe(422);
    await change(editor, { do: 'category', category: 'none' }, [3]);
    expect(await state('media_category_id')).toEqual([null, null, null]);
    await change(editor, { do: 'validity', valid_until: '2027-01-31' }, [1, 2]);
    await change(editor, { do: 'validity', valid_from: '2027-01-01' }, [2]);
    expect([await state('valid_from'), await state('valid_until')]).toEqual([
      [null, '2027-01-01', null],
      ['2027-01-31', null, null],
    ]);
    await change(editor, { do: 'release', all: await valueOfAll(editor, 'tags=1') }, [], 'tags=1');
    expect(await state('released')).toEqual([true, true, false]);
    await change(editor, { do: 'withdraw' }, [1, 2, 3]);
    expect([subject(), await state('released')]).toEqual(['Ada Lind: Withdraw media: 2', [false, false, false]]);
  });

  it('that all fit are changed, unless others fit than the page has shown', async () => {
    push([{ title: 'A', tags: [1] }, { title: 'B', tags: [1] }, { title: 'C' }, { title: 'D' }], tags);
    const editor = await as('editor');
    const all = await valueOfAll(editor, 'tags=1');
    const done = await change(editor, { do: 'release', all }, [], 'tags=1');
    expect([done.status, done.location]).toEqual([303, expect.stringContaining('selected=all')]);
    const unreleased = await valueOfAll(editor, 'show=unreleased');
    await operate(updateMedia, {}, { media: [3], released: true });
    await operate(removeTag, { name: 'press' }, {});
    const head = portal.head('acme');
    for (const [query, value] of [
      ['tags=1', all],
      ['show=unreleased', unreleased],
      ['show=unknown', unreleased],
      ['', 'yes'],
    ] as const) {
      const { status, text } = await change(editor, { do: 'remove', all: value }, [], query);
      expect([query, status, portal.head('acme')]).toEqual([query, 422, head]);
      expect(text).toContain('Other media fit than the page has shown. Nothing was changed: select them again.');
    }
  });

  it('what does not go for some is done for the others, and named', async () => {
    const full = Array.from({ length: 30 }, (_, index) => index + 1);
    const thirty = names(...full.map((id) => `t${id}`), 'more');
    push(
      [
        { title: 'A', status: 'processing' },
        { title: 'B', tags: full },
        { title: 'C', valid_from: '2027-02-01' },
      ],
      {
        'media/tags.json': thirty,
      },
    );
    const used = (await putFile(client, 'drawing.svg', drawing, { release: true })).id;
    await client.page({ title: 'P', blocks: [{ type: 'image', data: { media_id: used, alt: 'A' } }] });
    const editor = await as('editor');
    const notice = async (fields: Record<string, string>, ids: number[]): Promise<string> =>
      words((await follow(editor, await change(editor, fields, ids))).text);
    expect(await notice({ do: 'release' }, [1, 2])).toContain('Not released, because their files are not ready: A.');
    expect(await notice({ do: 'tag', tag: 'more' }, [2, 3])).toContain('because a medium has at most 30 tags: B.');
    expect(await notice({ do: 'validity', valid_from: '2027-03-01', valid_until: '2027-02-01' }, [3])).toContain(
      'Not changed, because the last day would be before the first: C.',
    );
    const removed = await notice({ do: 'remove' }, [3, used, 99]);
    expect(removed).toContain('Medium removed: C');
    expect(removed).toMatch(/Not removed, because pages or the portal use them: Medium 4\./);
    expect(removed).toContain('No longer there: Medium 99.');
    expect((await all()).map(({ id }) => id)).toEqual([1, 2, used]);
  });

  it('nothing, too many, an unknown tag or category or deed: refused, and what was selected stays', async () => {
    push([{ title: 'A' }, { title: 'B' }], tags);
    const editor = await as('editor');
    const head = portal.head('acme');
    const many = Array.from({ length: 501 }, (_, index) => index + 1);
    for (const [status, text, fields, ids] of [
      [422, 'Select media first.', { do: 'release' }, []],
      [422, 'must not have more than 500 items', { do: 'release' }, many],
      [422, 'tag', { do: 'tag', tag: 'x'.repeat(41) }, [1]],
      [422, 'Valid: 1, 2.', { do: 'category', category: '9' }, [1]],
      [422, 'valid_until', { do: 'validity', valid_until: 'soon' }, [1]],
      [400, 'does not say what to do', { do: 'sing' }, [1]],
    ] as const) {
      const reply = await change(editor, fields, ids);
      expect([text, reply.status, portal.head('acme')]).toEqual([text, status, head]);
      expect(reply.text).toContain(text);
      if (status === 422 && ids.length === 1) expect(reply.text).toMatch(/value="1" form="several" checked/);
    }
    expect((await change(editor, { do: 'release' }, many.slice(0, 500))).status).toBe(303);
  });

  it('one click takes it back by one commit, but not what was changed since', async () => {
    push([{ title: 'A', released: true, tags: [1] }, { title: 'B', released: true }, { title: 'C' }], tags);
    const third = (await putFile(client, 'drawing.svg', drawing, { release: false })).id;
    const editor = await as('editor');
    const before = await all();
    const undo = async (text: string) => {
      const [, to = ''] = /<form method="post" action="([^"]*\/media\/undo[^"]*)"/.exec(text) ?? [];
      return editor.post(to.replaceAll('&amp;', '&'), { as: field(text, 'as') });
    };
    const removed = (await follow(editor, await change(editor, { do: 'remove' }, [1, 2, third]))).text;
    expect((await all()).map(({ id }) => id)).toEqual([3]);
    const back = await undo(removed);
    expect((await follow(editor, back)).text).toContain('Change of media undone');
    expect([await all(), subject()]).toEqual([before, 'Ada Lind: Take back a change of media: 3']);
    expect((await undo(removed)).location).toContain('same=yes');

    const withdrawn = (await follow(editor, await change(editor, { do: 'withdraw' }, [1, 2]))).text;
    await operate(setMedia, { id: '2' }, { title: 'Other' });
    const part = (await follow(editor, await undo(withdrawn))).text;
    expect(words(part)).toContain('Not taken back, because they were changed since: Other.');
    expect((await all()).map(({ released }) => released)).toEqual([true, false, false, false]);

    const tagged = (await follow(editor, await change(editor, { do: 'tag', tag: 'night' }, [3]))).text;
    await operate(removeMedia, { id: '3' }, {});
    const late = await follow(editor, await undo(tagged));
    expect(words(late.text)).toContain('Not taken back, because they were changed since: Medium 3.');
    const commit = git(portal.gitdir('acme'), ['rev-parse', 'HEAD~1']).trim();
    expect((await editor.get(`${media}/undo?of=${commit}`)).text).toContain('Tagged: C');
    expect((await editor.get(`${media}/undo?of=${portal.head('acme')}`)).status).toBe(404);
    expect((await editor.get(`${media}/undo?of=${'0'.repeat(40)}`)).status).toBe(404);
  });

  it('are added to a collection up to 500, by one commit that one click takes back', async () => {
    push([{ title: 'A' }, { title: 'B' }, { title: 'C' }], tags);
    const gone = Array.from({ length: 498 }, (_, index) => index + 100);
    const kit = { id: 1, slug: 'kit', title: 'Kit', text: null, visibility: 'public', media: [2, ...gone] };
    pushFiles(portal.gitdir('acme'), { 'collections/1.json': kit });
    const editor = await as('editor');
    const inIt = () => JSON.parse(git(portal.gitdir('acme'), ['show', 'main:collections/1.json'])).media;
    expect((await editor.get(media)).text).toMatch(/<option value="1">Kit<\/option>/);
    const added = (await follow(editor, await change(editor, { do: 'collect', collection: '1' }, [3, 2, 1]))).text;
    expect([inIt(), subject()]).toEqual([[2, ...gone, 3], 'Ada Lind: Collect medium 3 "C"']);
    expect(words(added)).toContain('Not added, because a collection has at most 500 media: A.');
    await operate(setCollection, { id: '1' }, { title: 'Press kit' });
    const [, to = ''] = /<form method="post" action="([^"]*\/media\/undo[^"]*)"/.exec(added) ?? [];
    await editor.post(to.replaceAll('&amp;', '&'), { as: field(added, 'as') });
    expect([inIt(), subject()]).toEqual([[2, ...gone], 'Ada Lind: Take back a change of medium 3 "C"']);
    expect((await change(editor, { do: 'collect', collection: '9' }, [1])).status).toBe(422);
  });

  it('go into a proposal where changes are reviewed', async () => {
    push([{ title: 'A' }, { title: 'B' }], tags);
    await portal.service.setBrandSettings('acme', { review: 'everyone' });
    const editor = await as('editor');
    const page = (await editor.get(media)).text;
    expect(page).toContain('Send for review: release');
    const reply = await change(editor, { do: 'release', proposal: 'new' }, [1, 2]);
    expect(reply.location).toContain('proposed=1');
    expect((await all()).map(({ released }) => released)).toEqual([false, false]);
    expect((await change(editor, { do: 'release' }, [1, 2])).status).toBe(403);
  });

  it('is an operation of a command, too', async () => {
    push([{ title: 'A' }]);
    const body = { media: [1], released: true, valid_until: '2027-01-31' };
    expect(await operate(updateMedia, {}, body)).toEqual({ changed: [1], left: [] });
    expect(subject()).toMatch(/Change medium 1 "A"/);
  });
});
