import { expect, it } from 'vitest';
import { setColor } from '../../src/operations/colors.js';
import { setTranslates } from '../../src/registry/translators.js';
import { client, operate, portal, portalForEach } from '../support/portal-fixture.js';
import { putLanguages } from '../support/translations.js';
import { addPerson, WorkspaceClient, words } from '../support/workspace.js';
import { fieldsOf, fill } from '../support/workspace-forms.js';
import { as } from '../support/workspace-people.js';

portalForEach();

const languages = ['de', 'fr'].map((tag) => ({ tag, shown: true, fallback: null }));
const at = '/brands/acme/translations';

async function greenPalette() {
  await putLanguages(portal, 'acme', languages);
  await operate(setColor, {}, { name: 'Moss', description: 'For grounds.', hex: '#335533' });
}

const inLanguage = async (tag: string) => (await client.get(`/brand/colors?lang=${tag}`)).body[0];

it('texts outside of pages are in the queue, and are written in a form', async () => {
  await greenPalette();
  const editor = await as('editor', 'Ed');
  expect((await editor.get(at)).text).toContain('aria-label="Colours in German: Missing"');
  expect(words((await editor.get(`${at}/de/colors`)).text)).toContain('Moss Missing');

  const form = `${at}/de/colors/1`;
  const done = await fill(editor, form, 'set', { 'texts.name': 'Moos', 'texts.description': 'Für Flächen.' });
  expect(done.location).toMatch(/\/translations\/de\/colors\?/);
  expect(words((await editor.get(`${at}/de/colors`)).text)).toContain('Moss Done');
  expect(await inLanguage('de')).toMatchObject({ name: 'Moos', description: 'Für Flächen.' });
  expect(await inLanguage('fr')).toMatchObject({ name: 'Moss' });

  // A changed source makes its text outdated: it is confirmed, and the other taken away.
  await operate(setColor, { id: '1' }, { name: 'Moss green' });
  expect(words((await editor.get(`${at}/de/colors`)).text)).toContain('Moss green 1 outdated');
  await fill(editor, form, 'set', { 'still.name': 'yes', 'texts.description': '' });
  expect(words((await editor.get(`${at}/de/colors`)).text)).toContain('Moss green 1 missing');
  const read = await inLanguage('de');
  expect(read).toMatchObject({ name: 'Moos', description: 'For grounds.' });
});

it('a form that another person overtook is refused, and stores nothing', async () => {
  await greenPalette();
  const [ed, eva] = [await as('editor', 'Ed'), await as('editor', 'Eva')];
  const form = `${at}/de/colors/1`;
  const before = fieldsOf((await ed.get(form)).text, 'set');
  await fill(eva, form, 'set', { 'texts.name': 'Moos' });
  const late = await ed.post(form, { ...before, 'texts.name': 'Farn' });
  expect(late.status).toBe(412);
  expect(await inLanguage('de')).toMatchObject({ name: 'Moos' });
});

it('the portal’s texts are in one form, also for a translator of one language', async () => {
  await putLanguages(portal, 'acme', languages);
  const editor = await as('editor', 'Ed');
  await fill(editor, '/brands/acme/portal/home', 'set', { sentence: 'Rules\nfor all.' });
  expect((await editor.get('/brands/acme/portal/home')).text).toContain('Rules for all.');
  const tara = await addPerson(portal, 'Tara', { acme: 'viewer' });
  await setTranslates(portal.service.people.verbs, { id: tara.id, brand: 'acme', tags: ['de'] });
  const translator = await WorkspaceClient.signIn(portal, tara);
  const long = await fill(translator, `${at}/de/portal`, 'set', { 'texts.sentence': 'R'.repeat(301) });
  expect([long.status, words(long.text)]).toEqual([422, expect.stringContaining('300')]);
  // What translators write is reviewed.
  const done = await fill(translator, `${at}/de/portal`, 'set', { 'texts.sentence': 'Regeln für alle.' });
  expect(done.location).toMatch(/proposed=\d+/);
  const number = /proposed=(\d+)/.exec(done.location ?? '')?.[1];
  expect(words((await editor.open(`/brands/acme/-/workspace/proposals/${number}`)).text)).toContain('Regeln für alle.');
  const others = [`${at}/fr/portal`, `${at}/en/portal`, `${at}/de/pages`, `${at}/de/colors/77`];
  for (const address of others) expect([address, (await translator.get(address)).status]).toEqual([address, 404]);
});
