import { expect, test } from 'vitest';
import { removeMedia } from '../../src/operations/media.js';
import { setPortal } from '../../src/operations/portal.js';
import { client, operate, portalForAll } from '../support/portal-fixture.js';

portalForAll({ example: 'northlight' });

const set = (body: object) => operate(setPortal, {}, body);
const show = () => set({});

test('the settings of the portal come with the brand folder and are not in the answer about the brand', async () => {
  expect(await show()).toMatchObject({ logo_light: 116, logo_dark: 117, cover: 105, fonts: [] });
  const before = await client.get('/brand');
  await set({ sentence: 'All of it.' });
  const after = await client.get('/brand');
  expect([after.body, after.headers.get('etag')]).toEqual([before.body, before.headers.get('etag')]);
  expect((await show()).sentence).toBe('All of it.');
});

const button = { label: 'Go', url: 'logo' };
const face = { family: 'Lesestoff', weight: 400, style: 'normal', media_id: 101 };

test.each([
  ['a medium that is not there', { cover: 999 }, 'cover'],
  ['a medium that is not released', { cover: 111 }, 'cover'],
  ['a medium that is no picture', { logo_light: 104 }, 'logo_light'],
  ['a font that is no WOFF2', { fonts: [face], served_on_web: true }, 'fonts.0.media_id'],
  ['a font without consent', { fonts: [face] }, 'served_on_web'],
  ['a script as address', { buttons: [{ label: 'Go', url: 'javascript:alert(1)' }] }, 'buttons.0.url'],
  ['a script as contact', { contact: { label: 'Go', url: 'javascript:alert(1)' } }, 'contact.url'],
  ['three buttons', { buttons: [button, button, button] }, 'buttons'],
  ['a long sentence', { sentence: 'x'.repeat(301) }, 'sentence'],
])('%s is refused', async (_, body, field) => {
  const before = await show();
  await expect(set(body)).rejects.toMatchObject({ code: 'invalid', fields: { [field]: [expect.any(String)] } });
  expect(await show()).toEqual(before);
});

test('a medium that the portal shows is removed only by force, and then from the portal too', async () => {
  const params = { id: '117' };
  await expect(operate(removeMedia, params)).rejects.toThrow('still used by the portal');
  await operate(removeMedia, params, { force: true });
  expect(await show()).toMatchObject({ logo_light: 116, logo_dark: null });
});
