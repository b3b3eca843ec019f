import { JSDOM } from 'jsdom';
import { expect, it } from 'vitest';
import { setBrand } from '../../src/operations/brand.js';
import { scene } from '../support/languages-scene.js';
import { client, operate, portal, portalForEach } from '../support/portal-fixture.js';
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

it('a document has at most 500 pages, and says what to do with more', async () => {
  const chapter = await pages();
  await operate(setBrand, {}, { default_visibility: 'public' });
  for (let at = 2; at < 500; at += 1) await client.page({ title: `Page ${at}` });
  expect((await printed('/-/print')).sheets).toHaveLength(500);
  await visiblePage({ title: 'One more' });
  const { status, text } = await get('/-/print');
  expect(status).toBe(413);
  expect(text).toContain('This document has 501 pages, and one has at most 500. Print its chapters one by one.');
  expect((await printed(`/-/print/${chapter}`)).sheets).toHaveLength(1);
});

it('a document is at most 10 MB long, and at most eight are made at a time', async () => {
  await openPortal(portal, 'acme');
  const chapter = await visiblePage({ title: 'Long', type: 'container' });
  const blocks = Array.from({ length: 3 }, () => text(`<p>${'word '.repeat(208_000)}</p>`)[0]);
  for (let at = 0; at < 3; at += 1) await visiblePage({ title: `Page ${at}`, parent_id: chapter.id, blocks });
  expect((await printed('/-/print')).sheets).toHaveLength(3);
  await visiblePage({ title: 'Page 3', blocks });
  const { status, text: refusal } = await get('/-/print');
  expect([status, refusal.includes('This document is too long to print.')]).toEqual([413, true]);
  expect((await printed(`/-/print/${chapter.id}`)).sheets).toHaveLength(3);
  const releases = Array.from({ length: 8 }, () => portal.service.semaphores.tryAcquire('prints', 8));
  await client.page({ title: 'Changed' });
  expect((await get('/-/print')).status).toBe(503);
  for (const release of releases) release?.();
  expect((await get(`/-/print/${chapter.id}`)).status).toBe(200);
});
