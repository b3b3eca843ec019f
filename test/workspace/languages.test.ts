import { expect, it } from 'vitest';
import { setColor } from '../../src/operations/colors.js';
import { setTranslates } from '../../src/registry/translators.js';
import { client, operate, portal, portalForEach } from '../support/portal-fixture.js';
import { putLanguages } from '../support/translations.js';
import { addPerson, words } from '../support/workspace.js';
import { fill } from '../support/workspace-forms.js';
import { as } from '../support/workspace-people.js';

portalForEach();

const stored = async () => {
  const { catalog } = await (await portal.service.brands.get('acme')).read();
  return catalog.brand?.languages.map(({ tag, shown, fallback }) => `${tag} ${shown} ${fallback}`);
};

const at = '/brands/acme/settings/languages';
const german = { tag: 'de', shown: true, fallback: null };

it('an admin adds languages, orders them, gives fallbacks, and removes one', async () => {
  const admin = await as('admin', 'Ada');
  await fill(admin, at, 'add', { 'languages.0.tag': 'DE' });
  await fill(admin, at, 'add', { 'languages.1.tag': 'de-ch' });
  await fill(admin, at, 'set', { 'languages.1.fallback': 'de', act: 'save' });
  expect(await stored()).toEqual(['de false null', 'de-CH false de']);
  await fill(admin, at, 'set', { act: 'up.1' });
  expect(await stored()).toEqual(['de-CH false de', 'de false null']);

  const circle = await fill(admin, at, 'set', { 'languages.1.fallback': 'de-CH', act: 'save' });
  expect(circle.status).toBe(422);
  expect(circle.text).toMatch(/id="set-languages\.1\.fallback"[^>]*aria-invalid="true"/);
  expect(words(circle.text)).toContain('its fallbacks lead back to it');
  expect((await fill(admin, at, 'add', { 'languages.2.tag': 'de' })).status).toBe(422);

  await fill(admin, at, 'set', { act: 'remove.1' });
  expect(await stored()).toEqual(['de-CH false null']);
});

it('it asks before a language with texts is removed, and before one with few pages is shown', async () => {
  await putLanguages(portal, 'acme', [{ ...german, shown: false }]);
  for (const title of ['One', 'Two', 'Three']) await client.page({ title, blocks: [] });
  const [page] = (await client.get('/pages')).body;
  await client.patch(`/pages/${page.id}?lang=de`, { title: 'Eins' });
  const admin = await as('admin', 'Ada');

  const shown = await fill(admin, at, 'set', { 'languages.0.shown': 'yes', act: 'save' });
  expect(shown.status).toBe(422);
  expect(words(shown.text)).toContain('Deutsch has few texts: visitors would read 2 pages in another language.');
  expect(await stored()).toEqual(['de false null']);
  await fill(admin, at, 'set', { 'languages.0.shown': 'yes', act: 'save!' });
  expect(await stored()).toEqual(['de true null']);

  const removed = await fill(admin, at, 'set', { act: 'remove.0' });
  expect(removed.status).toBe(422);
  expect(words(removed.text)).toContain('Deutsch has 1 text. Only the history keeps it.');
  await fill(admin, at, 'set', { act: 'remove.0!' });
  expect(await stored()).toEqual([]);
});

it('an admin says whether translations need a review', async () => {
  await putLanguages(portal, 'acme', [german]);
  const admin = await as('admin', 'Ada');
  const reviewed = async () => (await admin.get(at)).text.includes('name="reviewed" value="yes" checked');
  expect(await reviewed()).toBe(true);
  await fill(admin, at, 'review', { reviewed: 'no' });
  expect(await reviewed()).toBe(false);
});

it('an admin sees who translates into each language, and chooses it at the person', async () => {
  await putLanguages(portal, 'acme', [german, { ...german, tag: 'fr' }]);
  const { id } = await addPerson(portal, 'Tara', { acme: 'viewer' });
  await setTranslates(portal.service.people.verbs, { id, brand: 'acme', tags: ['de'] });
  const { text } = await (await as('admin', 'Ada')).get(at);
  const [, list = ''] = /<h2>Who may translate<\/h2>(.*?)<\/section>/s.exec(text) ?? [];
  expect(words(list)).toMatch(/DeutschTaraFrançaisNo translators yet/);
  expect(list).toContain(`href="/brands/acme/-/workspace/people/${id}"`);
});

it('an admin lets viewers translate, who keep the languages that they have', async () => {
  await putLanguages(portal, 'acme', [german, { ...german, tag: 'fr' }]);
  const admin = await as('admin', 'Ada');
  expect(words((await admin.get(at)).text)).toContain('Viewers can become translators. There are none yet.');
  const { id } = await addPerson(portal, 'Tara', { acme: 'viewer' });
  const editor = await addPerson(portal, 'Eve', { acme: 'editor' });
  const translates = async () => (await portal.service.people.find('Tara')).translates;
  const choose = (fields: Record<string, string>) => fill(admin, at, 'choose', fields);
  expect((await choose({ person: id, 'translates-de': 'no', 'translates-fr': 'no' })).status).toBe(422);
  expect((await choose({ person: editor.id, 'translates-de': 'yes' })).status).toBe(422);
  await choose({ person: id, 'translates-de': 'yes' });
  expect(await translates()).toEqual({ acme: ['de'] });
  await choose({ person: id, 'translates-fr': 'yes' });
  expect(await translates()).toEqual({ acme: ['de', 'fr'] });
});

it('the queue shows what is to do in each language, and keeps its filters in the address', async () => {
  await putLanguages(portal, 'acme', [german, { ...german, tag: 'fr' }]);
  const blocks = [{ type: 'heading', data: { text: 'Hello', level: 2 } }];
  const one = await client.page({ title: 'First', blocks });
  await client.page({ title: 'Second', blocks });
  await client.patch(`/pages/${one.id}?lang=de`, { title: 'Erste' });
  await client.patch(`/pages/${one.id}/blocks/${one.blocks[0].id}?lang=de`, { data: { text: 'Hallo' } });
  const editor = await as('editor', 'Bo');
  const list = '/brands/acme/translations';
  const cells = async (query: string) => {
    const { text } = await editor.get(list + query);
    return [...text.matchAll(/<a class="lcell[^>]*aria-label="([^"]*)"/g)].map(([, label]) => label).sort();
  };
  expect(await cells('')).toEqual([
    'First in French: Missing',
    'First in German: Done',
    'Second in French: Missing',
    'Second in German: Missing',
  ]);
  expect(await cells('?lang=de')).toEqual(['Second in German: Missing']);
  expect(await cells('?lang=de&state=all&q=fir')).toEqual(['First in German: Done']);
  await client.patch(`/pages/${one.id}/blocks/${one.blocks[0].id}`, { data: { text: 'Hello you' } });
  expect(await cells('?lang=de&state=outdated')).toEqual(['First in German: 1 outdated']);
  const { text } = await editor.get(list);
  expect(words(text)).toContain('1 of 2 pages');
  expect(text).toContain('href="/brands/acme/de/first#edit"');
  await putLanguages(portal, 'acme', []);
  expect(words((await editor.get(list)).text)).toContain('is in English only');
});

it('pages of the queue are selected, and a form without scripts exports them', async () => {
  await putLanguages(portal, 'acme', [german, { ...german, tag: 'fr' }]);
  const pages = [];
  for (const title of ['First', 'Second', 'Third']) pages.push(await client.page({ title, blocks: [] }));
  const editor = await as('editor', 'Bo');
  const { text } = await editor.get('/brands/acme/translations?lang=de');
  const ids = [...text.matchAll(/<input type="checkbox" name="pages" value="(\d+)" form="export"/g)].map(
    ([, id]) => id,
  );
  expect(ids.sort()).toEqual(pages.map(({ id }) => String(id)));
  const [, action] = /formaction="([^"]*)"/.exec(text) ?? [];
  expect(action).toBe('/brands/acme/-/workspace/api/languages/de/texts.xlf');
  for (const query of [`pages=${ids[0]}&pages=${ids[2]}`, `pages=${ids[0]},${ids[2]}`]) {
    const path = `/brands/acme/api/languages/de/texts.xlf?${query}&state=todo`;
    const file = await editor.get(path, { 'Sec-Fetch-Site': 'same-origin' });
    expect([...file.text.matchAll(/<source[^>]*>(\w+)</g)].map(([, source]) => source)).toEqual(['First', 'Third']);
  }
});

it('a proposal of texts is called by its page, and by its language once it has several', async () => {
  await putLanguages(portal, 'acme', [german, { ...german, tag: 'fr' }]);
  const ids: number[] = [];
  for (const title of ['First', 'Second']) ids.push((await client.page({ title, blocks: [] })).id);
  const editor = await as('editor', 'Bo');
  const propose = async (id: number, lang: string, proposal: string): Promise<string> => {
    const path = `/pages/${id}?lang=${lang}&proposal=${proposal}`;
    return (await client.patch(path, { title: `${id} ${lang}` })).headers.get('proposal') ?? '';
  };
  const called = async (number: string) => {
    const { text } = await editor.get(`/brands/acme/proposals/${number}`);
    return words(/<h1>(.*?)<\/h1>/s.exec(text)?.[1] ?? '');
  };
  const number = await propose(ids[0] ?? 0, 'de', 'new');
  expect(await called(number)).toBe('German: First');
  await propose(ids[1] ?? 0, 'de', number);
  expect(await called(number)).toBe('Texts in German');
  await propose(ids[1] ?? 0, 'fr', number);
  expect(await called(number)).toBe('Texts in German and French');
  await client.patch(`/proposals/${number}`, { title: 'Autumn' });
  await propose(ids[0] ?? 0, 'fr', number);
  expect(await called(number)).toBe('Autumn');
});

it('a page opens for its translation with colours as readers of the language see them', async () => {
  await putLanguages(portal, 'acme', [german]);
  await operate(setColor, {}, { name: 'Night', hex: '#0B1A33' });
  const page = await client.page({ title: 'First', blocks: [] });
  const file = (await client.get('/languages/de/texts.xlf')).text;
  const raw = file.replace(/(<source[^>]*>Night<\/source>\s*<target)[^>]*>[^<]*/, '$1 state="translated">Nacht');
  const headers = { 'Content-Type': 'application/xliff+xml' };
  const proposal = (await client.send('PUT', '/languages/de/texts.xlf', { raw, headers })).headers.get('proposal');
  await client.post(`/proposals/${proposal}/submit`, undefined);
  const editor = await as('editor', 'Bo');
  await fill(editor, `/brands/acme/proposals/${proposal}`, 'publish');
  const opened = await editor.get(`/brands/acme/api/pages/${page.id}/texts?lang=de`, {
    'Sec-Fetch-Site': 'same-origin',
  });
  const { colors } = JSON.parse(opened.text);
  expect(colors).toMatchObject([{ name: 'Nacht' }]);
});
