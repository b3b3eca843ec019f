import { expect, it } from 'vitest';
import { scene } from '../support/languages-scene.js';
import { portalForEach } from '../support/portal-fixture.js';
import { cookieOf } from '../support/portal-visitors.js';
import { get, pages, printed } from '../support/printed.js';

portalForEach();

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
