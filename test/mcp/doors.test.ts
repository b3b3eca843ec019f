import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, connect, type Outcome } from '../support/mcp.js';
import { type Reply, type TestClient, TestPortal } from '../support/portal.js';

/** Two portals with the same content: one driven through the HTTP API, the other through /mcp. */
let rest: TestClient;
let agent: Client;
let portals: readonly [TestPortal, TestPortal];

const slug = 'northlight';

beforeAll(async () => {
  portals = [await TestPortal.start(), await TestPortal.start()];
  rest = await portals[0].importExample(slug);
  agent = await connect(portals[1], (await portals[1].importExample(slug)).key);
});

afterAll(async () => {
  for (const portal of portals) await portal.close();
});

/** Ids of new blocks are random: they are numbered in the order in which they appear. */
function comparable(value: unknown): unknown {
  const numbers = new Map<string, number>();
  return JSON.parse(JSON.stringify(value ?? null), (name, member) => {
    if (!['id', 'block_id'].includes(name) || typeof member !== 'string' || !/^[0-9a-z]{12}$/.test(member))
      return member;
    if (!numbers.has(member)) numbers.set(member, numbers.size + 1);
    return numbers.get(member);
  });
}

/** `{page}` stands for the page that the cases work on, `{block}` for the id of its first block. */
type Args = Readonly<Record<string, unknown>>;

/** Where the answer stands in the tool's is told by `of`. */
const reads: [name: string, path: string, tool: string, args: Args, of: string][] = [
  ['the brand', '/brand', 'get_brand', {}, 'brand'],
  ['colours', '/brand/colors', 'list_colors', {}, 'colors'],
  ['colours in full', '/brand/colors?expand=full', 'list_colors', { expand: 'full', limit: 200 }, 'colors'],
  ['the language', '/brand/cl', 'get_language', {}, 'language'],
  ['a section', '/brand/cl/voice', 'get_language', { section: 'voice' }, 'language'],
  ['facts', '/brand/context', 'list_context', { limit: 200 }, 'entries'],
  ['facts of a category', '/brand/context?category=company', 'list_context', { category: 'company' }, 'entries'],
  [
    'found pages',
    '/search?q=night%20trane&limit=30&type=page',
    'search',
    { q: 'night trane', type: 'page', limit: 30 },
    'results',
  ],
  ['found media', '/search?q=logo&type=media', 'search', { query: 'logo', type: 'media' }, 'results'],
  ['media', '/media?include=file', 'list_media', { limit: 200 }, 'media'],
  ['pages', '/pages', 'list_pages', { limit: 200 }, 'pages'],
  ['a page', '/pages/1?include=summary,cover', 'get_page', { page: 1 }, 'page'],
];

const paragraph = { type: 'rich_text', data: { html: '<p onclick="x">One <script>two</script></p>', extra: 1 } };
const heading = { type: 'heading', data: { text: 'A <b>heading</b>', level: 2 } };
const deep = (block: unknown) => ({ blocks: [{ type: 'group', data: { blocks: [block] } }] });

const ofBlock = { block: '{block}' };

/** In order. All but those that make a page or a block send the version that the page has. */
const writes: [name: string, status: number, request: string, body: Args, tool: string, args?: Args][] = [
  ['a new page', 201, 'POST /pages', { title: ' New <b> ', blocks: [heading, paragraph] }, 'create_page'],
  ['a block at the end', 201, 'POST {page}/blocks', paragraph, 'add_block'],
  ['a block behind another', 201, 'POST {page}/blocks', { ...heading, after: '{block}' }, 'add_block'],
  ['a change of a block', 200, 'PATCH {page}/blocks/{block}', { data: { text: 'Changed' } }, 'update_block', ofBlock],
  ['a new title', 200, 'PATCH {page}', { title: 'Renamed', nav_expansion: 'pinned_open' }, 'update_page'],
  ['a block less', 200, 'DELETE {page}/blocks/{block}', {}, 'delete_block', ofBlock],
  ['other content', 200, 'PUT {page}/content', deep(heading), 'replace_page_content'],
  ['the page deleted', 204, 'DELETE {page}', {}, 'delete_page'],
];

/** The tool answers as the API does. */
function same(reply: Reply, outcome: Outcome, status: number, of: string): void {
  expect(reply.status, reply.text).toBe(status);
  expect(outcome.isError, outcome.text).toBe(false);
  const answered = outcome.answer[of];
  // Only agents get the address of a result.
  const shown = of === 'results' ? answered.map(({ url: _, ...result }: { url: string }) => result) : answered;
  if (of === 'results') expect(shown.length).toBeGreaterThan(0);
  if (status !== 204) expect(comparable(shown)).toEqual(comparable(reply.body));
}

describe('both doors give the same result', () => {
  let page = 0;

  beforeAll(async () => {
    const { body } = await rest.get('/pages');
    page = Math.max(...body.map(({ id }: { id: number }) => id)) + 1;
  });

  it.each(reads)('%s', async (_, path, tool, args, of) => {
    same(await rest.get(path), await call(agent, tool, args), 200, of);
  });

  it.each(writes)('%s', async (_, status, request, body, tool, args = {}) => {
    const [method = '', path = ''] = request.split(' ');
    const before = await rest.get(`/pages/${page}`);
    const seen = (await call(agent, 'get_page', { page })).answer;
    const filled = (value: Args, block: string): Args => JSON.parse(JSON.stringify(value).replaceAll('{block}', block));

    const block = before.body.blocks?.[0]?.id;
    const isConditional = method !== 'POST';
    const reply = await rest.send(method, path.replace('{page}', `/pages/${page}`).replace('{block}', block), {
      ...(method === 'DELETE' ? {} : { body: filled(body, block) }),
      headers: isConditional ? { 'If-Match': before.headers.get('etag') as string } : {},
    });
    const outcome = await call(agent, tool, {
      ...filled({ ...body, ...args }, seen.page?.blocks?.[0]?.id),
      ...(tool === 'create_page' ? {} : { page }),
      ...(tool === 'delete_page' ? {} : { detail: 'full' }),
      ...(isConditional ? { expected_version: seen.version } : {}),
    });
    same(reply, outcome, status, 'page');
  });

  it('a section of the language, replaced', async () => {
    const { answer: voice } = await call(agent, 'get_language', { section: 'voice' });
    const content = { summary: 'Calm.', own: { any: [1] } };
    const args = { section: 'voice', content, expected_version: voice.version };
    const reply = await rest.patch('/brand/cl/voice', content);
    same(reply, await call(agent, 'replace_language_section', args), 200, 'language');
  });
});
