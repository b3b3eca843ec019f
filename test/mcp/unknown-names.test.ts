import type { Client } from '@modelcontextprotocol/client';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blockTypes } from '../../src/content/blocks/types.js';
import { tools } from '../../src/mcp/tools.js';
import { runs } from '../support/effort.js';
import { callOf } from '../support/foreign-requests.js';
import { ask, call, connect } from '../support/mcp.js';
import { TestPortal } from '../support/portal.js';
import { type Brands, createBrands } from '../support/two-brands.js';

type Fields = Readonly<Record<string, unknown>>;

let portal: TestPortal;
let brands: Brands;
let agent: Client;

beforeAll(async () => {
  portal = await TestPortal.start();
  brands = await createBrands(portal);
  agent = await connect(portal, brands.owner.key);
});
afterAll(async () => {
  await agent.close();
  await portal.close();
});

const listed = async () => (await agent.listTools()).tools;

/** A page of its own with a block, and the arguments that name them and their version. */
async function freshPage(type = 'heading', data: Fields = {}) {
  const { page, version } = await ask(agent, 'create_page', {
    title: 'Fresh',
    blocks: [{ type, data }],
    detail: 'full',
  });
  return { page: page.id, block: page.blocks[0].id, expected_version: version, base: version };
}

/** A call of a tool that would succeed, on a page of its own. */
async function validCall(name: string): Promise<Record<string, unknown>> {
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) throw new Error(`${name} is listed, and no tool`);
  const { arguments: args } = callOf(tool);
  const fresh = await freshPage();
  const { version } = await ask(agent, 'get_language', { section: 'voice' });
  if (name === 'replace_language_section') return { ...args, expected_version: version };
  return { ...args, ...Object.fromEntries(Object.entries(fresh).filter(([name]) => Object.hasOwn(args, name))) };
}

describe('an argument that a tool does not have', () => {
  it.each(tools.map(({ name }) => name))(
    'is refused by %s with the names it has, and nothing is stored',
    async (name) => {
      const { properties = {} } = (await listed()).find((tool) => tool.name === name)?.inputSchema ?? {};
      const known = Object.keys(properties);
      const args = await validCall(name);
      const before = portal.head('ours');
      const names = fc
        .oneof(
          fc.constantFrom('constructor', 'toString', 'a.b', '', `bp_${'k'.repeat(38)}`, 'Ü ', 'x'.repeat(3000)),
          fc.constantFrom(...known, 'x').map((one) => `${one}_`),
          fc.string(),
        )
        .filter((one) => one !== '__proto__' && !known.includes(one));
      await fc.assert(
        fc.asyncProperty(names, fc.jsonValue(), async (unknown, value) => {
          const { isError, answer, text } = await call(agent, name, { ...args, [unknown]: value });
          expect([isError, answer.code]).toEqual([true, 'invalid']);
          const [message] = Object.values(answer.errors as Record<string, string[]>).flat();
          expect(message).toContain(known.length === 0 ? 'There is no argument' : `Valid: ${known.join(', ')}.`);
          expect(text).not.toContain('k'.repeat(12));
          expect(answer.message).toBe(message);
        }),
        { ...runs(60, 4), examples: [['x'.repeat(3000), null]] },
      );
      expect(portal.head('ours')).toBe(before);
      expect((await call(agent, name, args)).answer.code).not.toBe('invalid');
    },
  );

  it('is all that is said of a tool by its schema', async () => {
    for (const { name, inputSchema } of await listed())
      expect([name, inputSchema.additionalProperties]).toEqual([name, false]);
  });

  it('is named with the one that it resembles', async () => {
    const { text } = await call(agent, 'create_page', { title: 'A', parentId: 1, markdwn: '# A' });
    expect(text).toContain('- parentId: There is no argument parentId. Valid: detail, ');
    expect(text).toContain('Did you mean parent_id?');
    expect(text).toContain('- markdwn: There is no argument markdwn. Did you mean markdown?');
  });

  it('is named with what else is wrong', async () => {
    const { answer } = await call(agent, 'get_page', { id: 2 });
    expect(answer.errors).toEqual({
      id: ['There is no argument id. Valid: page, at, proposal.'],
      page: ['The page field is required.'],
    });
  });

  it('is refused in any number', async () => {
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`n${at}`, at]));
    const { answer } = await call(agent, 'list_pages', many);
    expect(Object.keys(answer.errors)).toHaveLength(10);
  });

  it('is refused by every prompt, too', async () => {
    for (const { name, arguments: args = [] } of (await agent.listPrompts()).prompts) {
      const given = Object.fromEntries(args.map((one) => [one.name, 'x']));
      await agent.getPrompt({ name, arguments: given });
      await expect(agent.getPrompt({ name, arguments: { ...given, lenght: 'x' } })).rejects.toMatchObject({
        code: -32602,
        message: expect.stringContaining(`Valid: ${args.map((one) => one.name).join(', ')}.`),
        data: { errors: { lenght: [expect.any(String)] } },
      });
    }
  });
});

type Shape = Readonly<Record<string, unknown>>;

const encoded = (name: string): string => encodeURIComponent(name).replaceAll('.', '%2E');

/** Data with a name that is none in each of its objects, and the paths of these. */
function withUnknown(shape: Shape, name: string, path: string): { value: unknown; paths: string[] } {
  const { 'x-kind': kind, items, properties } = shape;
  if (kind === 'blocks') {
    const inner = withUnknown(blockTypes.get('heading')?.data as unknown as Shape, name, `${path}.0.data`);
    const value = [{ type: 'heading', data: inner.value, [name]: 1 }];
    return { value, paths: [`${path}.0.${encoded(name)}`, ...inner.paths] };
  }
  if (items !== undefined) {
    const inner = withUnknown(items as Shape, name, `${path}.0`);
    return inner.paths.length === 0 ? { value: [], paths: [] } : { value: [inner.value], paths: inner.paths };
  }
  if (properties === undefined) return { value: undefined, paths: [] };
  const value: Record<string, unknown> = { [name]: 'unknown' };
  const paths = [`${path}.${encoded(name)}`];
  for (const [member, one] of Object.entries(properties as Record<string, Shape>)) {
    const inner = withUnknown(one, name, `${path}.${member}`);
    if (inner.value !== undefined) value[member] = inner.value;
    paths.push(...inner.paths);
  }
  return { value, paths };
}

type Fresh = Awaited<ReturnType<typeof freshPage>>;

/** Tools that take blocks, their arguments for one, and where its data are named. */
const doors: Readonly<Record<string, [args: (page: Fresh, block: Fields) => Fields, prefix: string]>> = {
  create_page: [(_, block) => ({ title: 'A', blocks: [block] }), 'blocks.0.data'],
  save_page: [({ page, base }, block) => ({ page, base, blocks: [block] }), 'blocks.0.data'],
  replace_page_content: [
    ({ page, expected_version }, block) => ({ page, expected_version, blocks: [block] }),
    'blocks.0.data',
  ],
  add_block: [({ page }, block) => ({ page, ...block }), 'data'],
  update_block: [({ page, block, expected_version }, { data }) => ({ page, block, expected_version, data }), 'data'],
};

describe('a field that a block does not have', () => {
  it('can be sent by these tools', async () => {
    const takesBlocks = (schema: object | undefined): boolean =>
      ['blocks', 'data'].some((name) => Object.hasOwn(schema ?? {}, name));
    const names = (await listed()).filter((tool) => takesBlocks(tool.inputSchema.properties)).map(({ name }) => name);
    expect(names.toSorted()).toEqual(Object.keys(doors).toSorted());
  });

  it.each(Object.entries(doors))('%s: is dropped and named, at any depth', async (name, [args, prefix]) => {
    const names = fc.oneof(
      fc.constantFrom('a.b', `bp_${'k'.repeat(38)}`, 'ü, +', 'image'),
      fc.string({ minLength: 1, maxLength: 20, unit: fc.constantFrom(...'abc.,%"é 🙂') }),
    );
    const types = fc.constantFrom(...blockTypes.keys());
    await fc.assert(
      fc.asyncProperty(types, names, async (type, unknown) => {
        const mark = unknown.startsWith('bp_k') ? 'bp_…' : unknown;
        const shape = blockTypes.get(type)?.data as unknown as Shape;
        const { value: data } = withUnknown(shape, unknown, prefix);
        const { paths } = withUnknown(shape, mark, prefix);
        const sent = args(await freshPage(type), { type, data });
        const answer = await ask(agent, name, { ...sent, detail: name === 'save_page' ? undefined : 'full' });
        expect(new Set(answer.ignored_fields)).toEqual(new Set(paths));
        const stored = await ask(agent, 'get_page', { page: answer.page.id });
        expect(JSON.stringify(stored)).not.toContain('unknown');
      }),
      runs(60, 6),
    );
  });

  it('is named ten times, then counted', async () => {
    const data = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`n${at}`, at]));
    const { ignored_fields } = await ask(agent, 'add_block', {
      ...(await freshPage()),
      base: undefined,
      block: undefined,
      type: 'heading',
      data,
    });
    expect(ignored_fields).toEqual([
      ...Object.keys(data)
        .slice(0, 10)
        .map((name) => `data.${name}`),
      '+290',
    ]);
  });
});
