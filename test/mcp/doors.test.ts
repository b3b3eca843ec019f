import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, connect, type Structured } from '../support/mcp.js';
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
  await agent.close();
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

interface Case {
  readonly name: string;
  readonly method: 'get' | 'post' | 'patch' | 'put' | 'delete';
  /** `{block}` stands for the id of the first block of the page that the cases work on. */
  readonly path: string;
  readonly body?: Record<string, unknown>;
  readonly tool: string;
  readonly args?: Record<string, unknown>;
  /** Where the answer stands in the tool's. */
  readonly of?: string;
  readonly status: number;
  /** Sends the page's current version. */
  readonly version?: 'current';
}

const paragraph = { type: 'rich_text', data: { html: '<p onclick="x">One <script>two</script></p>', extra: 1 } };
const heading = { type: 'heading', data: { text: 'A <b>heading</b>', level: 2 } };

/** In order; the pages 1000 and more are those that the cases before made. */
const cases = (page: number): Case[] => [
  { name: 'the brand', method: 'get', path: '/brand', tool: 'get_brand', of: 'brand', status: 200 },
  { name: 'colours', method: 'get', path: '/brand/colors', tool: 'list_colors', of: 'colors', status: 200 },
  {
    name: 'colours in full',
    method: 'get',
    path: '/brand/colors?expand=full',
    tool: 'list_colors',
    args: { expand: 'full', limit: 200 },
    of: 'colors',
    status: 200,
  },
  {
    name: 'an unknown colour',
    method: 'get',
    path: '/brand/colors/999',
    tool: 'list_colors',
    args: { color: 999 },
    status: 404,
  },
  {
    name: 'another way to expand',
    method: 'get',
    path: '/brand/colors?expand=x',
    tool: 'list_colors',
    args: { expand: 'x' },
    status: 422,
  },
  { name: 'the language', method: 'get', path: '/brand/cl', tool: 'get_language', of: 'language', status: 200 },
  {
    name: 'a section',
    method: 'get',
    path: '/brand/cl/voice',
    tool: 'get_language',
    args: { section: 'voice' },
    of: 'language',
    status: 200,
  },
  {
    name: 'facts',
    method: 'get',
    path: '/brand/context',
    tool: 'list_context',
    args: { limit: 200 },
    of: 'entries',
    status: 200,
  },
  {
    name: 'facts of a category',
    method: 'get',
    path: '/brand/context?category=company',
    tool: 'list_context',
    args: { category: 'company' },
    of: 'entries',
    status: 200,
  },
  {
    name: 'an unknown category',
    method: 'get',
    path: '/brand/context?category=x',
    tool: 'list_context',
    args: { category: 'x' },
    status: 422,
  },
  {
    name: 'what is found',
    method: 'get',
    path: '/search?q=night%20trane&limit=30',
    tool: 'search',
    args: { q: 'night trane', limit: 30 },
    of: 'results',
    status: 200,
  },
  { name: 'media', method: 'get', path: '/media', tool: 'list_media', args: { limit: 200 }, of: 'media', status: 200 },
  { name: 'pages', method: 'get', path: '/pages', tool: 'list_pages', args: { limit: 200 }, of: 'pages', status: 200 },
  { name: 'a page', method: 'get', path: '/pages/1', tool: 'get_page', args: { page: 1 }, of: 'page', status: 200 },
  {
    name: 'mistakes everywhere',
    method: 'post',
    path: '/pages',
    body: {
      title: 7,
      parent_id: 99999,
      type: 'x',
      nav_expansion: 'y',
      slug: 'welcome',
      blocks: [{ type: 'none' }, { type: 'heading', data: { level: 9, text: [] } }],
    },
    tool: 'create_page',
    status: 422,
  },
  {
    name: 'control characters',
    method: 'post',
    path: '/pages',
    body: { title: 'a\u0000b', blocks: [{ type: 'heading', data: { text: '\ud800' } }] },
    tool: 'create_page',
    status: 422,
  },
  {
    name: 'a reserved name',
    method: 'post',
    path: '/pages',
    body: { title: 'a', blocks: [{ type: 'heading', data: { constructor: 1 } }] },
    tool: 'create_page',
    status: 422,
  },
  {
    name: 'a new page',
    method: 'post',
    path: '/pages',
    body: { title: ' New <b> ', blocks: [heading, paragraph] },
    tool: 'create_page',
    args: { detail: 'full' },
    of: 'page',
    status: 201,
  },
  {
    name: 'a block at the end',
    method: 'post',
    path: `/pages/${page}/blocks`,
    body: { ...paragraph },
    tool: 'add_block',
    args: { page, detail: 'full' },
    of: 'page',
    status: 201,
  },
  {
    name: 'a block behind another',
    method: 'post',
    path: `/pages/${page}/blocks`,
    body: { ...heading, after: '{block}' },
    tool: 'add_block',
    args: { page, detail: 'full' },
    of: 'page',
    status: 201,
  },
  {
    name: 'a change of a block',
    method: 'patch',
    path: `/pages/${page}/blocks/{block}`,
    body: { data: { text: 'Changed' } },
    tool: 'update_block',
    args: { page, block: '{block}', detail: 'full' },
    of: 'page',
    status: 200,
    version: 'current',
  },
  {
    name: 'a new title',
    method: 'patch',
    path: `/pages/${page}`,
    body: { title: 'Renamed', nav_expansion: 'pinned_open' },
    tool: 'update_page',
    args: { page, detail: 'full' },
    of: 'page',
    status: 200,
    version: 'current',
  },
  {
    name: 'a blank title',
    method: 'patch',
    path: `/pages/${page}`,
    body: { title: ' ' },
    tool: 'update_page',
    args: { page },
    status: 422,
    version: 'current',
  },
  {
    name: 'a block less',
    method: 'delete',
    path: `/pages/${page}/blocks/{block}`,
    tool: 'delete_block',
    args: { page, block: '{block}', detail: 'full' },
    of: 'page',
    status: 200,
    version: 'current',
  },
  {
    name: 'other content',
    method: 'put',
    path: `/pages/${page}/content`,
    body: { blocks: [{ type: 'group', data: { blocks: [heading] } }] },
    tool: 'replace_page_content',
    args: { page, detail: 'full' },
    of: 'page',
    status: 200,
    version: 'current',
  },
  {
    name: 'wrong content',
    method: 'put',
    path: `/pages/${page}/content`,
    body: { blocks: [{ type: 'group', data: { blocks: [{ type: 'button', data: { url: 'javascript:x' } }] } }] },
    tool: 'replace_page_content',
    args: { page },
    status: 422,
    version: 'current',
  },
  {
    name: 'the page deleted',
    method: 'delete',
    path: `/pages/${page}`,
    tool: 'delete_page',
    args: { page },
    status: 204,
    version: 'current',
  },
  {
    name: 'the page that is deleted',
    method: 'get',
    path: `/pages/${page}`,
    tool: 'get_page_outline',
    args: { page },
    status: 404,
  },
];

/** The input of a case for one of the doors: with the first block's id on its side, and the version. */
async function filled(value: unknown, block: string): Promise<Structured> {
  return JSON.parse(JSON.stringify(value ?? {}).replaceAll('{block}', block));
}

describe('both doors give the same result', () => {
  let page = 0;

  beforeAll(async () => {
    const { body } = await rest.get('/pages');
    page = Math.max(...body.map(({ id }: { id: number }) => id)) + 1;
  });

  const names = cases(0).map(({ name }, at) => [name, at] as const);
  it.each(names)('%s', async (_, at) => {
    const { method, path, body, tool, args, of, status, version } = cases(page)[at] as Case;
    const before = await rest.get(`/pages/${page}`);
    const seen = (await call(agent, 'get_page', { page })).answer;
    const headers: Record<string, string> =
      version === undefined ? {} : { 'If-Match': before.headers.get('etag') as string };
    const block = before.body.blocks?.[0]?.id;
    const own = version === undefined ? {} : { expected_version: seen.version };

    const sent = method === 'get' || method === 'delete' ? {} : { body: await filled(body, block) };
    const reply: Reply = await rest.send(method.toUpperCase(), path.replace('{block}', block), { headers, ...sent });
    const input = await filled({ ...body, ...args }, seen?.page?.blocks?.[0]?.id);
    const outcome = await call(agent, tool, { ...input, ...own });

    expect(reply.status, reply.text).toBe(status);
    expect(outcome.isError, outcome.text).toBe(status >= 400);
    if (status === 204) return;
    const { code, ...problem } = outcome.answer;
    expect(comparable(of === undefined ? problem : outcome.answer[of])).toEqual(comparable(reply.body));
    if (status >= 400) expect(code).toBe({ 404: 'not_found', 422: 'invalid' }[status]);
  });

  it('sections of the language, right and wrong', async () => {
    const { answer: voice } = await call(agent, 'get_language', { section: 'voice' });
    for (const [section, content, status] of [
      ['voice', { tone: 'calm' }, 422],
      ['voice', { voice: { tone: [1] } }, 422],
      ['meta', { any: 1 }, 422],
      ['voice', { summary: 'Calm.', own: { any: [1] } }, 200],
    ] as const) {
      const reply = await rest.patch(`/brand/cl/${section}`, content);
      const args = { section, content, expected_version: voice.version };
      const { isError, answer } = await call(agent, 'replace_language_section', args);
      expect([reply.status, isError]).toEqual([status, status >= 400]);
      const { code: _, ...problem } = answer;
      // Of `meta` the tool knows nothing: it is refused as any other name is.
      if (section !== 'meta') expect(isError ? problem : answer.language).toEqual(reply.body);
    }
    expect((await call(agent, 'get_language')).answer.language).toEqual((await rest.get('/brand/cl')).body);
  });
});
