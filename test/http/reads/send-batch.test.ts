import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { until } from '../../limits/rows.js';
import { client, portal, portalForAll } from '../../support/portal-fixture.js';

portalForAll();

/** An open connection, so that all ask at once. */
async function connected(): Promise<Socket> {
  const socket = connect(Number(new URL(portal.url).port), '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

function requestFor(path: string, more = ''): string {
  return `GET /api/v1${path} HTTP/1.1\r\nHost: portal.test\r\nAuthorization: Bearer ${client.key}\r\n${more}\r\n`;
}

it('many who ask at once each get their own answer and line in the log, whoever of them leaves', async () => {
  const titles = Array.from({ length: 40 }, (_, at) => `Page ${at}`);
  for (const title of titles) await client.post('/pages', { title });
  // Each once: what is asked for now is in the response cache.
  for (const at of titles.keys()) await client.get(`/pages/${at + 1}`);
  const before = portal.log.length;
  const sockets = await Promise.all(titles.map(() => connected()));
  for (const [at, socket] of sockets.entries()) {
    socket.write(requestFor(`/pages/${at + 1}`, 'Connection: close\r\n'));
    if (at % 4 === 1) socket.resetAndDestroy();
  }
  const staying = sockets.flatMap((socket, at) => (at % 4 === 1 ? [] : [{ socket, title: titles[at] }]));
  for (const { socket, title } of staying) {
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
    expect([head.slice(0, 15), JSON.parse(body).title]).toEqual(['HTTP/1.1 200 OK', title]);
  }
  const lines = () => portal.log.slice(before).map((line) => JSON.parse(line));
  await until(() => lines().length >= staying.length);
  const urls = lines().map(({ url }) => url);
  expect(new Set(urls).size).toBe(urls.length);
  expect(lines().filter(({ level }) => level > 40)).toEqual([]);
  expect((await client.get('/pages')).status).toBe(200);
});
