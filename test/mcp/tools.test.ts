import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { beforeAll, expect, it } from 'vitest';
import { modules } from '../../src/content/brand.js';
import { maxDiffSteps } from '../../src/content/diff/limit.js';
import { Effort } from '../../src/lib/effort.js';
import type { Right } from '../../src/registry/records.js';
import { call, connect, eras } from '../support/mcp.js';
import { portal, portalForAll } from '../support/portal-fixture.js';

portalForAll({ example: 'northlight' });
beforeAll(async () => {
  await portal.service.provisioning.createEmpty('acme', 'Acme', []);
  await portal.service.provisioning.createEmpty('whole', 'Whole', [...modules]);
});

async function list(brand: string, rights: readonly Right[], era = eras[0] as (typeof eras)[number]) {
  const agent = await connect(portal, (await portal.client(brand, rights)).key, era);
  return (await agent.listTools()).tools;
}

const reading = [
  ...[
    'get_brand',
    'list_colors',
    'list_media',
    'find_media',
    'view_medium',
    'search',
    'fetch',
    'list_changes',
    'list_pages',
  ],
  ...['get_page_outline', 'get_page', 'compare_page', 'translation_queue', 'describe_block_types'],
  'report_problem',
];
const writing = [
  ...['create_page', 'update_page', 'save_page', 'replace_page_content', 'add_block', 'update_block'],
  ...['delete_block', 'delete_page'],
];

const reviewing = ['list_proposals', 'read_proposal'];
const proposing = ['change_proposal', 'submit_proposal', 'withdraw_proposal', 'comment_on_proposal'];

/** What the README says. */
const readme = readFileSync(new URL('../../src/mcp/README.md', import.meta.url), 'utf8');
const [, tools, tokens] = /all (\d+) tools take less than ([\d,]+) tokens/.exec(readme) ?? [];
const told = { tools: Number(tools), tokens: Number(tokens?.replaceAll(',', '')) };

it('are listed by what the rights of the key and the modules of the brand allow, in a fixed order', async () => {
  const names = async (...args: Parameters<typeof list>) => (await list(...args)).map(({ name }) => name);
  expect(await names('acme', ['read'])).toEqual(reading);
  for (const right of ['propose', 'write'] as const) {
    expect(await names('acme', [right])).toEqual([...writing, ...proposing]);
    expect(await names('acme', ['read', right])).toEqual([...reading, ...writing, ...reviewing, ...proposing]);
  }
  const all = await names('northlight', ['read', 'write']);
  const ofModules = ['get_language', 'check_text', 'list_context', 'replace_language_section'];
  expect(new Set(all)).toEqual(new Set([...reading, ...writing, ...reviewing, ...proposing, ...ofModules]));
  const whole = await names('whole', ['read', 'write']);
  expect(whole.filter((name) => !all.includes(name))).toEqual(['update_medium']);
  expect(whole).toHaveLength(told.tools);
  expect(await names('northlight', ['write', 'read'], 'legacy')).toEqual(all);
});

it('take as many tokens to list as the README says', async () => {
  const tokens = encode(JSON.stringify(await list('whole', ['read', 'propose', 'write']))).length;
  expect(tokens).toBeLessThanOrEqual(8550);
  expect(tokens).toBeLessThan(told.tokens);
  expect(told.tokens - tokens).toBeLessThan(500);
});

it('have schemas that are JSON Schema, hints, and a version to expect where they write', async () => {
  const ajv = new Ajv2020({ allowUnionTypes: true });
  const all = await list('northlight', ['read', 'write']);
  for (const { name, description, inputSchema, outputSchema, annotations } of all) {
    for (const schema of [inputSchema, outputSchema as object]) {
      ajv.validateSchema(schema);
      expect(ajv.errors ?? [], name).toEqual([]);
    }
    const proposes = proposing.includes(name);
    const writes = writing.includes(name) || proposes || name === 'replace_language_section';
    const reports = name === 'report_problem';
    const additive = ['create_page', 'add_block', 'comment_on_proposal', 'report_problem'].includes(name);
    expect(description?.length).toBeGreaterThan(20);
    expect(annotations, name).toMatchObject({
      readOnlyHint: !writes && !reports,
      destructiveHint: writes && !additive,
      idempotentHint: !additive,
    });
    const version = name === 'save_page' ? 'base' : 'expected_version';
    expect(Object.keys(inputSchema.properties ?? {}).includes(version), name).toBe(writes && !proposes);
    expect((inputSchema.required ?? []).includes(version), name).toBe(writes && !additive && !proposes);
  }
});

it('list_pages is walked by cursor and knows the total', async () => {
  const client = await portal.client('northlight');
  const agent = await connect(portal, client.key);
  const seen: unknown[] = [];
  let cursor: string | undefined;
  do {
    const { answer } = await call(agent, 'list_pages', { limit: 7, ...(cursor === undefined ? {} : { cursor }) });
    seen.push(...answer.pages);
    cursor = answer.next_cursor ?? undefined;
    expect(answer.total).toBeGreaterThan(14);
  } while (cursor !== undefined);
  expect(seen).toEqual((await client.get('/pages')).body);
  const { answer } = await call(agent, 'list_pages', { cursor: 'x' });
  expect(answer.errors).toEqual({ cursor: ['The selected cursor is invalid.'] });
});

it('advice after a refused save names an argument that save_page has', async () => {
  const agent = await connect(portal, (await portal.client('northlight')).key);
  const { text } = await call(agent, 'save_page', { page: 11, base: '0'.repeat(40), title: 'Late' });
  expect(text).toContain('as expected_version, or as base.');
});

it('compare_page tells what changed on a page since a commit, word by word', async () => {
  const client = await portal.client('northlight');
  const agent = await connect(portal, client.key);
  const from = portal.head('northlight');
  const { answer: page } = await call(agent, 'get_page', { page: 11 });
  const [block] = page.page.blocks;
  await client.patch('/pages/11', { title: 'Clear space only' });
  await client.post('/pages/11/blocks', { type: 'heading', data: { text: 'On buses' }, before: block.id });
  const { isError, answer } = await call(agent, 'compare_page', { page: 11, from });
  expect(isError).toBe(false);
  const added = { change: 'added', moved: false, at: '1', from_at: null };
  expect(answer).toEqual({
    change: 'edited',
    from: { commit: from, state: 'active' },
    to: { commit: portal.head('northlight'), state: 'active' },
    fields: [{ field: 'title', marked: 'Clear space [-and minimum size-]{+only+}' }],
    blocks: [{ ...added, id: expect.any(String), type: 'heading', data: { text: 'On buses' }, fields: [] }],
    unchanged_blocks: page.page.blocks.length,
  });
  const wrong = await call(agent, 'compare_page', { page: 11, from: 'yesterday' });
  expect(wrong.answer).toMatchObject({ code: 'invalid', errors: { from: [expect.stringContaining('from field')] } });
});

it('compare_page does bounded work for a key that may only read, on a table of equal cells', async () => {
  const client = await portal.client('acme');
  const reader = await connect(portal, (await portal.client('acme', ['read'])).key);
  const cells = (columns: number, rows: number) => Array.from({ length: rows }, () => Array(columns).fill(''));
  const tables = [cells(36, 1000), [['One', 'Two']], cells(36, 999), cells(35, 1000)];
  const [first, ...others] = tables.map((rows) => ({ header: [], rows }));
  const { id, blocks } = await client.page({ title: 'Equal cells', blocks: [{ type: 'table', data: first }] });
  for (const data of others) {
    const from = portal.head('acme');
    await client.patch(`/pages/${id}/blocks/${blocks[0].id}`, { data });
    const before = Effort.spent;
    const { answer } = await call(reader, 'compare_page', { page: id, from });
    expect(answer.change).toBe('edited');
    expect(Effort.spent - before).toBeLessThanOrEqual(maxDiffSteps);
  }
});
