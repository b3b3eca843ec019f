import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { timeBody, timeByProgress } from '../../../src/http/node/body-deadline.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

/** A request whose body has no end, with a second for the body or for each interval. */
async function endless({ isRead = true } = {}) {
  const cut = vi.fn();
  const server = createServer((incoming) => {
    timeBody(incoming, 1, cut);
    timeByProgress(incoming, 1);
    incoming.on('error', () => {});
    if (isRead) incoming.resume();
  });
  const arrived = once(server, 'request');
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const sent = request({ port, method: 'POST', headers: { 'Transfer-Encoding': 'chunked' } }).on('error', () => {});
  onTestFinished(() => {
    sent.destroy();
    server.close();
  });
  sent.flushHeaders();
  const [incoming] = (await arrived) as [IncomingMessage];
  /** A second in which so many bytes arrive. */
  const second = async (bytes: number): Promise<void> => {
    const before = incoming.socket.bytesRead;
    if (bytes > 0) sent.write(Buffer.alloc(bytes));
    await expect.poll(() => incoming.socket.bytesRead - before).toBeGreaterThanOrEqual(bytes);
    if (isRead) await expect.poll(() => incoming.readableLength).toBe(0);
    vi.advanceTimersByTime(1000);
  };
  return { cut, second };
}

const [little, much] = [10, 128 * 1024];

it.each([0, little])(
  'an upload goes on while it makes progress, and is cut after %i bytes in an interval',
  async (bytes) => {
    const { cut, second } = await endless();
    for (const _ of [1, 2, 3]) await second(much);
    expect(cut).not.toHaveBeenCalled();
    await second(bytes);
    expect(cut).toHaveBeenCalled();
  },
);

it('an upload that the server does not read is not cut', async () => {
  const { cut, second } = await endless({ isRead: false });
  // No more than the server takes without reading it.
  await second(little);
  for (const _ of [1, 2, 3]) await second(0);
  expect(cut).not.toHaveBeenCalled();
});
