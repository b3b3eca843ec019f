import * as fs from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { Service } from '../../src/service/service.js';
import { ChildServer } from '../support/child-server.js';
import { spawnPortal } from '../support/command.js';
import { configFile } from '../support/config-file.js';
import { dataWithBrand } from '../support/data.js';
import { clone, commitAndPush } from '../support/git.js';
import { sanitizer } from '../support/portal.js';

async function served(given?: { readonly data: string; readonly key: string }, lines = '') {
  const { data, key: keyOfAcme } = given ?? (await dataWithBrand());
  const [log, config] = [join(data, 'log'), configFile(lines)];
  const server = await ChildServer.start({ data, log, config });
  onTestFinished(async () => void (await server.end('SIGKILL')));
  const send = async (method: string, path: string, body?: unknown, key = keyOfAcme) => {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const answer = await fetch(`${server.url}/api/v1${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  return { server, send, log: () => fs.readFileSync(log, 'utf8') };
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

const framesets = '<frameset>'.repeat(12_000);
/** As much as is allowed: a DOM takes long for it. */
const heavy = '<p onclick="x"><a href="x" title="y" target="_blank">a</a></p>'.repeat(4900);
const page = (...texts: string[]) => ({
  title: 'Page',
  blocks: texts.map((html) => ({ type: 'rich_text', data: { html } })),
});

test('a text that is too complex, sent or pushed, costs its brand this text, and other brands nothing', async () => {
  const { data, key } = await dataWithBrand();
  const service = await Service.open({ fs, data, log: pino({ level: 'silent' }), sanitizer });
  await service.provisioning.createEmpty('other', 'Other', []);
  const issued = await service.keys.issue({
    brand: 'other',
    name: 'Other',
    rights: ['read', 'write'],
    expiresAt: null,
  });
  await service.close();

  const before = await served({ data, key });
  const refused = { status: 422, body: { errors: { 'blocks.0.data.html': [expect.any(String)] } } };
  const sent = before.send('POST', '/pages', page(framesets));
  expect(await before.send('POST', '/pages', page('<p onclick="x">a</p>'), issued.key)).toMatchObject({ status: 201 });
  expect(await sent).toMatchObject(refused);
  const { id } = (await before.send('POST', '/pages', page('<p>a</p>', '<p>b</p>'))).body;
  expect(await before.server.end('SIGTERM')).toBe(0);

  const path = `pages/0/${id}.json`;
  const work = clone(join(data, 'brands/acme.git'));
  const file = JSON.parse(fs.readFileSync(join(work, path), 'utf8'));
  file.blocks[0].data.html = framesets;
  fs.writeFileSync(join(work, path), JSON.stringify(file));
  commitAndPush(work, 'Edit by hand');

  const { server, send, log } = await served({ data, key });
  const read = send('GET', `/pages/${id}`);
  expect((await send('GET', '/pages/1', undefined, issued.key)).body.blocks[0].data.html).toBe('<p>a</p>');
  expect((await read).body.blocks.map((block: { data: { html: string } }) => block.data.html)).toEqual([
    '',
    '<p>b</p>',
  ]);
  const named = /pages\/0\/1\.json.*blocks\.0\.data\.html: HTML that is too complex/;
  expect(await server.end('SIGTERM')).toBe(0);
  expect(log().split('\n')).toContainEqual(expect.stringMatching(named));
  const { code, stdout } = await spawnPortal(['check', '--data', data]);
  expect(code).toBe(0);
  expect(stdout.split('\n')).toContainEqual(expect.stringMatching(named));
});

test('a shutdown ends while texts are sanitised, and what was acknowledged is there afterwards', async () => {
  const { data, key } = await dataWithBrand();
  const { server, send, log } = await served({ data, key }, 'shutdown_timeout_seconds: 1\n');
  let answered = 0;
  const writes = Array.from({ length: 40 }, (_, at) =>
    send('POST', '/pages', page(`${heavy}<p>${at}</p>`))
      .then(
        ({ status }) => status,
        () => null,
      )
      .finally(() => (answered += 1)),
  );
  await Promise.any([...writes, send('GET', '/pages')]);
  expect(answered).toBeLessThan(writes.length);
  // Its own end, orderly or not: the test would wait for another.
  const code = await server.end('SIGTERM');
  expect(code === 0 || log().includes('the shutdown has exceeded its timeout')).toBe(true);
  const stored = (await Promise.all(writes)).filter((status) => status === 201);
  const again = await served({ data, key });
  const { length } = (await again.send('GET', '/pages')).body;
  expect(length).toBeGreaterThanOrEqual(stored.length);
});
