import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { timeBody, timeByProgress } from '../../../src/http/node/body-deadline.js';

/** Sends parts of a body that has no end. @returns after how many milliseconds it was cut */
async function untilCut(seconds: number, part: Buffer, everyMs: number, byProgress: boolean): Promise<number> {
  const begun = performance.now();
  const server = createServer((incoming) => {
    timeBody(incoming, seconds, () => incoming.socket.destroy());
    if (byProgress) timeByProgress(incoming, seconds);
    incoming.resume().on('error', () => {});
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sent = request({ port, method: 'POST', headers: { 'Transfer-Encoding': 'chunked' } }).on('error', () => {});
  const sending = setInterval(() => sent.write(part), everyMs);
  const limit = setTimeout(() => sent.destroy(), 2000);
  await new Promise((resolve) => sent.on('close', resolve)).finally(() => clearInterval(sending));
  clearTimeout(limit);
  server.close();
  return performance.now() - begun;
}

it('a body is cut at its deadline; an upload goes on while it makes progress, and is cut when it makes none', async () => {
  const [little, much] = [Buffer.alloc(10), Buffer.alloc(64 * 1024)];
  expect(await untilCut(0.3, much, 20, false)).toBeLessThan(1500);
  expect(await untilCut(0.3, much, 20, true)).toBeGreaterThan(1900);
  expect(await untilCut(0.3, little, 20, true)).toBeLessThan(1500);
});
