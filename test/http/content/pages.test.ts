import { beforeEach, describe, expect, it } from 'vitest';
import { brandForEach, client, expectInvalid, portal } from '../../support/portal-fixture.js';

brandForEach();

const long = 'x'.repeat(256);
const astral = '🦊'.repeat(255);

type Fields = Record<string, unknown>;
/** Fields sent with a title, the field that is named, and what is said of it. */
type Mistake = [name: string, sent: Fields, field: string, sentence: string];

const noParent = 'The selected parent id is invalid: it does not exist.';
const noInteger = 'The parent id field must be an integer.';
const notExact = 'The parent id field must be a number that can be stored exactly.';
const noExpansion = 'The selected nav expansion is invalid. Valid: collapsible, pinned_open.';
const mistakes: Mistake[] = [
  ['no title', { title: undefined }, 'title', 'The title field is required.'],
  ['an empty title', { title: '' }, 'title', 'The title field is required.'],
  ['a blank title', { title: ' \t\n ' }, 'title', 'The title field is required.'],
  ['a number as title', { title: 5 }, 'title', 'The title field must be a string.'],
  ['too long a title', { title: long }, 'title', 'The title field must not be greater than 255 characters.'],
  ['a title of two lines', { title: 'a\nb' }, 'title', 'The title field must be a single line.'],
  ['a NUL in the title', { title: 'a\0b' }, 'title', 'The title field must not contain control characters.'],
  ['half a character as title', { title: 'a\ud83e' }, 'title', 'The title field must be valid Unicode text.'],
  ['a parent as text', { parent_id: '1' }, 'parent_id', noInteger],
  ['an unknown parent', { parent_id: 999 }, 'parent_id', noParent],
  ['a negative parent', { parent_id: -1 }, 'parent_id', noParent],
  ['a huge parent', { parent_id: 2 ** 60 }, 'parent_id', notExact],
  ['an unknown nav_expansion', { nav_expansion: 'open' }, 'nav_expansion', noExpansion],
];

const createMistakes: Mistake[] = [
  ['too long a slug', { slug: long }, 'slug', 'The slug field must not be greater than 255 characters.'],
  ['a slug of two lines', { slug: 'a\nb' }, 'slug', 'The slug field must be a single line.'],
  ['an unknown type', { type: 'chapter' }, 'type', 'The selected type is invalid. Valid: guideline, container.'],
  ['text as blocks', { blocks: 'none' }, 'blocks', 'The blocks field must be an array.'],
  ['a block without type', { blocks: [{}] }, 'blocks.0.type', 'The blocks.0.type field is required.'],
];

describe('POST /pages', () => {
  it('answers 201 with the page, its address and its version', async () => {
    const { status, headers, body } = await client.post('/pages', { title: 'Logo' });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe('/api/v1/pages/1');
    expect(headers.get('etag')).toMatch(/^"[0-9a-f]{40}"$/);
    expect(body).toEqual({
      id: 1,
      title: 'Logo',
      slug: 'logo',
      type: 'guideline',
      parent_id: null,
      nav_expansion: 'collapsible',
      visibility: 'internal',
      blocks: [],
      updated_at: '2026-03-01T12:00:00Z',
    });
    expect((await client.get('/pages/1')).body).toEqual(body);
  });

  it('takes every field at once', async () => {
    const chapter = await client.page({ title: 'Chapter', type: 'container' });
    const blocks = [{ type: 'heading', data: { text: 'Hello', level: 1 } }, { type: 'group' }];
    const sent = { title: 'All', slug: 'everything', parent_id: chapter.id, nav_expansion: 'pinned_open', blocks };
    const page = await client.page({ ...sent, type: 'guideline' });
    expect(page).toMatchObject({ ...sent, blocks: [blocks[0], { type: 'group', data: {} }] });
  });

  it.each(['slug', 'parent_id', 'nav_expansion', 'type', 'blocks'])(
    'takes null or a blank %s as absent',
    async (field) => {
      for (const absent of field === 'blocks' ? [null] : [null, '', '  ']) {
        expect(await client.page({ title: 'Logo', [field]: absent })).toMatchObject({
          slug: expect.stringMatching(/^logo(-\d)?$/),
          parent_id: null,
          nav_expansion: 'collapsible',
          type: 'guideline',
        });
      }
    },
  );

  it.each([
    ['trimmed', '\u2003 On\u00a0board \n', 'On\u00a0board'],
    ['255 characters of two UTF-16 units each', astral, astral],
    ['written from right to left', 'الشعار', 'الشعار'],
  ])('stores a title that is %s', async (_, sent, stored) => {
    expect((await client.page({ title: sent })).title).toBe(stored);
  });

  it('ignores fields it does not know, and those it assigns itself', async () => {
    const page = await client.page({ id: 77, visibility: 'public', updated_at: null, position: 'zz', colour: 'red' });
    expect(page).toMatchObject({ id: 1, visibility: 'internal', updated_at: '2026-03-01T12:00:00Z' });
    expect(page).not.toHaveProperty('colour');
  });

  it.each([...mistakes, ...createMistakes])('refuses %s', async (_, sent, field, sentence) => {
    await expectInvalid('POST', '/pages', { title: 'Logo', ...sent }, { [field]: sentence });
  });

  it('reports all fields at once and counts them', async () => {
    const body = { title: '', type: 'x', parent_id: 'x', blocks: [{ type: 'x' }] };
    const reply = await client.refused(422, 'POST', '/pages', { body });
    expect(reply.body.message).toBe('The title field is required. (and 3 more errors)');
    expect(Object.keys(reply.body.errors).sort()).toEqual(['blocks.0.type', 'parent_id', 'title', 'type']);
  });
});

describe('PATCH /pages/{page}', () => {
  beforeEach(() => client.page({ title: 'Logo', blocks: [{ type: 'heading', data: { text: 'Hello' } }] }));

  it('changes the title and nothing else', async () => {
    const before = (await client.get('/pages/1')).body;
    portal.clock.advance({ seconds: 90 });
    const { status, body } = await client.patch('/pages/1', { title: ' Signet ' });
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, title: 'Signet', updated_at: '2026-03-01T12:01:30Z' });
    expect((await client.get('/pages/1')).body).toEqual(body);
  });

  it('ignores fields that it does not change', async () => {
    const before = (await client.get('/pages/1')).body;
    const head = portal.head(client.brand);
    const sent = { title: 'Logo', slug: 'x', type: 'container', visibility: 'public', id: 9, blocks: [], unknown: 1 };
    expect((await client.patch('/pages/1', sent)).body).toEqual(before);
    expect(portal.head(client.brand)).toBe(head);
  });

  it.each(mistakes)('refuses %s', async (_, sent, field, sentence) => {
    await expectInvalid('PATCH', '/pages/1', { title: 'Logo', ...sent }, { [field]: sentence });
  });

  it('changes nav_expansion, keeps it when that is absent or blank, and refuses null', async () => {
    const change = async (fields: Fields): Promise<string> =>
      (await client.patch('/pages/1', { title: 'Logo', ...fields })).body.nav_expansion;
    expect(await change({ nav_expansion: 'pinned_open' })).toBe('pinned_open');
    expect(await change({})).toBe('pinned_open');
    expect(await change({ nav_expansion: '' })).toBe('pinned_open');
    const said = { nav_expansion: expect.stringMatching(/must be a string\./) };
    await expectInvalid('PATCH', '/pages/1', { title: 'Logo', nav_expansion: null }, said);
  });
});
