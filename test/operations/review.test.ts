import { expect, it, onTestFinished, test } from 'vitest';
import { routes } from '../../src/http/api/routes.js';
import { workspaceApiRoutes } from '../../src/http/site/api.js';
import { setBrand } from '../../src/operations/brand.js';
import { type Actor, refusalOf } from '../../src/operations/engine/access.js';
import { replaceSection } from '../../src/operations/language.js';
import { createPage } from '../../src/operations/pages.js';
import { type BrandRecord, reviewOf, reviewPolicies } from '../../src/registry/records.js';
import { letIn } from '../support/agent.js';
import { TestBrand } from '../support/brand.js';
import { message, postTo } from '../support/mcp.js';
import { client, operate, portal, portalForEach } from '../support/portal-fixture.js';
import { approve, run as inBrand, merge } from '../support/proposals.js';
import { addPerson, backendOrigin, WorkspaceClient } from '../support/workspace.js';
import { askApi } from '../support/workspace-api.js';

portalForEach();

const person: Actor = { kind: 'person', id: 'ada', name: 'Ada', role: 'admin', rights: ['read', 'write'] };
const rights = ['read', 'propose', 'write'] as const;
const grant = { grant: 'grant', client: 'client', scopes: rights, rights, translates: [] };
const agent: Actor = { ...person, role: 'editor', rights, agent: grant };
const others: readonly Actor[] = [
  { ...person, kind: 'key', id: 'key' },
  { ...person, kind: 'operator', id: 'cli' },
  { ...person, kind: 'system', id: 'system' },
];

test.each(reviewPolicies)('review: %s refuses exactly what has to be proposed', async (review) => {
  const brand = (await portal.service.registered()).get('acme');
  if (brand === undefined) throw new Error('no brand');
  const policy: BrandRecord = { ...brand, review, modules: [...new Set(all.flatMap(({ module }) => module ?? []))] };
  const isRequired = (operation: (typeof all)[number], actor: Actor, isProposed = false) =>
    refusalOf(operation, actor, policy, isProposed)?.extra?.code === 'review_required';
  for (const operation of all) {
    const { effect, isProposable } = operation;
    const isBound = effect === 'write' && isProposable !== false;
    expect([operation.name, isRequired(operation, person)]).toEqual([operation.name, isBound && review === 'everyone']);
    expect([operation.name, isRequired(operation, agent)]).toEqual([operation.name, isBound && review !== 'off']);
    for (const actor of others) expect(isRequired(operation, actor)).toBe(false);
    for (const actor of [person, agent]) expect(isRequired(operation, actor, true)).toBe(false);
  }
});

const all = [...routes, ...workspaceApiRoutes].map(({ operation }) => operation);

test.each([
  ['off', [201, 201, 200]],
  ['agents', [201, 201, 403]],
  ['everyone', [201, 403, 403]],
] as const)('review: %s, by a key, a person and an agent', async (review, statuses) => {
  await portal.service.setBrandSettings('acme', { review });
  const ada = await WorkspaceClient.signIn(portal, await addPerson(portal, 'Ada Lind', { acme: 'editor' }));
  const { body: tokens } = await (await letIn(ada, { answer: { write: 'yes' } })).redeem();
  const byKey = await client.post('/pages', { title: 'New' });
  const byPerson = await askApi(ada, 'POST', '/brands/acme/-/workspace/api/pages', { title: 'New' });
  const byAgent = await callTool(tokens.access_token, 'create_page', { title: 'New' });
  expect([byKey.status, byPerson.status, byAgent.status]).toEqual(statuses);
  const { catalog } = await (await portal.service.openBrand('acme')).read();
  expect(catalog.pages.size).toBe(statuses.filter((status) => status < 300).length);
  if (review === 'everyone') expect(byPerson.body).toMatchObject({ code: 'review_required' });
  expect(await operate(setBrand, {}, { name: 'By the operator' })).toMatchObject({ name: 'By the operator' });
});

async function callTool(token: string, name: string, args: object) {
  const call = message('tools/call', { name, arguments: args });
  const response = await postTo(`${backendOrigin(portal)}/mcp`, token, call, { 'MCP-Protocol-Version': '2025-11-25' });
  const text = await response.text();
  return { status: text.includes('review_required') ? 403 : response.status };
}

it('own approval follows the policy until it is set', async () => {
  const { service } = portal;
  const own = async (settings: Parameters<typeof service.setBrandSettings>[1]) =>
    reviewOf(await service.setBrandSettings('acme', settings)).own_approval;
  expect(await own({ review: 'agents' })).toBe(true);
  expect(await own({ review: 'everyone' })).toBe(false);
  expect(await own({ own_approval: true })).toBe(true);
  expect(await own({ review: 'off' })).toBe(true);
  expect(await own({ own_approval: false })).toBe(false);
});

it('a brand may refuse to publish pages with findings of the language check', async () => {
  const brand = await TestBrand.create();
  onTestFinished(() => brand.close());
  const body = { forbidden: [{ term: 'synergy', reason: 'Says nothing.' }] };
  await inBrand(brand, replaceSection, { params: { section: 'terminology' }, body });
  await inBrand(brand, createPage, { body: { title: 'Synergy for all' }, proposal: 'new' });
  await brand.service.setBrandSettings('acme', { findings_allowed: false });
  await approve(brand, 1);
  await expect(merge(brand, 1)).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringContaining('"Synergy for all"'),
  });
  await brand.service.setBrandSettings('acme', { findings_allowed: true });
  expect((await merge(brand, 1)).isCommitted).toBe(true);
});
