import { expect, it } from 'vitest';
import { setBrand } from '../../src/operations/brand.js';
import { client, operate, portal, portalForEach } from '../support/portal-fixture.js';
import { openPortal, visiblePage } from '../support/portal-visitors.js';
import { get, pages, printed, text } from '../support/printed.js';

portalForEach();

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
