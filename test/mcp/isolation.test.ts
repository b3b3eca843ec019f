import { beforeAll, describe, expect, it } from 'vitest';
import type { Tool } from '../../src/mcp/tool.js';
import { tools } from '../../src/mcp/tools.js';
import { eachOf, shown } from '../support/compare.js';
import { some } from '../support/effort.js';
import type { Pair } from '../support/foreign-ids.js';
import { callOf, type ToolCall, toolPairs } from '../support/foreign-requests.js';
import { message, post } from '../support/mcp.js';
import type { TestClient } from '../support/portal.js';
import { portal, portalForAll } from '../support/portal-fixture.js';
import { putFile } from '../support/put-file.js';
import { type BrandIds, type Brands, createBrands, never, ours, theirs } from '../support/two-brands.js';

let brands: Brands;
let heads: string[];
let from: number;

const allHeads = (): string[] => ['ours', 'bare', 'theirs', 'twin'].map((slug) => portal.head(slug));

portalForAll({ real: true, pictures: true });
beforeAll(async () => {
  brands = await createBrands(portal);
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>';
  await putFile(brands.owner, 'ours.svg', svg, { replaces: ours.media[0], release: false });
  await putFile(brands.stranger, 'theirs.svg', svg, { replaces: theirs.media[0], release: false });
  await portal.service.brands.closeIdle(0);
  heads = allHeads();
  from = portal.log.length;
});

async function answer(client: TestClient, method: string, params: unknown = {}) {
  const response = await post(client, message(method, params));
  // How often a slow answer says that it is not dead depends on the machine.
  return shown(response.status, response.headers, (await response.text()).replaceAll(': keepalive\n\n', ''));
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
function resultIn(text: string): any {
  return JSON.parse(text.startsWith('{') ? text : (/^data: (.*)$/m.exec(text)?.[1] ?? ''));
}

describe('what belongs to another brand is answered as what never existed', () => {
  const pairs = toolPairs();

  const compare = (client: TestClient) => async (pair: Pair<ToolCall>) => {
    const unknown = await answer(client, 'tools/call', pair.unknown);
    expect(resultIn(unknown.text).result.isError).toBe(true);
    expect(await answer(client, 'tools/call', pair.foreign)).toEqual(unknown);
  };

  it(`by ${pairs.length} calls, with all modules`, () => eachOf(some(pairs, 4), compare(brands.owner)));
  it(`by ${pairs.length} calls, without any`, () => eachOf(some(pairs, 4), compare(brands.bare)));

  it('with every tool that names something', () => {
    expect(pairs.length).toBeGreaterThan(150);
    const called = new Set(pairs.map(({ foreign }) => foreign.name));
    const all = tools.map(({ name }) => name);
    expect(all.filter((name) => !called.has(name)).sort()).toEqual(['describe_block_types', 'list_changes']);
  });

  it('also commits, wherever a tool takes one', async () => {
    const ask = async (tool: Tool, fields: Record<string, unknown>) =>
      answer(brands.owner, 'tools/call', callOf(tool, fields));
    for (const tool of tools) {
      for (const name of ['at', 'since', 'from', 'to'].filter((one) => Object.hasOwn(tool.args.properties, one))) {
        const unknown = await ask(tool, { [name]: 'd'.repeat(40) });
        expect(resultIn(unknown.text).result.isError, tool.name).toBe(true);
        expect(await ask(tool, { [name]: portal.head('theirs') }), tool.name).toEqual(unknown);
      }
    }
  });

  it('also as resources, but for the address that was asked for', async () => {
    const kinds: Record<string, keyof BrandIds | null> = { pages: 'page', context: 'entry', 'block-types': null };
    const { resourceTemplates } = resultIn((await answer(brands.owner, 'resources/templates/list')).text).result;
    for (const { uriTemplate } of resourceTemplates as { uriTemplate: string }[]) {
      const [, path, several] = /^brand-portal:\/\/([a-z-]+)(\/\{id\})?/.exec(uriTemplate) ?? [];
      if (several === undefined) continue;
      const kind = kinds[path as string];
      expect(kind, `nobody said what kind of id ${uriTemplate} takes`).toBeDefined();
      if (kind === null || kind === undefined) continue;
      const read = async (id: string, form: string) => {
        const uri = `brand-portal://${path}/${id}${form}`;
        const { text, ...rest } = await answer(brands.owner, 'resources/read', { uri });
        return { ...rest, text: text.replaceAll(uri, 'URI') };
      };
      for (const form of ['', '.json']) {
        const unknown = await read(never[kind][0] as string, form);
        expect(unknown.text).toContain('not found');
        for (const id of [...theirs[kind], '../theirs', '../../theirs.git', '%2e%2e/theirs']) {
          expect(await read(id, form), `${uriTemplate} ${id}`).toEqual(unknown);
        }
      }
    }
  });

  it('and no list or document tells anything of it', async () => {
    for (const method of ['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list']) {
      // A side of a merge is called so, too.
      expect((await answer(brands.owner, method)).text.replace('"mine","theirs"', '')).not.toContain('theirs');
    }
    for (const tool of tools.filter(({ operation }) => operation.effect === 'read')) {
      const { text } = await answer(brands.owner, 'tools/call', callOf(tool));
      expect([resultIn(text).result.isError ?? false, text.includes('theirs')], tool.name).toEqual([false, false]);
    }
  });

  it('without a look at the other brand, a commit, or a line in its log', () => {
    expect(portal.service.brands.getNow('theirs')).toBeUndefined();
    expect(portal.log.slice(from).filter((line) => line.includes('"brand":"theirs"'))).toEqual([]);
    expect(allHeads()).toEqual(heads);
  });
});
