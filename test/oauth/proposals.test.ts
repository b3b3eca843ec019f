import { UnauthorizedError } from '@modelcontextprotocol/client';
import { expect, it } from 'vitest';
import { TestAgent } from '../support/agent.js';
import { git } from '../support/git.js';
import { ask, call } from '../support/mcp.js';
import { portal, portalForEach } from '../support/portal-fixture.js';
import { publish } from '../support/proposals.js';
import { addPerson, WorkspaceClient } from '../support/workspace.js';

portalForEach({ example: 'northlight', real: true });

it('an agent of a person proposes, what it proposed goes live in their name, and it is told its end', async () => {
  const person = await addPerson(portal, 'Ada Lind', { northlight: 'editor' });
  const ada = await WorkspaceClient.signIn(portal, person);
  const agent = new TestAgent(portal);
  const client = await agent.signIn(ada);
  const other = await new TestAgent(portal).signIn(ada);
  const before = portal.head('northlight');

  expect(await ask(client, 'create_page', { title: 'By an agent' })).toMatchObject({ proposal: 1 });
  const { version } = await ask(client, 'get_page', { page: 11 });
  const change = { page: 11, title: 'Space', expected_version: version };
  expect(await ask(client, 'update_page', change)).toMatchObject({ proposal: 1 });
  const { author } = await ask(client, 'read_proposal', { proposal: 1 });
  const name = 'Local program “Test agent” (not verified)';
  expect(author).toMatchObject({ kind: 'person', id: person.id, name: 'Ada Lind', client: name });
  const grants = (await portal.service.grants.list({ person: person.id })).map(({ id }) => id);
  expect(grants).toContain(author.grant);
  // Another agent of the same person has proposals of its own.
  for (const tool of ['read_proposal', 'submit_proposal'])
    expect((await call(other, tool, { proposal: 1 })).answer.code).toBe('not_found');
  expect((await call(other, 'create_page', { title: 'X', proposal: 1 })).answer.code).toBe('not_found');
  await ask(client, 'submit_proposal', { proposal: 1 });
  expect(portal.head('northlight')).toBe(before);

  await publish({ service: portal.service, slug: 'northlight' }, 1);
  expect((await ask(client, 'read_proposal', { proposal: 1 })).state).toBe('merged');
  const log = git(portal.gitdir('northlight'), ['log', '-1', '--format=%an%n%B', 'main']);
  for (const line of ['Ada Lind\n', `Proposed-By: person ${person.id}`]) expect(log).toContain(line);

  expect((await ada.post('/me', { grant: author.grant })).status).toBe(303);
  await expect(ask(client, 'list_proposals')).rejects.toBeInstanceOf(UnauthorizedError);
  expect((await ask(other, 'list_proposals')).proposals).toEqual([]);
});
