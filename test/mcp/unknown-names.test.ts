import type { Client } from '@modelcontextprotocol/client';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { tools } from '../../src/mcp/tools.js';
import { runs } from '../support/effort.js';
import { callOf } from '../support/foreign-requests.js';
import { ask, call, connect } from '../support/mcp.js';
import { portal, portalForAll } from '../support/portal-fixture.js';
import { type Brands, createBrands } from '../support/two-brands.js';

type Fields = Readonly<Record<string, unknown>>;

let brands: Brands;
let agent: Client;

portalForAll();
beforeAll(async () => {
  brands = await createBrands(portal);
  agent = await connect(portal, brands.owner.key);
});

const listed = async () => (await agent.listTools()).tools;

/** A page of its own with a block, and the arguments that name them and their version. */
async function freshPage(type = 'heading', data: Fields = {}) {
  const created = { title: 'Fresh', blocks: [{ type, data }], detail: 'full' };
  const { page, version } = await ask(agent, 'create_page', created);
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

type Fresh = Awaited<ReturnType<typeof freshPage>>;

/** Tools that take blocks, their arguments for one, and where its data are named. */
const doors: Readonly<Record<string, [args: (page: Fresh, block: Fields) => Fields, prefix: string]>> = {
  create_page: [(_, block) => ({ title: 'A', blocks: [block] }), 'blocks.0.data'],
  save_page: [({ page, base }, block) => ({ page, base, blocks: [block] }), 'blocks.0.data'],
  replace_page_content: [({ block: _, base: __, ...page }, block) => ({ ...page, blocks: [block] }), 'blocks.0.data'],
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
    const data = { items: [{ title: 'T', 'ü, +': 'lost' }], [`bp_${'k'.repeat(38)}`]: 'lost' };
    const sent = args(await freshPage('accordion'), { type: 'accordion', data });
    const { page, ignored_fields } = await ask(agent, name, sent);
    expect(ignored_fields.toSorted()).toEqual([`${prefix}.bp_%E2%80%A6`, `${prefix}.items.0.%C3%BC%2C%20%2B`]);
    expect(JSON.stringify(await ask(agent, 'get_page', { page: page.id }))).not.toContain('lost');
  });
});
