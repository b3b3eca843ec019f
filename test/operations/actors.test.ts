import * as nodeFs from 'node:fs';
import { expect, test } from 'vitest';
import { refusalOf } from '../../src/operations/engine/access.js';
import type { Actor } from '../../src/operations/engine/actor.js';
import { noInput } from '../../src/operations/engine/contract.js';
import { listCommits } from '../../src/operations/history.js';
import { createPage } from '../../src/operations/pages.js';
import { TestBrand } from '../support/brand.js';
import { checkRepository, git, temporaryDirectory } from '../support/git.js';

const person: Actor = { kind: 'person', id: 'ada', name: 'Ada <Lind>', rights: ['read', 'write'] };
const key: Actor = { kind: 'key', id: 'k1', name: 'Website', rights: ['read', 'write'] };
const operator: Actor = { kind: 'operator', id: 'cli', name: 'Operator', rights: ['read', 'write'] };

test('a commit names the person who made it, and the history tells people, keys and git apart', async () => {
  const brand = await TestBrand.create({ fs: nodeFs, data: temporaryDirectory() });
  for (const actor of [key, person, operator]) {
    const via = actor.kind === 'person' ? 'backend' : 'rest';
    const call = { slug: 'acme', actor, via, requestId: 'r1', precondition: null } as const;
    await brand.service.run(createPage, call, { ...noInput, body: { title: `By a ${actor.kind}` } });
  }
  const { gitdir } = brand;
  const tip = git(gitdir, ['rev-parse', 'main']).trim();
  const pushed = git(gitdir, ['commit-tree', `${tip}^{tree}`, '-p', tip, '-m', 'By hand']).trim();
  git(gitdir, ['update-ref', 'refs/heads/main', pushed]);
  const format = '%an <%ae>%n%(trailers:only)';
  expect(git(gitdir, ['log', '-1', `--format=${format}`, `${tip}^`]).trim()).toBe(
    'Ada Lind <ada@acme.invalid>\nOperation: pages.create\nPerson: ada\nVia: backend\nRequest-Id: r1',
  );
  const found = [];
  for await (const entry of listCommits(await brand.service.openBrand('acme'), {})) {
    found.push([entry.by, entry.person, entry.key, entry.via]);
  }
  expect(found).toEqual([
    ['git', null, null, null],
    ['operator', null, 'cli', 'rest'],
    ['person', 'ada', null, 'backend'],
    ['key', null, 'k1', 'rest'],
    ['operator', null, null, 'cli'],
  ]);
  await brand.close();
  checkRepository(gitdir);
});

test('that the API is off stops keys alone, and a refusal speaks to whom it refuses', () => {
  const brand = { slug: 'acme', modules: [], api_enabled: false, created_at: '2026-01-01T00:00:00Z' };
  const asked = { right: 'write' } as const;
  expect(refusalOf(asked, key, brand)?.message).toBe('The API is not enabled for this brand.');
  expect(refusalOf(asked, person, brand)).toBeNull();
  expect(refusalOf(asked, operator, brand)).toBeNull();
  const reading = (actor: Actor): Actor => ({ ...actor, rights: ['read'] });
  const enabled = { ...brand, api_enabled: true };
  expect(refusalOf(asked, reading(key), enabled)?.message).toBe('This API key does not have the right "write".');
  expect(refusalOf(asked, reading(person), brand)?.message).toBe('You may look at this brand, not change it.');
  expect(refusalOf({ right: 'read', module: 'brand_agent' }, person, brand)?.code).toBe('not_found');
});
