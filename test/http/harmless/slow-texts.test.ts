import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import type * as Background from '../../../src/content/html/background-sanitizer.js';
import { temporaryDirectory } from '../../support/git.js';
import { anotherPortal } from '../../support/portal-fixture.js';

const build = '../../../dist/modules/content/html/background-sanitizer.js';
const { BackgroundSanitizer } = (await import(build)) as typeof Background;

/** The program's own thread, which stops before a question that has `HELD` in it, until a file releases it. */
const script = (folder: string) => `
  import { existsSync, writeFileSync } from 'node:fs';
  import { parentPort, threadId } from 'node:worker_threads';
  const listen = parentPort.on.bind(parentPort);
  const pause = new Int32Array(new SharedArrayBuffer(4));
  parentPort.on = (name, answer) => listen(name, (message) => {
    if (JSON.stringify(message.question).includes('HELD')) {
      parentPort.postMessage({ begun: message.id, isLoading: false });
      writeFileSync(${JSON.stringify(`${folder}/thread-`)} + threadId, '');
      while (!existsSync(${JSON.stringify(`${folder}/released`)})) Atomics.wait(pause, 0, 0, 10);
    }
    answer(message);
  });
  await import(${JSON.stringify(new URL('../../../dist/worker.js', import.meta.url).href)});`;

const limitMs = 10;
/** Goes on where time stands still. */
const later = setTimeout;
/** Read by the parser only: no thread has to load the DOM. */
const small = (text: string): string => `<ul><li>${text}</li></ul>`;
const held = small('HELD');

/** Time stands still, but where a test says that a question has exceeded its limit. */
function start() {
  const folder = temporaryDirectory();
  const url = new URL(`data:text/javascript,${encodeURIComponent(script(folder))}`);
  const sanitizer = new BackgroundSanitizer(1, { message: limitMs, slow: limitMs }, url);
  const threads = (): number => readdirSync(folder).filter((name) => name !== 'released').length;
  /** Resolves when so many threads have been held, and this one knows. */
  const untilHeld = async (count: number): Promise<void> => {
    while (threads() < count) await new Promise((look) => later(look, 5));
    for (let turns = 0; turns < 5; turns += 1) await turn();
  };
  const expire = async (count: number): Promise<void> => {
    await untilHeld(count);
    vi.advanceTimersByTime(limitMs);
  };
  const release = (): void => writeFileSync(join(folder, 'released'), '');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(async () => {
    vi.useRealTimers();
    await sanitizer.close();
  });
  return { sanitizer, threads, untilHeld, expire, release };
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

test('a text that is opened, and Markdown, are given up, and this thread does not take them', async () => {
  const { sanitizer, expire } = start();
  const opened = sanitizer.open(held, 'source');
  await expire(1);
  await expire(2);
  expect(await opened).toEqual({ html: '', pictures: 0, reason: 'it takes too long to read' });
  const read = sanitizer.markdown('HELD '.repeat(1000));
  await expire(3);
  expect(await read).toMatchObject({ blocks: [], problem: expect.stringContaining('takes too long') });
});

test('a sanitiser that is closed lets go of what it is at, and does nothing on the spot', async () => {
  const { sanitizer, untilHeld } = start();
  const open = expect(sanitizer.prepare([held])).rejects.toMatchObject({ code: 'unavailable' });
  await untilHeld(1);
  await sanitizer.close();
  await open;
  await expect(sanitizer.prepare([small('a')])).rejects.toMatchObject({ code: 'unavailable' });
});
