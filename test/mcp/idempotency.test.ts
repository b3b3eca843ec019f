import { expect, it } from 'vitest';
import { tools } from '../../src/mcp/tools.js';
import { ask, call, connect } from '../support/mcp.js';
import { client, portal, portalForAll } from '../support/portal-fixture.js';

portalForAll({ example: 'northlight' });

it('a call that is repeated with its idempotency_key is done once, and answered as the first time', async () => {
  const agent = await connect(portal, client.key);
  const create = { title: 'Once', blocks: [{ type: 'heading', data: { text: 'A' } }], detail: 'full' };
  const made = await ask(agent, 'create_page', { ...create, idempotency_key: 'make' });
  const { id, blocks } = made.page;
  const calls: [string, Record<string, unknown>][] = [
    ['update_page', { page: id, title: 'Changed' }],
    ['save_page', { page: id, title: 'Saved' }],
    ['replace_page_content', { page: id, blocks: [...blocks, { type: 'alert' }] }],
    ['add_block', { page: id, type: 'button' }],
    ['update_block', { page: id, block: blocks[0].id, data: { text: 'B' } }],
    ['delete_block', { page: id, block: blocks[0].id }],
    ['delete_page', { page: id }],
  ];
  expect(await ask(agent, 'create_page', { ...create, idempotency_key: 'make' })).toEqual(made);
  let version = made.version;
  for (const [name, args] of calls) {
    const argument = name === 'save_page' ? 'base' : 'expected_version';
    const repeated = { ...args, [argument]: version, idempotency_key: name };
    const first = await ask(agent, name, repeated);
    const head = portal.head(client.brand);
    expect(await ask(agent, name, repeated)).toEqual(first);
    expect(portal.head(client.brand)).toBe(head);
    version = first.version;
  }
  const voice = await ask(agent, 'get_language', { section: 'voice' });
  const content = { content: { summary: 'Once.' }, expected_version: voice.version };
  const section = { section: 'voice', ...content, idempotency_key: 'v' };
  const first = await ask(agent, 'replace_language_section', section);
  expect(await ask(agent, 'replace_language_section', section)).toEqual(first);
  const { proposal } = await ask(agent, 'create_page', { title: 'Proposed', proposal: 'new' });
  const steps: [string, Record<string, unknown>][] = [
    ['change_proposal', { title: 'A proposal' }],
    ['comment_on_proposal', { text: 'Fine.' }],
    ['submit_proposal', {}],
    ['withdraw_proposal', {}],
  ];
  for (const [name, args] of steps) {
    const repeated = { ...args, proposal, idempotency_key: name };
    const first = await ask(agent, name, repeated);
    expect(await ask(agent, name, repeated)).toEqual(first);
  }
  const { comments } = await ask(agent, 'read_proposal', { proposal });
  expect(comments).toHaveLength(1);
  const written = tools.filter(({ operation }) => operation.right === 'write').map(({ name }) => name);
  expect([...[...calls, ...steps].map(([name]) => name), 'create_page', 'replace_language_section'].sort()).toEqual(
    written.sort(),
  );
});

it('a key is the same over REST, and refused for another call or when it is malformed', async () => {
  const agent = await connect(portal, client.key);
  const body = { title: 'Shared' };
  const first = await client.post('/pages', body, { headers: { 'Idempotency-Key': 'shared' } });
  const again = await ask(agent, 'create_page', { ...body, idempotency_key: 'shared' });
  expect([again.page.id, `"${again.version}"`]).toEqual([first.body.id, first.headers.get('etag')]);
  const head = portal.head(client.brand);
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
  expect(portal.head(client.brand)).toBe(head);
  const listed = (await agent.listTools()).tools.filter(
    ({ inputSchema }) => 'idempotency_key' in (inputSchema.properties ?? {}),
  );
  expect(listed.map(({ annotations }) => annotations?.readOnlyHint)).toEqual(Array(13).fill(false));
});
