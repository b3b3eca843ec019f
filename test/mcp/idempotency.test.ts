import type { Client } from '@modelcontextprotocol/client';
import { beforeAll, expect, it } from 'vitest';
import { tools } from '../../src/mcp/tools.js';
import { freshArguments } from '../support/foreign-requests.js';
import { ask, call, connect } from '../support/mcp.js';
import type { TestClient } from '../support/portal.js';
import { portal, portalForAll } from '../support/portal-fixture.js';
import { createBrands } from '../support/two-brands.js';

let client: TestClient;
let agent: Client;

portalForAll();
beforeAll(async () => {
  client = (await createBrands(portal)).owner;
  agent = await connect(portal, client.key);
});

const writing = tools.filter(({ operation }) => operation.effect !== 'read');

it.each(writing)('$name, repeated with its idempotency_key, is done once, and answered as then', async (tool) => {
  const more = { title: 'Other', data: { text: 'Other' }, content: { summary: 'Other.' }, detail: 'full' };
  const { properties = {} } = tool.listed.inputSchema;
  const own = Object.entries(more).filter(([name]) => Object.hasOwn(properties, name));
  const args = { ...(await freshArguments(agent, tool)), ...Object.fromEntries(own), idempotency_key: tool.name };
  const answers: unknown[] = [];
  for (const _ of [1, 2]) {
    const answer = await ask(agent, tool.name, args);
    answers.push([answer, portal.head('ours'), await ask(agent, 'list_proposals')]);
  }
  expect(answers[1]).toEqual(answers[0]);
});

it('a key is the same over REST, and refused for another call or when it is malformed', async () => {
  const body = { title: 'Shared' };
  const first = await client.post('/pages', body, { headers: { 'Idempotency-Key': 'shared' } });
  const again = await ask(agent, 'create_page', { ...body, idempotency_key: 'shared' });
  expect([again.page.id, `"${again.version}"`]).toEqual([first.body.id, first.headers.get('etag')]);
  const head = portal.head('ours');
  for (const [title, key] of [
    ['Other', 'shared'],
    ['A', ''],
    ['A', 'a b'],
    ['A', 'x'.repeat(256)],
    ['A', 5],
    ['A', null],
  ]) {
    const { isError, answer, text } = await call(agent, 'create_page', { title, idempotency_key: key });
    if (key === 'a b') expect(text).toContain('format is invalid: use 1 to 255 visible ASCII characters,');
    expect([isError, answer.code, Object.keys(answer.errors)]).toEqual([true, 'invalid', ['idempotency_key']]);
  }
  expect(portal.head('ours')).toBe(head);
  const listed = (await agent.listTools()).tools.filter(
    ({ inputSchema }) => 'idempotency_key' in (inputSchema.properties ?? {}),
  );
  expect(listed.map(({ annotations }) => annotations?.readOnlyHint)).toEqual(writing.map(() => false));
});
