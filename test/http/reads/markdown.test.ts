import { beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../../support/mcp.js';
import { client, portal, portalForAll } from '../../support/portal-fixture.js';

portalForAll({ example: 'northlight' });

const markdown = { Accept: 'text/markdown' };
const get = (path: string, headers: Record<string, string> = markdown) => client.get(path, { headers });
const typeOf = async (path: string, Accept: string) =>
  (await get(path, { Accept })).headers.get('Content-Type')?.split(';')[0];

let facts: { id: string }[];

beforeAll(async () => {
  facts = (await client.get('/brand/context')).body;
});

describe('Markdown by Accept', () => {
  it.each([
    ['/pages/11', () => ['pages/11']],
    ['/brand/cl', () => ['language']],
    ['/brand/context', () => facts.map(({ id }) => `context/${id}`)],
  ] as const)('%s is what agents get', async (path, names) => {
    const agent = await connect(portal, client.key);
    const read = async (name: string) => (await agent.readResource({ uri: `brand-portal://${name}` })).contents[0];
    const texts = (await Promise.all(names().map(read))).map((content) => (content as { text: string }).text);
    for (const time of ['first', 'again']) {
      const { status, headers, text } = await get(path);
      expect([time, status, text]).toEqual([time, 200, texts.join('\n')]);
      expect(headers.get('Content-Type')).toBe('text/markdown; charset=utf-8');
      expect(headers.get('Vary')).toBe('Authorization, Accept');
    }
  });

  it.each([
    ['*/*', 'application/json'],
    ['application/json', 'application/json'],
    ['application/json, text/markdown', 'application/json'],
    ['text/markdown;q=0.5, application/json', 'application/json'],
    ['text/html, application/xml;q=0.9, */*;q=0.8', 'application/json'],
    ['text/*', 'application/json'],
    ['image/png', 'application/json'],
    [',;q=', 'application/json'],
    ['text/markdown;q=0', 'application/json'],
    ['text/markdown', 'text/markdown'],
    ['TEXT/Markdown; variant=GFM', 'text/markdown'],
    ['text/markdown, text/html, */*', 'text/markdown'],
    ['application/json;q=0.5, text/markdown', 'text/markdown'],
    ['text/html, text/markdown;q=0.9, */*;q=0.8', 'text/markdown'],
  ])('Accept: %s means %s', async (accept, type) => {
    expect([await typeOf('/pages/1', accept), await typeOf('/pages/1', accept)]).toEqual([type, type]);
    expect(await typeOf('/pages', accept)).toBe('application/json');
  });

  it('has a tag of its own; a write takes that of either form', async () => {
    const page = `/pages/${(await client.page({ title: 'Tags' })).id}`;
    const [json, text] = [await get(page, {}), await get(page)];
    const [a, b] = [json, text].map(({ headers }) => headers.get('ETag') as string) as [string, string];
    expect(a).not.toBe(b);
    for (const [form, [tag, other]] of [[{}, [a, b]] as const, [markdown, [b, a]] as const]) {
      for (const [sent, expected] of [[tag, 304] as const, [other, 200] as const]) {
        const { status, headers } = await get(page, { ...form, 'If-None-Match': sent });
        expect([status, headers.get('Vary')]).toEqual([expected, 'Authorization, Accept']);
      }
    }
    expect((await client.patch(page, { title: 'Two' }, { headers: { 'If-Match': b } })).status).toBe(200);
    expect((await client.patch(page, { title: 'Three' }, { headers: { 'If-Match': b } })).status).toBe(412);
    expect((await get(page)).text).toMatch(/^# Two\n/);
  });

  it('shows what was', async () => {
    const page = `/pages/${(await client.page({ title: 'Then' })).id}`;
    const commit = portal.head(client.brand);
    await client.patch(page, { title: 'Now' });
    const then = await get(`${page}?at=${commit}`);
    expect(then.text).toMatch(/^# Then\n/);
    expect(then.headers.get('Cache-Control')).toContain('immutable');
    expect((await get(page)).text).toMatch(/^# Now\n/);
  });

  it('stays JSON where it would take too long, and errors are JSON', async () => {
    const html = `<p>${'a '.repeat(150_000)}</p>`;
    const { id } = await client.page({ blocks: [{ type: 'rich_text', data: { html } }] });
    const long = await get(`/pages/${id}`);
    expect(long.body.id).toBe(id);
    expect(long.headers.get('ETag')).toBe((await get(`/pages/${id}`, {})).headers.get('ETag'));
    expect((await get('/pages/9999')).body).toEqual({ message: 'Page not found.' });
  });
});
