import type { Client } from '@modelcontextprotocol/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { proposedFields } from '../../src/content/page.js';
import { type Route, routes } from '../../src/http/api/routes.js';
import type { Tool } from '../../src/mcp/tool.js';
import { tools } from '../../src/mcp/tools.js';
import type { Fields } from '../support/foreign-ids.js';
import { bodyArguments, callOf, requestTo } from '../support/foreign-requests.js';
import { ask, call, connect, message, post } from '../support/mcp.js';
import type { RequestOptions, TestClient } from '../support/portal.js';
import { portal, portalForAll } from '../support/portal-fixture.js';
import { type Brands, createBrands } from '../support/two-brands.js';

let brands: Brands;
let owner: Client;
let bare: Client;

portalForAll();
beforeAll(async () => {
  brands = await createBrands(portal);
  owner = await connect(portal, brands.owner.key);
  bare = await connect(portal, brands.bare.key);
  await ask(owner, 'create_page', { title: 'Proposed', proposal: 'new' });
});

/** Every tool that has an operation of the API, with its route. */
const pairs = tools.flatMap((tool): [string, Tool, Route][] => {
  const route = routes.find(({ operation }) => operation.name === tool.operation.name);
  return route === undefined ? [] : [[tool.name, tool, route]];
});
const takes = (name: string) => pairs.filter(([, tool]) => Object.hasOwn(tool.args.properties, name));

const codes = { 404: 'not_found', 412: 'precondition_failed', 422: 'invalid' } as const;

interface Refusal {
  readonly status: keyof typeof codes;
  /** In the address. */
  readonly parameters?: Fields;
  readonly body?: Fields;
  readonly options?: RequestOptions;
}

async function expectSame(client: TestClient, agent: Client, [, tool, route]: [string, Tool, Route], refusal: Refusal) {
  const { status, parameters = {}, body = {}, options = {} } = refusal;
  const { method, path, body: sent } = requestTo(route, parameters);
  const whole = sent === undefined ? {} : { body: { ...(sent as Fields), ...body } };
  const reply = await client.refused(status, method, path, { ...options, ...whole });
  const before = portal.head(client.brand);
  const args = callOf(tool, { ...parameters, ...body }).arguments;
  const stale = Object.hasOwn(tool.args.properties, 'expected_version') ? { expected_version: '0'.repeat(40) } : {};
  const { isError, answer, text } = await call(agent, tool.name, { ...args, ...(status === 412 ? stale : {}) });
  expect([isError, answer]).toEqual([true, { code: codes[status], ...reply.body }]);
  expect(text.includes('Nothing was stored.')).toBe(status === 422 && tool.operation.effect !== 'read');
  expect(portal.head(client.brand)).toBe(before);
}

const isNumber = (field: string): boolean => field === 'page' || field === 'media_category_id';

it('every tool but those that describe blocks, compare versions, find media and list all pages is an operation of the API', () => {
  const paired = new Set(pairs.map(([name]) => name));
  const others = tools.map(({ name }) => name).filter((name) => !paired.has(name));
  expect(others.toSorted()).toEqual([
    'compare_page',
    'describe_block_types',
    'find_media',
    'list_pages',
    'report_problem',
  ]);
});

/** Names that are not only for proposals: live those are ignored. */
const live = (names: readonly string[]) => names.filter((name) => !Object.hasOwn(proposedFields, name));

describe('both doors refuse alike', () => {
  it.each(takes('page'))('%s: an unknown page', (...pair) =>
    expectSame(brands.owner, owner, pair, { status: 404, parameters: { page: 7299 } }),
  );

  it.each(takes('block'))('%s: an unknown block', (...pair) =>
    expectSame(brands.owner, owner, pair, { status: 404, parameters: { block: 'none' } }),
  );

  it.each(takes('expected_version'))('%s: another version', (...pair) =>
    expectSame(brands.owner, owner, pair, {
      status: 412,
      options: { headers: { 'If-Match': `"${'0'.repeat(40)}"` } },
    }),
  );

  it.each(pairs.filter(([, { operation }]) => operation.module !== undefined))('%s: a module that is off', (...pair) =>
    expectSame(brands.bare, bare, pair, { status: 404 }),
  );

  it.each(pairs.flatMap((pair) => live(bodyArguments(pair[1])).map((field) => [pair[0], field, pair] as const)))(
    '%s: a wrong %s',
    (_name, field, pair) =>
      expectSame(brands.owner, owner, pair, { status: 422, body: { [field]: isNumber(field) ? 'seven' : 7 } }),
  );

  it.each(pairs)('%s: a key without its right', async (_name, tool, route) => {
    const { right } = tool.operation;
    const client = await portal.client('ours', [right === 'read' ? 'write' : 'read']);
    const { method, path, body } = requestTo(route);
    const reply = await client.refused(403, method, path, body === undefined ? {} : { body });
    const response = await post(client, message('tools/call', callOf(tool)));
    const challenge = response.headers.get('www-authenticate');
    expect([response.status, challenge]).toEqual([403, reply.headers.get('www-authenticate')]);
    expect(await response.json()).toEqual(reply.body);
  });
});
