import { JSDOM } from 'jsdom';
import { expect } from 'vitest';
import { portal } from './portal-fixture.js';
import { openPortal, visiblePage, visit } from './portal-visitors.js';

/** What a visitor gets at an address of the portal of `acme`. */
export const get = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await visit(portal, `/brands/acme${path}`, { headers });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

/** A document as it is printed: its pages and its contents. */
export const printed = async (path: string, headers: Record<string, string> = {}) => {
  const { status, text } = await get(path, headers);
  expect(status).toBe(200);
  const { document } = new JSDOM(text).window;
  const textsOf = (selector: string) => [...document.querySelectorAll(selector)].map((found) => found.textContent);
  return { document, sheets: textsOf('.print-page > h1'), contents: textsOf('.print-contents li > :is(a, b)') };
};

export const text = (html: string) => [{ type: 'rich_text', data: { html } }];

/** A chapter with a public, an internal and a hidden page, and a page outside. */
export async function pages() {
  await openPortal(portal, 'acme');
  const chapter = await visiblePage({ title: 'Logo', type: 'container' });
  const below = { parent_id: chapter.id };
  await visiblePage({ title: 'Space', ...below, blocks: text('<p>Clear space is one module.</p>') });
  await visiblePage({ title: 'Internal', ...below }, 'internal');
  await visiblePage({ title: 'Secret', ...below }, 'hidden');
  await visiblePage({ title: 'Voice' });
  return chapter.id;
}
