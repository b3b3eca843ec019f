import { randomUUID } from 'node:crypto';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Json } from '../../fuzz/request.js';
import type { Worker, World } from '../world.js';

const name = 'MCP';

/** An agent: lists, reads, writes a page on the version that it read, and makes mistakes. */
export const agents: Worker = {
  name,
  count: 2,
  pauseMs: 700,
  start: (world) => () => session(world),
};

let written = 0;

async function session(world: World): Promise<void> {
  const brand = world.brands.bakery;
  let requestId = '';
  const counted = async (address: string | URL, init?: RequestInit): Promise<Response> => {
    requestId = randomUUID();
    const headers = new Headers(init?.headers);
    headers.set('Authorization', `Bearer ${brand.keys.write}`);
    headers.set('X-Request-Id', requestId);
    const response = await fetch(address, { ...init, headers });
    world.judge(name, response, 'POST /mcp');
    return response;
  };
  const mode = world.chance(50) ? 'legacy' : { pin: '2026-07-28' };
  const client = new Client({ name: 'soak', version: '1.0.0' }, { versionNegotiation: { mode: mode as 'legacy' } });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${world.url}/mcp`), { fetch: counted }));
  const call = async (tool: string, args: Record<string, unknown> = {}): Promise<Json> => {
    const { isError, structuredContent, content } = await client.callTool({ name: tool, arguments: args });
    const [, problem] = content.map((part) => (part.type === 'text' ? part.text : ''));
    return isError ? { ...JSON.parse(problem ?? '{}'), isError } : structuredContent;
  };
  try {
    const { tools } = await client.listTools();
    if (tools.length < 10) throw new Error(`only ${tools.length} tools`);
    const { pages } = await call('list_pages', { limit: 20 });
    await call('get_page_outline', { page: world.pick(pages as Json[]).id });
    await client.listResources();
    written += 1;
    const title = `An agent's page ${written}`;
    const made = await call('create_page', { title, blocks: [{ type: 'heading', data: { text: title } }] });
    if (made.isError) throw new Error(`create_page: ${made.message}`);
    brand.ledger.answered(requestId, 200);
    const { id, version } = made.page ?? made;
    const wrong = await call('update_page', { page: id, title: 'Lost', expected_version: 'old' });
    if (wrong.code !== 'precondition_failed') throw new Error(`a stale update_page: ${JSON.stringify(wrong)}`);
    brand.ledger.answered(requestId, 412);
    const gone = await call('delete_page', { page: id, expected_version: version ?? made.version });
    if (gone.isError) throw new Error(`delete_page: ${gone.message}`);
    brand.ledger.answered(requestId, 200);
  } finally {
    await client.close();
  }
}
