import { beforeEach, expect, it } from 'vitest';
import { addCollection, showCollection } from '../../src/operations/collections.js';
import { setMedia } from '../../src/operations/media.js';
import { svg } from '../support/files.js';
import { client, operate, portalForEach } from '../support/portal-fixture.js';
import { putFile } from '../support/put-file.js';
import { fill } from '../support/workspace-forms.js';
import { as } from '../support/workspace-people.js';

portalForEach({ real: true });

const at = '/brands/acme/media/collections';
const code = (id: number) => Buffer.from(String(id)).toString('base64url');
let media: number[] = [];

beforeEach(async () => {
  media = [];
  for (const n of [1, 2, 3]) media.push((await putFile(client, `m${n}.svg`, svg(n))).id);
  await operate(setMedia, { id: String(media[2]) }, { tags: ['Press'] });
});

const stored = () => operate(showCollection, { id: '1' }, undefined);

it('an editor adds a collection, fills it by number and tag, orders it, and removes it', async () => {
  const editor = await as('editor', 'Bo');
  expect((await editor.get(at)).text).toContain('No collections yet');
  await fill(editor, at, 'add', { title: 'Press kit', visibility: 'public', text: 'For papers.' });
  expect(await stored()).toMatchObject({ slug: 'press-kit', title: 'Press kit', visibility: 'public', media: [] });
  const [a, b, c] = media as [number, number, number];
  await fill(editor, `${at}/1`, 'media', { ids: `${a}, ${b}`, tag: '' });
  await fill(editor, `${at}/1`, 'media', { ids: String(a), tag: '1' });
  expect((await stored()).media).toEqual([a, b, c]);
  await fill(editor, `${at}/1`, `up.${code(c)}`);
  await fill(editor, `${at}/1`, `down.${code(a)}`);
  await fill(editor, `${at}/1`, `out.${code(b)}`);
  expect((await stored()).media).toEqual([c, a]);
  await fill(editor, `${at}/1`, 'set', { title: 'Kit', slug: 'kit' });
  expect(await stored()).toMatchObject({ title: 'Kit', slug: 'kit', text: 'For papers.' });
  expect((await editor.get(at)).text).toContain('Kit');
  await fill(editor, `${at}/1`, 'remove');
  expect((await editor.get(`${at}/1`)).status).toBe(404);
});

it('numbers that no medium has are refused with the words that were typed', async () => {
  await operate(addCollection, {}, { title: 'One' });
  const editor = await as('editor', 'Bo');
  for (const ids of ['99', 'x', '']) {
    const { status, text } = await fill(editor, `${at}/1`, 'media', { ids, tag: '' });
    expect([ids, status, text.includes('No medium has this number or tag.')]).toEqual([ids, 422, true]);
  }
  expect((await stored()).media).toEqual([]);
});
