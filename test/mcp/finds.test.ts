import { beforeAll, describe, expect, it } from 'vitest';
import { setVisibility } from '../../src/operations/arrange-pages.js';
import { editEntry } from '../../src/operations/context.js';
import { setMedia } from '../../src/operations/media.js';
import { letIn, TestAgent } from '../support/agent.js';
import { agentsHeaders, ask, call, connect, message } from '../support/mcp.js';
import { client, operate, portal, portalForAll } from '../support/portal-fixture.js';
import { askHost, openPortal } from '../support/portal-visitors.js';
import { addressOf, putFile } from '../support/put-file.js';
import { backendOrigin } from '../support/workspace.js';
import { as } from '../support/workspace-people.js';

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>';

describe('what agents find', () => {
  portalForAll({ real: true, example: 'northlight' });

  const home = () => `${portal.url}/brands/northlight`;
  const agentOf = () => connect(portal, client.key);

  it('search finds media at once with the rest; the API only when it is asked for them', async () => {
    const { id } = await putFile(client, 'zeppelin-badge.svg', svg);
    const page = await client.page({ title: 'Zeppelins' });
    const agent = await agentOf();
    const found = async (args: object) => (await ask(agent, 'search', { ...args })).results;
    const medium = { type: 'media', id, title: 'zeppelin-badge.svg', block_id: null };
    const url = `${home()}/-/search?q=zeppelin-badge.svg#media:${id}`;
    const both = await found({ query: 'zeppelin' });
    expect(both.map(({ type }: { type: string }) => type).sort()).toEqual(['media', 'page']);
    expect(both).toContainEqual(expect.objectContaining({ ...medium, url }));
    expect(both).toContainEqual(expect.objectContaining({ id: page.id, url: `${home()}/-/page/${page.id}` }));
    expect(await found({ q: 'zeppelin' })).toEqual(both);
    expect(await found({ q: 'zeppelin', type: 'media' })).toEqual([expect.objectContaining(medium)]);
    const titles = async (query: string) =>
      (await client.get(`/search?${query}`)).body.map(({ id }: { id: number }) => id);
    expect(await titles('q=zeppelin')).toEqual([page.id]);
    expect(await titles('q=zeppelin&type=media')).toEqual([id]);
    const { headers } = await client.get('/search?q=zeppelin&type=media');
    await putFile(client, 'zeppelin-other.svg', svg.replace('8', '9'));
    const again = await client.send('GET', '/search?q=zeppelin&type=media', {
      headers: { 'If-None-Match': headers.get('etag') as string },
    });
    expect([again.status, again.body.length]).toEqual([200, 2]);

    expect((await call(agent, 'search', {})).answer.errors).toEqual({ q: ['The q field is required.'] });
    const twice = await call(agent, 'search', { q: 'a', query: 'b' });
    expect(twice.answer.errors).toEqual({ query: [expect.stringContaining('prohibits')] });
  });

  it('a medium is no longer found when it is withdrawn, and a viewer finds those on pages that viewers see', async () => {
    const { id } = await putFile(client, 'airship.svg', svg);
    const block = { type: 'image', data: { media_id: id, alt: 'An airship' } };
    const page = await client.page({ title: 'Shown', blocks: [block] });
    const viewer = await as('viewer');
    const { body } = await (await letIn(viewer)).redeem();
    const asked = async (name: string, args: object) => {
      const version = { 'MCP-Protocol-Version': '2025-11-25' };
      const headers = { ...agentsHeaders, ...version, Authorization: `Bearer ${body.access_token}` };
      const sent = message('tools/call', { name, arguments: args });
      const answer = await fetch(`${backendOrigin(portal)}/mcp`, { method: 'POST', body: sent, headers });
      const text = await answer.text();
      return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text).result;
    };
    const found = async () => (await asked('search', { q: 'airship', type: 'media' })).structuredContent.results.length;
    const since = portal.head(client.brand);
    expect(await found()).toBe(1);
    await operate(setVisibility, { page: String(page.id) }, { visibility: 'hidden' });
    expect(await found()).toBe(0);
    await operate(setVisibility, { page: String(page.id) }, { visibility: 'internal' });
    expect(await found()).toBe(1);
    await operate(setMedia, { id: String(id) }, { caption: 'Over the quay' });
    const [fact] = (await client.get('/brand/context')).body;
    await operate(editEntry, { entry: fact.id }, { body: 'Corrected.' });
    const { structuredContent } = await asked('list_changes', { since });
    expect(structuredContent.changes.map(({ kind, change }: Record<string, string>) => `${change} ${kind}`)).toEqual([
      'changed media',
      'changed entry',
    ]);
  });

  it('fetch takes the url of a result or its type and id, and gives the whole text', async () => {
    const agent = await agentOf();
    const [fact] = (await client.get('/brand/context')).body;
    const { id: medium } = await putFile(client, 'balloon.svg', svg);
    for (const [id, text, url] of [
      ['page:11', 'One arc on every side', `${home()}/-/page/11`],
      ['section:voice', '# Corporate language of', `${home()}/-/search?q=voice#section:voice`],
      [`entry:${fact.id}`, fact.body, undefined],
      [`media:${medium}`, `${portal.url}${await addressOf(client, medium)}`, undefined],
    ] as const) {
      const shown = await ask(agent, 'fetch', { id });
      expect(shown.text, id).toContain(text);
      expect(shown).toMatchObject({
        id,
        url: url ?? expect.stringMatching(`#${id}$`),
        metadata: { type: id.split(':')[0] },
      });
      expect(await ask(agent, 'fetch', { id: shown.url })).toEqual(shown);
    }
    for (const id of ['page:99999', 'entry:none', 'media:99999', 'section:none', 'section:brand', 'page:x'])
      expect([id, (await call(agent, 'fetch', { id })).answer.code]).toEqual([id, 'not_found']);
    const other = `${home().replace('northlight', 'other')}/-/page/11`;
    for (const id of [
      '11',
      'https://evil.test/-/page/11',
      other,
      `${home()}/-/page/11x`,
      `${home()}/-/search?q=a#page:%`,
    ])
      expect([id, (await call(agent, 'fetch', { id })).answer.errors?.id]).toEqual([
        id,
        [expect.stringContaining('page:11')],
      ]);
  });

  it('files have whole addresses', async () => {
    const { id } = await putFile(client, 'whole.svg', svg);
    const { media } = await ask(await agentOf(), 'list_media', { limit: 200 });
    const { file } = media.find((medium: { id: number }) => medium.id === id);
    expect(file.address).toBe(portal.url + (await addressOf(client, id)));
    expect((await fetch(file.address)).status).toBe(200);
  });

  it('a new page says who sees it, and where a person changes that', async () => {
    const agent = await agentOf();
    const { page, readers } = await ask(agent, 'create_page', { title: 'Told' });
    const link = `${home()}/-/page/${page.id}#edit`;
    expect(readers).toBe(`People of the brand see this page. An editor changes that under Page settings: ${link}`);
    const editor = await as('editor');
    expect((await editor.open(`/brands/northlight/-/page/${page.id}`)).status).toBe(200);
    const proposed = await ask(agent, 'create_page', { title: 'Proposed', proposal: 'new' });
    expect(proposed.readers).toBe(`People of the brand see it once proposal ${proposed.proposal} is published.`);
  });

  it('list_changes takes a time, also one before the brand', async () => {
    const agent = await agentOf();
    const minutes = (after: number) => new Date(portal.clock.read().getTime() + after * 60_000).toISOString();
    const before = minutes(1);
    portal.clock.advance({ seconds: 120 });
    await client.send('PATCH', '/pages/2', { body: { title: 'After' } });
    const { changes, version } = await ask(agent, 'list_changes', { since: before });
    expect(changes).toEqual([{ kind: 'page', id: 2, change: 'changed', version: expect.any(String) }]);
    expect(version).toBe(portal.head(client.brand));
    expect((await ask(agent, 'list_changes', { since: minutes(0) })).total).toBe(0);
    const all = await ask(agent, 'list_changes', { limit: 200 });
    expect(await ask(agent, 'list_changes', { since: '1999-01-01', limit: 200 })).toEqual(all);
  });
});

describe('addresses of a portal with hosts', () => {
  portalForAll({
    real: true,
    example: 'northlight',
    config: {
      backend_url: 'https://work.example',
      mcp_hosts: ['agents.example'],
      portal_hosts: { 'brand.example': 'northlight' },
    },
  });
  beforeAll(() => openPortal(portal, 'northlight'));

  it.each([
    ['agents.example', '/mcp', 'https://work.example/brands/northlight'],
    ['work.example', '/mcp', 'https://work.example/brands/northlight'],
    ['brand.example', '/-/mcp/public', 'https://brand.example'],
    ['brand.example', '/mcp', 'https://brand.example'],
  ])('are those of the configuration: %s%s', async (host, path, home) => {
    const sent = message('tools/call', { name: 'search', arguments: { q: 'clear space', type: 'page', limit: 1 } });
    const headers = { ...agentsHeaders, ...(path === '/mcp' ? { Authorization: `Bearer ${client.key}` } : {}) };
    const { text } = await askHost(portal, host, path, headers, sent);
    expect(text).toContain(`"url":"${home}/-/page/11"`);
    const { text: list } = await askHost(portal, host, path, headers, message('tools/list'));
    for (const name of ['search', 'fetch', 'list_media']) expect(list).toContain(`"name":"${name}"`);
  });
});

describe('/mcp/connector', () => {
  portalForAll({ example: 'northlight' });

  const asked = async (key: string, method: string, params: object = {}) => {
    const headers = { ...agentsHeaders, Authorization: `Bearer ${key}`, 'MCP-Protocol-Version': '2025-11-25' };
    const body = message(method, params);
    const response = await fetch(`${backendOrigin(portal)}/mcp/connector`, { method: 'POST', headers, body });
    const text = await response.text();
    return { response, answer: JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text) };
  };
  const text = async (key: string, name: string, args: object) => {
    const { result } = (await asked(key, 'tools/call', { name, arguments: args })).answer;
    expect(Object.keys(result)).toEqual(['content']);
    expect(result.content).toEqual([{ type: 'text', text: expect.any(String) }]);
    return JSON.parse(result.content[0].text);
  };

  it('has exactly the pair of tools, with exactly their arguments and answers', async () => {
    const { tools } = (await asked(client.key, 'tools/list')).answer.result;
    const shapes = tools.map(({ name, inputSchema, outputSchema }: (typeof tools)[number]) => [
      name,
      Object.keys(inputSchema.properties),
      inputSchema.required,
      outputSchema,
    ]);
    expect(shapes).toEqual([
      ['search', ['query'], ['query'], undefined],
      ['fetch', ['id'], ['id'], undefined],
    ]);
    const { results } = await text(client.key, 'search', { query: 'clear space' });
    const url = `${backendOrigin(portal)}/brands/northlight/-/page/11`;
    expect(results).toContainEqual({ id: 'page:11', title: 'Clear space and minimum size', url });
    for (const result of results) expect(Object.keys(result)).toEqual(['id', 'title', 'url']);
    const document = await text(client.key, 'fetch', { id: 'page:11' });
    expect(Object.keys(document)).toEqual(['id', 'title', 'text', 'url', 'metadata']);
    expect(document).toMatchObject({ id: 'page:11', url, text: expect.stringContaining('One arc on every side') });
    expect(Object.values(document.metadata).every((value) => typeof value === 'string')).toBe(true);
  });

  it('has the keys, refusals and limits of /mcp, and nothing else of it', async () => {
    expect((await asked('bp_wrong', 'tools/list')).response.status).toBe(401);
    const writer = await portal.client('northlight', ['write']);
    expect(
      (await asked(writer.key, 'tools/call', { name: 'fetch', arguments: { id: 'page:1' } })).response.status,
    ).toBe(403);
    const { error } = (await asked(client.key, 'tools/call', { name: 'create_page', arguments: { title: 'No' } }))
      .answer;
    expect(error).toMatchObject({ code: -32602, message: 'Unknown tool: create_page' });
    expect((await asked(client.key, 'resources/list')).answer.error.code).toBe(-32601);
    const wrong = (await asked(client.key, 'tools/call', { name: 'search', arguments: { q: 'x' } })).answer.result;
    expect([wrong.isError, wrong.content[0].text]).toEqual([true, expect.stringContaining('query')]);
    const limited = await portal.service.keys.issue({
      ...{ brand: 'northlight', name: 'Limited', rights: ['read'], expiresAt: null },
      budgets: { requests_per_minute: 1 },
    });
    const statuses = [];
    for (let at = 0; at < 2; at += 1) statuses.push((await asked(limited.key, 'tools/list')).response.status);
    expect(statuses).toEqual([200, 429]);
  });

  it('takes agents that people let in there, who are asked for reading only', async () => {
    const agent = new TestAgent(portal, '/mcp/connector');
    const connected = await agent.signIn(await as('editor'));
    expect((await connected.listTools()).tools.map(({ name }) => name)).toEqual(['search', 'fetch']);
    const { content } = await connected.callTool({ name: 'search', arguments: { query: 'clear space' } });
    expect(JSON.stringify(content)).toContain('page:11');
    const token = agent.kept?.access_token ?? '';
    expect(agent.kept?.scope).toBe('read');
    const there = await fetch(`${backendOrigin(portal)}/mcp`, {
      method: 'POST',
      headers: { ...agentsHeaders, Authorization: `Bearer ${token}` },
      body: message('tools/list'),
    });
    expect(there.status).toBe(401);
    const metadata = await fetch(`${backendOrigin(portal)}/.well-known/oauth-protected-resource/mcp/connector`);
    expect(await metadata.json()).toMatchObject({ resource: agent.resource, scopes_supported: ['read'] });
  });
});
