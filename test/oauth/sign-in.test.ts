import { UnauthorizedError } from '@modelcontextprotocol/client';
import { expect, it } from 'vitest';
import { letIn, TestAgent } from '../support/agent.js';
import { formsIn } from '../support/form-fields.js';
import { ask, message, postTo } from '../support/mcp.js';
import { portal, portalForEach } from '../support/portal-fixture.js';
import { addPerson, backendOrigin, WorkspaceClient } from '../support/workspace.js';
import { as } from '../support/workspace-people.js';

portalForEach({ example: 'northlight' });

const paths = ['/mcp', '/brands/northlight/-/mcp'];

it.each(paths)(
  'the official client signs in at %s, reads, asks for more, writes, and is told its end',
  async (path) => {
    const person = await addPerson(portal, 'Ada Lind', { northlight: 'editor' });
    const ada = await WorkspaceClient.signIn(portal, person);
    const agent = new TestAgent(portal, path);
    const reading = await agent.signIn(ada, { propose: 'no' });
    expect((await ask(reading, 'list_pages')).total).toBeGreaterThan(0);

    const page = { title: 'By an agent' };
    const refused = await reading.callTool({ name: 'create_page', arguments: page }).catch((error) => error);
    expect(refused).toBeInstanceOf(UnauthorizedError);
    expect(agent.asked?.searchParams.get('scope')).toBe('read write');
    const question = await ada.get(`${agent.asked?.pathname}${agent.asked?.search}`);
    expect(question.text).toContain('Change content as you (new)');
    const writing = await agent.finish(ada, { write: 'yes' });
    await ask(writing, 'create_page', page);
    const token = agent.kept?.access_token ?? '';
    const [grant, ...former] = await portal.service.grants.list({ person: person.id });
    expect([grant?.scopes, former]).toEqual([['read', 'propose', 'write'], []]);
    const trailers = {
      Person: person.id,
      Via: 'mcp',
      Client: 'Local program “Test agent” (not verified)',
      Grant: grant?.id,
    };
    const { versions } = await portal.service.openBrand('northlight');
    const head = portal.head('northlight');
    for (const [key, value] of Object.entries(trailers)) expect(await versions.trailerOf(head, key)).toBe(value);

    const [form] = formsIn((await ada.get('/me')).text, '/me').filter(({ buttons }) => buttons[0]?.[0] === 'grant');
    expect(form?.buttons).toHaveLength(1);
    for (const [, id] of form?.buttons ?? []) expect((await ada.post('/me', { grant: id })).status).toBe(303);
    await expect(ask(writing, 'list_pages')).rejects.toBeInstanceOf(UnauthorizedError);
    const answer = await postTo(agent.resource, token, '{}');
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toMatch(
      /^Bearer error="invalid_token", resource_metadata="http:\/\/localhost:\d+\/.well-known\/oauth-protected-resource.*", scope="read propose translate"$/,
    );
  },
);

it('an agent of a viewer is not told to ask for what its person may not give', async () => {
  const viewer = await as('viewer');
  const { body } = await (await letIn(viewer)).redeem();
  expect(body.scope).toBe('read');
  const call = message('tools/call', { name: 'create_page', arguments: { title: 'By an agent' } });
  const version = { 'MCP-Protocol-Version': '2025-11-25' };
  const answer = await postTo(`${backendOrigin(portal)}/mcp`, body.access_token, call, version);
  expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([403, null]);
});
