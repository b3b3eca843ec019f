import { JSDOM } from 'jsdom';
import { expect, it } from 'vitest';
import { scene } from '../support/languages-scene.js';
import { portal, portalForEach } from '../support/portal-fixture.js';
import { cookieOf, openPortal, visiblePage, visit } from '../support/portal-visitors.js';

portalForEach();

const get = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await visit(portal, `/brands/acme${path}`, { headers });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

const printed = async (path: string, headers: Record<string, string> = {}) => {
  const { status, text } = await get(path, headers);
  expect(status).toBe(200);
  const { document } = new JSDOM(text).window;
  const textsOf = (selector: string) => [...document.querySelectorAll(selector)].map((found) => found.textContent);
  return { document, sheets: textsOf('.print-page > h1'), contents: textsOf('.print-contents li > :is(a, b)') };
};

const text = (html: string) => [{ type: 'rich_text', data: { html } }];

/** A chapter with a public, an internal and a hidden page, and a page outside. */
async function pages() {
  await openPortal(portal, 'acme');
  const chapter = await visiblePage({ title: 'Logo', type: 'container' });
  const below = { parent_id: chapter.id };
  await visiblePage({ title: 'Space', ...below, blocks: text('<p>Clear space is one module.</p>') });
  await visiblePage({ title: 'Internal', ...below }, 'internal');
  await visiblePage({ title: 'Secret', ...below }, 'hidden');
  await visiblePage({ title: 'Voice' });
  return chapter.id;
}

it('a reader prints what this reader sees: the portal or a chapter, with cover and contents', async () => {
  const chapter = await pages();
  const guest = await printed('/-/print');
  expect(guest.sheets).toEqual(['Space', 'Voice']);
  expect(guest.contents).toEqual(['Logo', 'Space', 'Voice']);
  expect(guest.document.querySelector('.print-cover h1')?.textContent).toBe('Acme');
  expect(guest.document.querySelector('.print-page')?.textContent).toContain('Clear space is one module.');
  expect(guest.document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
  for (const link of guest.document.querySelectorAll('.print-contents a'))
    expect(guest.document.querySelector(link.getAttribute('href') ?? '')?.className).toBe('print-page');
  const ofChapter = await printed(`/-/print/${chapter}`);
  expect(ofChapter.sheets).toEqual(['Space']);
  expect(ofChapter.document.querySelector('.print-cover h1')?.textContent).toBe('Logo');
  expect((await printed('/-/print', { Cookie: await cookieOf('viewer') })).sheets).toEqual([
    'Space',
    'Internal',
    'Voice',
  ]);
  expect((await printed('/-/print', { Cookie: await cookieOf('editor') })).sheets).toHaveLength(4);
  expect((await get('/logo')).text).toContain(`href="/brands/acme/-/print/${chapter}"`);
  expect((await get('/')).text).toContain('href="/brands/acme/-/print"');
  for (const path of [`/-/print/0${chapter}`, '/-/print/99', `/-/print/${chapter + 1}`])
    expect((await get(path)).status).toBe(404);
});

it('a document is in the language of its address', async () => {
  await scene();
  const { document, sheets } = await printed('/de/-/print');
  expect(document.documentElement.lang).toBe('de');
  expect(sheets).toContain('Schutzraum');
  expect(document.querySelector('#contents')?.textContent).toBe('Inhalt');
});
