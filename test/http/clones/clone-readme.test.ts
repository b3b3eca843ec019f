import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { check } from '../../../src/admin/check.js';
import { parsePath } from '../../../src/content/catalog/paths.js';
import { readme } from '../../../src/content/catalog/readme.js';
import { noInput } from '../../../src/operations/engine/contract.js';
import { resetBrand } from '../../../src/operations/reset.js';
import { clone, git, pushFiles } from '../../support/git.js';
import type { TestClient } from '../../support/portal.js';
import { portal, portalForAll } from '../../support/portal-fixture.js';

let acme: TestClient;

portalForAll({ real: true, example: 'northlight' });
beforeAll(async () => {
  await portal.service.provisioning.createEmpty('acme', 'Acme', ['corporate_language']);
  acme = await portal.client('acme');
});

const inFirstCommit = (slug: string): string[] =>
  git(portal.gitdir(slug), ['log', '--format=%s', 'main', '--', 'README.md']).trim().split('\n');

const findings = async () => (await check({ fs: portal.fs, data: portal.data, now: new Date() })).findings;

describe('the README in a clone', () => {
  it('is in the first commit of a brand that is created or imported, and in no later one', async () => {
    await acme.page({ title: 'Stickers' });
    expect(inFirstCommit('acme')).toEqual(['Create brand "Acme"']);
    expect(inFirstCommit('northlight')).toEqual(['Import the example']);
    expect(readFileSync(join(clone(portal.gitdir('northlight')), 'README.md'), 'utf8')).toBe(readme);
    expect(await findings()).toEqual([]);
  });

  it('names paths that the format has', () => {
    const named = [...readme.matchAll(/^\| `([^`]+)`/gm)].map(([, path = '']) => path);
    const values: Record<string, string> = { 'id div 100': '1', section: 'voice', id: '142', name: 'logo.svg' };
    const examples = named.map((path) => path.replaceAll(/<(.*?)>/g, (all, name) => values[name] ?? all));
    expect(examples.map((path) => parsePath(path)?.kind)).toEqual([
      ...['brand', 'portal', 'color', 'media', 'file', 'language', 'section', 'categories', 'entry'],
      ...['page', 'trash', 'ids'],
    ]);
  });

  it('shows commands that find something', () => {
    const work = clone(portal.gitdir('northlight'));
    const [, block = ''] = /```sh\n(.*?)```/s.exec(readme) ?? [];
    const commands = block
      .replace('logo-usage', 'welcome-aboard')
      .replace('pages/1/142.json', 'pages/0/1.json')
      .replace('night bus', 'night')
      .replace('Website', 'Operator')
      .replace('1.week', '2000-01-01');
    const lines = commands.trim().split('\n');
    expect(lines).toHaveLength(6);
    const printed = lines.map((line) => execFileSync('sh', ['-c', line], { cwd: work, encoding: 'utf8' }));
    expect(printed[0]).toBe('pages/0/1.json\n');
    for (const text of printed) expect(text).not.toBe('');
  });

  it('may be changed and removed by a push; nothing says so, writes it again or brings it back', async () => {
    const to = pushFiles(portal.gitdir('acme'), { 'README.md': 'Ours.\n' });
    await acme.page({ title: 'Between' });
    expect(git(portal.gitdir('acme'), ['show', 'main:README.md'])).toBe('Ours.\n');
    pushFiles(portal.gitdir('acme'), { 'README.md': null });
    await acme.page({ title: 'After' });
    expect(git(portal.gitdir('acme'), ['ls-tree', 'main', 'README.md'])).toBe('');
    const actor = { kind: 'key', id: 'k1', name: 'Operator', rights: ['read', 'write'], role: 'admin' } as const;
    const call = { slug: 'acme', actor, requestId: 'r1', via: 'rest', precondition: null } as const;
    await portal.service.run(resetBrand, call, { ...noInput, body: { to } });
    expect((await acme.get('/pages')).body).toHaveLength(1);
    expect(git(portal.gitdir('acme'), ['ls-tree', 'main', 'README.md'])).toBe('');
    expect(await findings()).toEqual([]);
    expect(portal.log.filter((line) => line.includes('README.md'))).toEqual([]);
  });
});
