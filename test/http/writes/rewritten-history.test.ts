import { beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.js';
import { checkRepository, clone, forcePush, git, pushMerge } from '../../support/git.js';
import { client, portal, portalForEach } from '../../support/portal-fixture.js';

let first: string;

portalForEach({ real: true });
beforeEach(async () => {
  first = portal.head('acme');
  for (const title of ['One', 'Two', 'Three']) await client.page({ title });
});

const alarms = (): { from: string; to: string; brand: string; level: number }[] =>
  portal.log.filter((line) => line.includes('history was rewritten')).map((line) => JSON.parse(line));

const rewriteTo = (commit: string): void => forcePush(portal.gitdir('acme'), commit);

const restarted = async () => (await portal.catalogAtStart('acme')).highestIds.page;

describe('a history that was rewritten by a forced push', () => {
  it('is served and logged as an alarm with both commits', async () => {
    const last = portal.head('acme');
    rewriteTo(first);
    expect((await client.get('/pages')).body).toEqual([]);
    await eventually(() => expect(alarms()).toHaveLength(1));
    expect(alarms()[0]).toMatchObject({ brand: 'acme', from: last, to: first, level: 50 });
  });

  it('frees no id: the next write keeps the highest one for good', async () => {
    rewriteTo(first);
    expect((await client.page({ title: 'Four' })).id).toBe(4);
    const ids = git(portal.gitdir('acme'), ['show', 'main:ids.json']);
    expect(JSON.parse(ids)).toEqual({ page_id: 3 });
    rewriteTo(`${portal.head('acme')}^`);
    expect((await client.page({ title: 'Five' })).id).toBe(5);
    checkRepository(portal.gitdir('acme'));
  });

  it('while the server was stopped frees no id and is told at the start, also when the old objects are gone', async () => {
    await portal.service.brands.close();
    const work = clone(portal.gitdir('acme'));
    git(work, ['checkout', '--quiet', '--orphan', 'new']);
    git(work, ['rm', '-rq', '--cached', 'pages']);
    git(work, ['clean', '-fdq']);
    git(work, ['commit', '--quiet', '-m', 'Start again']);
    git(work, ['push', '--quiet', '--force', 'origin', 'HEAD:refs/heads/main']);
    git(portal.gitdir('acme'), ['-c', 'gc.reflogExpire=now', 'gc', '--quiet', '--prune=now']);
    expect(await restarted()).toBe(3);
    await eventually(() => expect(alarms()).toHaveLength(1));
    expect((await client.page({ title: 'Four' })).id).toBe(4);
  });
});

it('a history that only grew is no alarm, however it was brought in', async () => {
  const work = clone(portal.gitdir('acme'));
  git(work, ['commit', '--quiet', '--allow-empty', '-m', 'One']);
  git(work, ['push', '--quiet', 'origin', 'HEAD:refs/heads/main']);
  const pushed = pushMerge(portal.gitdir('acme'));
  await client.get('/pages');
  expect((await (await portal.service.brands.get('acme')).read()).commit).toBe(pushed);
  await portal.service.brands.close();
  await restarted();
  expect(alarms()).toEqual([]);
});
