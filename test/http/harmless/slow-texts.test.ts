import { expect, onTestFinished, test, vi } from 'vitest';
import type * as Background from '../../../src/content/html/background-sanitizer.js';
import { heldThread, limitMs } from '../../support/held-thread.js';
import { anotherPortal } from '../../support/portal-fixture.js';

const build = '../../../dist/modules/content/html/background-sanitizer.js';
const { BackgroundSanitizer } = (await import(build)) as typeof Background;

/** Read by the parser only: no thread has to load the DOM. */
const small = (text: string): string => `<ul><li>${text}</li></ul>`;
const held = small('HELD');

/** Time stands still, but where a test says that a question has exceeded its limit. */
function start() {
  const { script, ...thread } = heldThread('worker.js');
  const sanitizer = new BackgroundSanitizer(1, { message: limitMs, slow: limitMs }, script);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(async () => {
    vi.useRealTimers();
    await sanitizer.close();
  });
  return { sanitizer, ...thread };
}

test('a text that takes too long is refused on its field, alone, and the brand behind it is answered before', async () => {
  const { sanitizer, threads, expire } = start();
  const acme = await anotherPortal({ sanitizer });
  await acme.portal.service.provisioning.createEmpty('other', 'Other', []);
  const other = await acme.portal.client('other');
  const page = (...texts: string[]) => ({
    title: 'Page',
    blocks: texts.map((html) => ({ type: 'rich_text', data: { html } })),
  });
  const order: string[] = [];
  const refused = acme.post('/pages', page(small('a'), held, small('b'))).finally(() => order.push('acme'));
  const stored = other.post('/pages', page(small('c'))).finally(() => order.push('other'));
  await expire(1);
  expect((await stored).body.blocks[0].data.html).toBe(small('c'));
  expect(order).toEqual(['other']);
  await expire(2);
  const { status, body } = await refused;
  const said = expect.stringMatching(/^The blocks\.1\.data\.html field .* takes too long/);
  expect([status, body.errors]).toEqual([422, { 'blocks.1.data.html': [said] }]);
  // Known from now on: no thread takes it, this one least of all.
  expect((await acme.post('/pages', page(held))).status).toBe(422);
  expect((await acme.post('/pages', page(small('a'), small('b')))).body.blocks[1].data.html).toBe(small('b'));
  expect(threads()).toBe(2);
});

test.each([null, {}])('a block is sanitised in a thread, whatever else its body has: blocks %j', async (blocks) => {
  const { sanitizer, threads, expire } = start();
  const acme = await anotherPortal({ sanitizer });
  const { id } = await acme.page();
  const refused = acme.post(`/pages/${id}/blocks`, { type: 'rich_text', data: { html: held }, blocks });
  await expire(1);
  await expire(2);
  expect((await refused).status).toBe(422);
  expect(threads()).toBe(2);
});

test('a text that takes long, but ends in time, is sanitised', async () => {
  const { sanitizer, expire, untilHeld, release } = start();
  const slow = sanitizer.prepare([held]);
  await expire(1);
  await untilHeld(2);
  release();
  await slow;
  expect(sanitizer.html(held)).toBe(held);
});

test('a text that is opened is given up, and this thread does not take it', async () => {
  const { sanitizer, expire } = start();
  const opened = sanitizer.open(held, 'source');
  await expire(1);
  await expire(2);
  expect(await opened).toEqual({ html: '', pictures: 0, reason: 'it takes too long to read', drawn: [] });
});

test('a sanitiser that is closed lets go of what it is at, and does nothing on the spot', async () => {
  const { sanitizer, untilHeld } = start();
  const open = expect(sanitizer.prepare([held])).rejects.toMatchObject({ code: 'unavailable' });
  await untilHeld(1);
  await sanitizer.close();
  await open;
  await expect(sanitizer.prepare([small('a')])).rejects.toMatchObject({ code: 'unavailable' });
});
