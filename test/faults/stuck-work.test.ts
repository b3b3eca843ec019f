import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Server } from '../support/command.js';
import { headOf } from '../support/commits.js';
import { configFile } from '../support/config-file.js';
import { dataWithBrand } from '../support/data.js';
import { shortLimit } from '../support/eventually.js';
import { heldThread } from '../support/held-thread.js';
import { message, postTo } from '../support/mcp.js';

async function served({ data, key }: { readonly data: string; readonly key: string }, lines = '', env = {}) {
  const server = await Server.start(['serve', '--data', data, '--port', '0', '--config', configFile(lines)], env);
  const send = (method: string, path: string, body?: unknown) => server.send(key, method, path, body);
  return { server, send };
}

const words = (count: number, word: string): string => Array(count).fill(word).join(' ');

/** 900 terms that begin as the text does, and end in a word that it does not have. */
const nearlyFound = Array.from({ length: 900 }, (_, at) => `${words(30, 'ab')} x${at}`);

test('a language check holds up no other request, and one that compares too much is refused', shortLimit, async () => {
  const { send } = await served(await dataWithBrand());
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

/** As much as is allowed: a DOM takes long for it. */
const heavy = '<p onclick="x"><a href="x" title="y" target="_blank">a</a></p>'.repeat(4900);
const page = (...texts: string[]) => ({
  title: 'Page',
  blocks: texts.map((html) => ({ type: 'rich_text', data: { html } })),
});

test(
  'a shutdown ends while texts are sanitised, and what was acknowledged is there afterwards',
  shortLimit,
  async () => {
    const place = await dataWithBrand();
    const { server, send } = await served(place, 'shutdown_timeout_seconds: 1\n');
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
    await server.endsItself();
    const stored = (await Promise.all(writes)).filter((status) => status === 201);
    const again = await served(place);
    const { length } = (await again.send('GET', '/pages')).body;
    expect(length).toBeGreaterThanOrEqual(stored.length);
  },
);

test('a shutdown waits for no comparison: whoever asked for it is told so', async () => {
  const place = await dataWithBrand();
  const { preloaded, untilHeld } = heldThread('content-worker.js', '["compare"');
  const { server, send } = await served(place, '', { NODE_OPTIONS: `--import=${preloaded}` });
  const long = (word: string): string => `<p>${`${word} `.repeat(20_000)}</p>`;
  const { body } = await send('POST', '/pages', page(long('before')));
  const from = headOf(join(place.data, 'brands/acme.git'));
  await send('PATCH', `/pages/${body.id}/blocks/${body.blocks[0].id}`, { data: { html: long('after') } });
  const url = server.url.replace('/api/v1', '/mcp');
  const args = { page: body.id, from };
  const comparison = postTo(url, place.key, message('tools/call', { name: 'compare_page', arguments: args }));
  await untilHeld(1);
  expect(await server.stop()).toBe(0);
  expect(await (await comparison).text()).toContain('being shut down');
});
