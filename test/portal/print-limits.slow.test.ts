import { JSDOM } from 'jsdom';
import { expect, it } from 'vitest';
import { setBrand } from '../../src/operations/brand.js';
import { client, operate, portal, portalForEach } from '../support/portal-fixture.js';
import { openPortal, visiblePage, visit } from '../support/portal-visitors.js';

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
