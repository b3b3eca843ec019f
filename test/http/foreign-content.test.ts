import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createPage } from '../../src/operations/pages.js';
import { Service } from '../../src/service/service.js';
import { clone, commitAndPush } from '../support/git.js';
import { sanitizer } from '../support/portal.js';
import { client, portal, portalForAll } from '../support/portal-fixture.js';

portalForAll({ real: true });

describe('content that plain git pushed', () => {
  it('is served by the next request; a file that does not fit is skipped and reported', async () => {
    const page = await client.page({ title: 'Before' });
    const work = clone(portal.gitdir('acme'));
    const path = join(work, 'pages/0/1.json');
    const edited = (await client.get(`/pages/${page.id}`)).body;
    writeFileSync(path, `${JSON.stringify({ ...edited, title: 'After', position: 'a0' }, null, 2)}\n`);
    writeFileSync(join(work, 'pages/0/2.json'), '{"id": 2}');
    commitAndPush(work, 'Edit by hand');
    expect((await client.get(`/pages/${page.id}`)).body.title).toBe('After');
    expect((await client.get('/pages')).body).toHaveLength(1);
    expect(portal.log.some((line) => line.includes('pages/0/2.json') && line.includes('skipped'))).toBe(true);
  });

  it('never makes an id free again, also not after a restart', async () => {
    const { id } = await client.page({ title: 'Last' });
    const work = clone(portal.gitdir('acme'));
    rmSync(join(work, `pages/0/${id}.json`));
    commitAndPush(work, 'Remove by hand');
    expect((await client.get(`/pages/${id}`)).status).toBe(404);
    await client.patch('/pages/1', { title: 'Any write' });
    const { fs, data, clock } = portal;
    const restarted = await Service.open({ fs, data, clock: clock.read, sanitizer, log: portal.logger });
    const call = {
      slug: 'acme',
      actor: { kind: 'operator', id: 'cli', name: 'x', rights: ['write'] } as const,
      via: 'rest' as const,
      requestId: 'r',
      precondition: null,
    };
    const { value } = await restarted.run(createPage, call, { params: {}, query: {}, body: { title: 'Next' } });
    expect((value as { id: number }).id).toBe(id + 1);
  });
});
