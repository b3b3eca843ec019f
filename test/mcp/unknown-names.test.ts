import type { Client } from '@modelcontextprotocol/client';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { tools } from '../../src/mcp/tools.js';
import { runs } from '../support/effort.js';
import { freshArguments } from '../support/foreign-requests.js';
import { ask, call, connect } from '../support/mcp.js';
import { portal, portalForAll } from '../support/portal-fixture.js';
import { putLanguages } from '../support/translations.js';
import { type Brands, createBrands } from '../support/two-brands.js';

let brands: Brands;
let agent: Client;

portalForAll();
beforeAll(async () => {
  brands = await createBrands(portal);
  await putLanguages(portal, 'ours', [{ tag: 'de', shown: true, fallback: null }]);
  agent = await connect(portal, brands.owner.key);
});

const listed = async () => (await agent.listTools()).tools;

describe('an argument that a tool does not have', () => {
  it.each(tools)('is refused by $name with the names it has, and nothing is stored', async (tool) => {
    const { name } = tool;
    const known = Object.keys(tool.listed.inputSchema.properties ?? {});
    const args = await freshArguments(agent, tool);
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
  });

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
      id: ['There is no argument id. Valid: page, lang, at, proposal.'],
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
      const given = Object.fromEntries(
        args.map(({ name }) => [name, name === 'page' ? '1' : name === 'lang' ? 'de' : 'x']),
      );
      await agent.getPrompt({ name, arguments: given });
      await expect(agent.getPrompt({ name, arguments: { ...given, lenght: 'x' } })).rejects.toMatchObject({
        code: -32602,
        message: expect.stringContaining(`Valid: ${args.map((one) => one.name).join(', ')}.`),
        data: { errors: { lenght: [expect.any(String)] } },
      });
    }
  });
});

describe('a field that a block does not have', () => {
  const doors = tools.flatMap((tool) => {
    const { properties = {} } = tool.listed.inputSchema;
    const [isList, isOne] = ['blocks', 'data'].map((name) => Object.hasOwn(properties, name));
    return isList || isOne ? [{ tool, isList, prefix: isList ? 'blocks.0.data' : 'data' }] : [];
  });

  it.each(doors)('$tool.name: is dropped and named, at any depth', async ({ tool, isList, prefix }) => {
    const data = { items: [{ title: 'T', 'ü, +': 'lost' }], [`bp_${'k'.repeat(38)}`]: 'lost' };
    const type = tool.name === 'update_block' ? {} : { type: 'accordion' };
    const block = { ...type, data };
    const sent = { ...(await freshArguments(agent, tool, 'accordion')), ...(isList ? { blocks: [block] } : block) };
    const { page, ignored_fields } = await ask(agent, tool.name, sent);
    expect(ignored_fields.toSorted()).toEqual([`${prefix}.bp_%E2%80%A6`, `${prefix}.items.0.%C3%BC%2C%20%2B`]);
    expect(JSON.stringify(await ask(agent, 'get_page', { page: page.id }))).not.toContain('lost');
  });
});
