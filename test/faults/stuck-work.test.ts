import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { ChildServer } from '../support/child-server.js';
import { dataWithBrand } from '../support/data.js';

const program = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

async function served() {
  const { data, key } = await dataWithBrand();
  const server = await ChildServer.start({ program, data, lifetimeMs: 100_000 });
  onTestFinished(async () => void (await server.end('SIGKILL')));
  const send = async (method: string, path: string, body?: unknown) => {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const answer = await fetch(`${server.url}/api/v1${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  return { server, send };
}

const words = (count: number, word: string): string => Array(count).fill(word).join(' ');

/** 900 terms that begin as the text does, and end in a word that it does not have. */
const nearlyFound = Array.from({ length: 900 }, (_, at) => `${words(30, 'ab')} x${at}`);

test('a language check holds up no other request, and one that compares too much is refused', async () => {
  const { send } = await served();
  const terms = nearlyFound.map((term) => ({ term }));
  expect(await send('PATCH', '/brand/cl/terminology', { forbidden: terms })).toMatchObject({ status: 200 });
  const order: string[] = [];
  const check = (count: number) =>
    send('POST', '/brand/check', { text: words(count, 'ab') }).finally(() => order.push('check'));
  const checks = [33_000, 33_000, 340_000].map(check);
  const read = send('GET', '/pages').finally(() => order.push('read'));
  await Promise.all([read, ...checks]);
  expect(order).toEqual(['read', 'check', 'check', 'check']);
  expect(await Promise.all(checks)).toMatchObject([
    { status: 200, body: { findings: [], complete: true } },
    { status: 200, body: { findings: [], complete: true } },
    { status: 422, body: { errors: { text: [expect.stringContaining('check it in parts')] } } },
  ]);
});
