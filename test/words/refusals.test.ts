import { expect, it } from 'vitest';
import { client, portal, portalForEach } from '../support/portal-fixture.js';
import { words } from '../support/workspace.js';
import { askApi } from '../support/workspace-api.js';
import { fieldsOf } from '../support/workspace-forms.js';
import { as } from '../support/workspace-people.js';

portalForEach({ real: true });

const german = { 'Accept-Language': 'de-AT,de;q=0.9,en;q=0.5' };
const brand = '/brands/acme';

it('a refused form is in German for a person who reads German, above it and at its field', async () => {
  await client.post('/pages', { title: 'Page', blocks: [] });
  const editor = await as('editor');
  const edit = `${brand}/pages/1/edit`;
  const form: Record<string, string> = { ...fieldsOf((await editor.get(edit)).text, 'rename'), title: ' ' };
  const refused = await editor.post(edit, form, german);
  expect([refused.status, words(refused.text).split('Das Feld „Titel“ muss ausgefüllt sein.').length]).toEqual([
    422, 3,
  ]);
  expect((await editor.post(edit, form)).text).toContain('The title field is required.');
});

it('a German refusal has its values, and no key in them', async () => {
  const editor = await as('editor');
  const key = 'bp_0123456789abcdefghijklmnop';
  const add = async (role: string) => {
    const form = fieldsOf((await editor.get(`${brand}/theme`)).text, 'theme');
    return editor.post(
      `${brand}/theme`,
      { ...form, action: 'add', role, family: 'Inter', base_weight: '', faces: '0' },
      german,
    );
  };
  for (const [role, shown] of [
    ['headline', 'headline'],
    [key, 'bp_…'],
  ] as const) {
    expect((await add(role)).status).toBe(303);
    expect(words((await add(role)).text)).toContain(`Schrift „${shown}“ gibt es bereits.`);
  }
});

it('pages of failures are in German', async () => {
  const editor = await as('editor');
  const missing = await editor.get(`${brand}/pages/999/edit`, german);
  expect([missing.status, words(missing.text)]).toEqual([404, expect.stringContaining('Seite nicht gefunden.')]);
  const settings = await editor.get(`${brand}/keys`, german);
  expect(words(settings.text)).toContain('Dafür ist die Rolle „Verwaltung“ nötig. Fragen Sie');

  const ask = (headers: object) => fetch(`${portal.url}/nothing`, { headers: { Accept: 'text/html', ...headers } });
  const unknown = await ask(german);
  expect(unknown.status).toBe(404);
  const page = await unknown.text();
  expect(page).toContain('<html lang="de">');
  expect(page).toContain('<h1>Unter dieser Adresse gibt es nichts.</h1>');
  expect(await (await ask({})).text()).toContain('<h1>There is nothing at this address.</h1>');
});

it('a field is named as its form names it, in English, too', async () => {
  await client.post('/pages', { title: 'Page', blocks: [] });
  const editor = await as('editor');
  const refused = async (headers: Record<string, string>) => {
    const body = { base: 'f'.repeat(40), nav_expansion: 'x', blocks: [{ type: 'button', data: { url: 5 } }] };
    const sent = { 'Sec-Fetch-Site': 'same-origin', ...headers };
    return (await askApi(editor, 'POST', `${brand}/-/workspace/api/pages/1/save`, body, sent)).body.errors;
  };
  expect(await refused(german)).toEqual({
    'blocks.0.data.url': ['Das Feld „Block 1, Adresse“ muss einen Text enthalten.'],
  });
  expect(await refused({})).toEqual({ 'blocks.0.data.url': ['The block 1, address field must be a string.'] });
});

it("the editor's door refuses in German", async () => {
  await client.post('/pages', { title: 'Page', blocks: [] });
  const editor = await as('editor');
  const save = (headers: Record<string, string>, body: object) =>
    askApi(editor, 'POST', `${brand}/-/workspace/api/pages/1/save`, body, {
      'Sec-Fetch-Site': 'same-origin',
      ...headers,
    });
  const base = 'f'.repeat(40);
  const unknown = 'Der Wert im Feld base ist keine Version dieser Seite. Es wurde nichts gespeichert.';
  expect(await save(german, { base })).toMatchObject({
    status: 412,
    body: { title: expect.stringContaining(unknown) },
  });
  expect((await save({}, { base })).body.title).toMatch(/^`base` is not a version of this page\. Nothing was stored\./);

  const wrong = await save(german, { base: 1, title: 2 });
  const errors = {
    base: ['Das Feld „Base“ muss einen Text enthalten.'],
    title: ['Das Feld „Titel“ muss einen Text enthalten.'],
  };
  const title = 'Das Feld „Base“ muss einen Text enthalten. (und 1 weiterer Fehler)';
  expect([wrong.status, wrong.body]).toEqual([422, { title, status: 422, reason: expect.any(String), errors }]);
  expect(wrong.body.reason).toMatch(/^The base field must be a string\./i);
});

it('programs get English', async () => {
  const { body } = await client.send('GET', '/pages/999', { headers: german });
  expect(body).toEqual({ message: 'Page not found.' });
});
