import { expect, test } from 'vitest';
import { checkRepository, git } from '../support/git.js';
import { client, portal, portalForEach } from '../support/portal-fixture.js';

portalForEach({ real: true });

test('a clock that jumps back a year loses nothing, orders history by commits, and purges nothing early', async () => {
  const first = await client.page({ title: 'First' });
  const second = await client.page({ title: 'Second' });
  await client.delete(`/pages/${first.id}`);
  portal.clock.advance({ days: -365 });
  const third = await client.page({ title: 'Third' });
  expect(third.id).toBe(second.id + 1);
  expect(Date.parse(third.updated_at)).toBeLessThan(Date.parse(second.updated_at));
  await portal.service.chores.purgeTrash();
  expect((await client.post('/pages', { title: 'First', slug: 'first' })).status).toBe(422);
  expect((await client.delete(`/pages/${second.id}`)).status).toBe(204);
  const subjects = git(portal.gitdir('acme'), ['log', '--format=%s', '--topo-order', 'main']).trim().split('\n');
  expect(subjects.map((subject) => subject.split(' ')[0])).toEqual(['Move', 'Add', 'Move', 'Add', 'Add', 'Create']);

  portal.clock.advance({ days: 365 + 31 });
  await portal.service.chores.purgeTrash();
  expect((await client.post('/pages', { title: 'First', slug: 'first' })).status).toBe(201);
  expect((await client.get('/pages')).body.map(({ title }: { title: string }) => title)).toEqual(['Third', 'First']);
  checkRepository(portal.gitdir('acme'));
});
