import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { timeBody, timeByProgress } from '../../../src/http/node/body-deadline.js';

/** Sends parts of a body that has no end. @returns whether it is cut within this time */
async function isCut(
  seconds: number,
  part: Buffer,
  byProgress: boolean,
  withinMs: number,
  isRead = true,
): Promise<boolean> {
  const server = createServer((incoming) => {
    timeBody(incoming, seconds, () => incoming.socket.destroy());
    if (byProgress) timeByProgress(incoming, seconds);
    incoming.on('error', () => {});
    if (isRead) incoming.resume();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sent = request({ port, method: 'POST', headers: { 'Transfer-Encoding': 'chunked' } }).on('error', () => {});
  const sending = setInterval(() => sent.write(part), 20);
  let isOver = false;
  const limit = setTimeout(() => {
    isOver = true;
    sent.destroy();
  }, withinMs);
  await new Promise((resolve) => sent.on('close', resolve)).finally(() => clearInterval(sending));
  clearTimeout(limit);
  server.close();
  return !isOver;
}

it('a body is cut at its deadline; an upload goes on while it makes progress, and is cut when it makes none', async () => {
  const [little, much] = [Buffer.alloc(10), Buffer.alloc(64 * 1024)];
  expect(await isCut(0.3, much, false, 10_000)).toBe(true);
  expect(await isCut(0.3, little, true, 10_000)).toBe(true);
  // Long enough for a machine that stands still for a while.
  const [going, unread] = [isCut(3, much, true, 7000), isCut(3, much, true, 7000, false)];
  expect([await going, await unread]).toEqual([false, false]);
});
