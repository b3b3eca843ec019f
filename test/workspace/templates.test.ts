import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { modules as allModules } from '../../src/content/brand.js';
import { maxTemplates } from '../../src/content/portal.js';
import { setVisibility } from '../../src/operations/arrange-pages.js';
import { setColor } from '../../src/operations/colors.js';
import { setTemplate } from '../../src/operations/portal.js';
import { client, operate, portal, portalForEach } from '../support/portal-fixture.js';
import { backendOrigin, type WorkspaceClient } from '../support/workspace.js';
import { as } from '../support/workspace-people.js';

portalForEach({ real: true, pictures: true });

const newPage = '/brands/acme/pages/new';

const catalogOf = async (slug: string) => (await (await portal.service.openBrand(slug)).read()).catalog;

const make = (person: WorkspaceClient, fields: Record<string, string>) =>
  person.post(newPage, { once: randomUUID(), title: '', parent_id: '', type: 'guideline', ...fields });

const titlesIn = (html: string, name: string): string[] =>
  [...html.matchAll(new RegExp(`name="${name}" value="[^"]+".*?<b>(.*?)</b>`, 'gs'))].map(([, title]) => title ?? '');

describe('a new brand', () => {
  const modules = Object.fromEntries(allModules.map((name) => [`module-${name}`, 'no']));
  const fields = { name: 'Sternwarte', slug: 'sternwarte', first_admin: '', like: 'acme', language: 'en', ...modules };

  it.each([
    ['de-AT', 'Logovarianten'],
    ['en', 'Logo versions'],
  ])('from the starter in %s has 20 pages, and visitors read them when it is public', async (language, title) => {
    const operator = await as('operator');
    const sent = { ...fields, once: randomUUID(), begin: 'starter', language };
    expect((await operator.post('/operator/brands/new', sent)).status).toBe(303);
    const { pages, brand, portal: settings } = await catalogOf('sternwarte');
    const written = [...pages.values()].filter(({ type }) => type === 'guideline');
    expect([written.length, pages.size - written.length]).toEqual([20, 7]);
    expect([brand?.name, brand?.language, settings.templates]).toEqual(['Sternwarte', language, []]);
    expect(written.every(({ summary }) => summary !== null)).toBe(true);
    await portal.service.setBrandSettings('sternwarte', { portal: 'public' });
    const { slug = '' } = written.find((page) => page.title === title) ?? {};
    const page = await fetch(`${portal.url}/brands/sternwarte/${slug}`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(title)]);
  });

  it('from the starter in another language, or in none, is refused at its field, and is not made', async () => {
    const operator = await as('operator');
    for (const language of ['fr', 'x y']) {
      const sent = { ...fields, once: randomUUID(), begin: 'starter', language };
      const { status, text } = await operator.post('/operator/brands/new', sent);
      expect([language, status, text]).toEqual([language, 422, expect.stringContaining('id="language-problem"')]);
    }
    expect(await portal.service.provisioning.has('sternwarte')).toBe(false);
  });

  it('like another has its language, too', async () => {
    const operator = await as('operator');
    await portal.service.provisioning.createEmpty('vorbild', 'Vorbild', [], undefined, {
      starter: true,
      language: 'de',
    });
    const page = (await operator.get('/operator/brands/new')).text;
    expect(titlesIn(page, 'begin')).toEqual(['An empty portal', 'A brand like another', 'A portal to fill in']);
    const sent = { ...fields, once: randomUUID(), begin: 'like', like: 'vorbild' };
    expect((await operator.post('/operator/brands/new', sent)).status).toBe(303);
    const { brand, pages } = await catalogOf('sternwarte');
    expect([brand?.language, [...pages.values()].map(({ title }) => title)]).toEqual([
      'de',
      ['Marke', 'Logo', 'Farbe', 'Typografie', 'Bildwelt', 'Sprache', 'Anwendungen'],
    ]);
  });
});

describe('a new page', () => {
  it('begins with one of ten templates, hidden, and a palette has the colours of the brand', async () => {
    const editor = await as('editor');
    const { text } = await editor.get(newPage);
    expect(titlesIn(text, 'template')).toHaveLength(10);
    await operate(setColor, {}, { name: 'Night', hex: '#0b1a33' });
    const value = /value="(starter-\d+)"[^>]*>\s*<span[^>]*><b>Palette</.exec(text)?.[1] ?? '';
    expect((await make(editor, { template: value })).status).toBe(303);
    const { body: pages } = await client.get('/pages');
    const { body: page } = await client.get(`/pages/${pages[0].id}`);
    expect([page.title, page.visibility]).toEqual(['Palette', 'hidden']);
    expect(page.blocks.find(({ type }: { type: string }) => type === 'color_palette').data.color_ids).toEqual([1]);
    for (const template of ['starter-999', 'page-1', 'none'])
      expect([template, (await make(editor, { template })).status]).toEqual([template, 422]);
    expect((await client.get('/pages')).body).toHaveLength(1);
  });

  it('begins with a page that the brand has marked, until that is deleted', async () => {
    const editor = await as('editor');
    const blocks = [{ type: 'heading', data: { text: 'Campaign', level: 2 } }];
    const { body: own } = await client.post('/pages', { title: 'Our campaigns', blocks });
    const settings = `/brands/acme/pages/${own.id}/edit`;
    const marked = { action: 'template', once: randomUUID(), template: 'yes' };
    expect((await editor.post(settings, marked)).status).toBe(303);
    expect((await catalogOf('acme')).portal.templates).toEqual([own.id]);
    expect(titlesIn((await editor.get(newPage)).text, 'template')[0]).toBe('Our campaigns');
    const made = await make(editor, { title: 'Summer', template: `page-${own.id}` });
    const [, id = ''] = /\/page\/(\d+)/.exec(made.location ?? '') ?? [];
    const { body: page } = await client.get(`/pages/${id}`);
    expect([page.title, page.blocks[0].data.text, page.blocks[0].id]).toEqual([
      'Summer',
      'Campaign',
      expect.not.stringMatching(own.blocks[0].id),
    ]);
    await client.delete(`/pages/${own.id}`);
    expect((await catalogOf('acme')).portal.templates).toEqual([]);
    expect((await make(editor, { template: `page-${own.id}` })).status).toBe(422);
  });

  it(`is offered at most ${maxTemplates} marked pages, and no chapter`, async () => {
    for (let number = 0; number <= maxTemplates; number += 1) {
      const { body } = await client.post('/pages', { title: `Page ${number}` });
      const marked = operate(setTemplate, { page: String(body.id) }, { template: true });
      if (number < maxTemplates) await marked;
      else await expect(marked).rejects.toThrow(`more than ${maxTemplates} templates`);
    }
    expect((await catalogOf('acme')).portal.templates).toHaveLength(maxTemplates);
    const { body: chapter } = await client.post('/pages', { title: 'Chapter', type: 'container' });
    await expect(operate(setTemplate, { page: String(chapter.id) }, { template: true })).rejects.toThrow('no template');
  });
});

describe('an empty portal', () => {
  const home = async () => (await fetch(`${portal.url}/brands/acme/`)).text();

  it('shows six steps to those who may take them and “Opens soon” to others, until the first page is shown', async () => {
    await portal.service.setBrandSettings('acme', { portal: 'public' });
    const [admin, editor, viewer] = [await as('admin'), await as('editor'), await as('viewer')];
    const names = (html: string) =>
      [...(/<ol class="steps">(.*?)<\/ol>/s.exec(html)?.[1] ?? '').matchAll(/<b>(.*?)<\/b>/g)].map(([, name]) => name);
    const all = ['A name', 'Your logo', 'Colours', 'Typefaces', 'The first page', 'A person to work with'];
    expect(names((await admin.open('/brands/acme/')).text)).toEqual(all);
    expect(names((await editor.open('/brands/acme/')).text)).toEqual(all.slice(1, 5));
    for (const text of [await home(), (await viewer.open('/brands/acme/')).text]) {
      expect(text).toContain('Opens soon.');
      expect(text).not.toMatch(/First steps|Typography/);
    }
    const before = await home();
    const card = /<form method="post"[^>]*>((?:(?!<\/form>).)*<b[^>]*>Logo<.*?)<\/form>/s;
    const fields = (html: string) =>
      Object.fromEntries(
        [...(card.exec(html)?.[1] ?? '').matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
          name,
          value,
        ]),
      );
    const made = await editor.post(newPage, fields((await editor.open('/brands/acme/')).text));
    expect(made.status).toBe(303);
    const { body: pages } = await client.get('/pages');
    expect(pages.map(({ title, visibility }: Record<string, string>) => [title, visibility])).toEqual([
      ['Logo', 'public'],
      ['Logo versions', 'hidden'],
      ['Clear space and size', 'hidden'],
      ['What not to do', 'hidden'],
    ]);
    // What only editors see changes nothing for guests.
    expect(await home()).toBe(before);
    expect(fields((await editor.open('/brands/acme/')).text)).toEqual({});
    const readers = async () => (await admin.get('/brands/acme/access')).text;
    expect(await readers()).toContain('No page is for everyone yet');
    await operate(setVisibility, { page: String(pages[1].id) }, { visibility: 'public' });
    expect(await readers()).toMatch(/Everyone can read 1 of \d+ pages\./);
    for (const text of [await home(), (await editor.open('/brands/acme/')).text])
      expect(text).not.toMatch(/Opens soon|First steps/);
  });

  it('says in the language of its reader what chapters and templates are for; their titles are as the brand writes', async () => {
    const headers = { Cookie: (await as('editor')).cookie ?? '', 'Accept-Language': 'de' };
    for (const path of ['', '-/workspace/pages/new']) {
      const html = await (await fetch(`${portal.url}/brands/acme/${path}`, { headers })).text();
      expect([path, html]).toEqual([path, expect.stringMatching(/<b lang="en">Brand<\/b>/)]);
      expect(html).toMatch(/>\s*Wer wir sind und wofür wir stehen\. 2 Seiten zum Ausfüllen/);
      expect(html).not.toContain('Who we are');
    }
  });

  it('takes a logo, and from an SVG the colours of palette and theme, in a change that can be undone', async () => {
    const editor = await as('editor');
    const send = (name: string, content: string) => {
      const form = new FormData();
      form.append('once', randomUUID());
      form.append('file', new File([content], name));
      return editor.send('POST', '/brands/acme/logo', { body: form, headers: { Origin: backendOrigin(portal) } });
    };
    const inside =
      '<style>.a{fill:#F2A900}</style><path fill="#0b1a33" d="M0 0h9v9z"/><path stroke="#0b1a33" d="M0 0"/>';
    const svg = (content: string) => `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${content}</svg>`;
    const reply = await send('logo.svg', svg(`${inside}<rect fill="white" width="1" height="1"/>`));
    expect([reply.status, reply.location]).toEqual([303, expect.stringMatching(/^\/brands\/acme\/\?done=/)]);
    const { portal: settings, colors, brand, media } = await catalogOf('acme');
    const [[id, medium] = []] = media;
    expect([settings.logo_light, medium?.released]).toEqual([id, true]);
    expect([...colors.values()].map(({ hex }) => hex)).toEqual(['#0b1a33', '#f2a900']);
    const themed = { primary: '#0b1a33', accent: '#f2a900', background: '#ffffff' };
    // Links are text: the accent has too little contrast for them.
    expect(brand?.theme.colors).toMatchObject({ ...themed, link: '#0b1a33' });
    // Colours that are there stay.
    await send('other.svg', svg('<path fill="red" d="M0 0h9v9z"/>'));
    expect([(await catalogOf('acme')).colors.size, (await catalogOf('acme')).media.size]).toEqual([2, 2]);
    const head = portal.head('acme');
    expect((await send('notes.txt', 'none')).status).toBe(422);
    expect(portal.head('acme')).toBe(head);
  });
});
