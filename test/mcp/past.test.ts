import { expect, it } from 'vitest';
import { ask, call, connect } from '../support/mcp.js';
import { client, portal, portalForAll } from '../support/portal-fixture.js';

portalForAll({ example: 'northlight' });

it('list_changes tells an agent that comes back what to read again, once each', async () => {
  const agent = await connect(portal, client.key);
  const { version, changes, total } = await ask(agent, 'list_changes', { limit: 5 });
  const api = await client.send('GET', '/changes');
  expect([version, total]).toEqual([api.body.version, api.body.changes.length]);
  expect(changes).toEqual(api.body.changes.slice(0, 5));
  const page = await client.page({ title: 'New' });
  for (const title of ['One', 'Two']) await client.send('PATCH', `/pages/${page.id}`, { body: { title } });
  await client.send('PATCH', '/pages/1', { body: { title: 'Hello' } });
  const news = await ask(agent, 'list_changes', { since: version });
  expect(news).toEqual({
    version: portal.head(client.brand),
    total: 2,
    next_cursor: null,
    changes: [
      { kind: 'page', id: 1, change: 'changed', version: expect.any(String) },
      { kind: 'page', id: page.id, change: 'created', version: expect.any(String) },
    ],
  });
  const { version: read } = await ask(agent, 'get_page_outline', { page: page.id });
  expect(news.changes[1].version).toBe(read);
  const lost = await call(agent, 'list_changes', { since: 'd'.repeat(40) });
  expect([lost.isError, lost.answer.code]).toEqual([true, 'gone']);
  expect((await call(agent, 'list_changes', { since: 'yesterday' })).answer.code).toBe('invalid');
});

it('list_changes gives no further part of a list that is another by then', async () => {
  const agent = await connect(portal, client.key);
  const { version } = await ask(agent, 'list_changes', { limit: 1 });
  const made = [];
  for (const title of ['One', 'Two', 'Three']) made.push(await client.page({ title }));
  const asked = { since: version, limit: 2 };
  const first = await ask(agent, 'list_changes', asked);
  const rest = await ask(agent, 'list_changes', { ...asked, cursor: first.next_cursor });
  expect([...first.changes, ...rest.changes]).toHaveLength(3);
  await client.send('DELETE', `/pages/${made[0].id}`);
  const { isError, answer } = await call(agent, 'list_changes', { ...asked, cursor: first.next_cursor });
  expect([isError, answer.code, answer.errors]).toEqual([
    true,
    'invalid',
    { cursor: ['The list has changed since: ask again without a cursor.'] },
  ]);
});

it('tools that read content answer as it was, when they are asked with at', async () => {
  const agent = await connect(portal, client.key);
  const commit = portal.head(client.brand);
  const page = await ask(agent, 'get_page', { page: 11 });
  const all = await ask(agent, 'list_pages', { limit: 200 });
  await client.send('PATCH', '/pages/11', { body: { title: 'Renamed' } });
  await client.send('DELETE', '/pages/12');
  expect((await ask(agent, 'get_page', { page: 11 })).page.title).toBe('Renamed');
  expect(await ask(agent, 'get_page', { page: 11, at: commit })).toEqual(page);
  expect(await ask(agent, 'list_pages', { at: commit, limit: 200 })).toEqual(all);
  expect((await call(agent, 'get_page', { page: 12 })).answer.code).toBe('not_found');
  expect((await ask(agent, 'get_page', { page: 12, at: commit })).page.id).toBe(12);
  // What is as it was then is not to be overwritten unseen.
  const late = { page: 11, title: 'Late', expected_version: page.version };
  expect((await call(agent, 'update_page', late)).answer.code).toBe('precondition_failed');
});

it('what is no time is refused as it is over HTTP, also where it is no text', async () => {
  const agent = await connect(portal, client.key);
  for (const at of [0, -5, 1.5, true, 'yesterday']) {
    const { body } = await client.refused(422, 'GET', `/pages/11?at=${at}`);
    expect(body.message).toContain('a time such as');
    expect((await call(agent, 'get_page', { page: 11, at })).answer).toEqual({ code: 'invalid', ...body });
  }
});
