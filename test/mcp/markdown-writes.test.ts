import type { Client } from '@modelcontextprotocol/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { ask, call, connect } from '../support/mcp.js';
import { client, portal, portalForAll } from '../support/portal-fixture.js';

portalForAll({ example: 'northlight' });

let agent: Client;

beforeAll(async () => {
  agent = await connect(portal, client.key);
});

const text = `---
nav_expansion: pinned_open
date: 2026-01-01
---

# From Markdown

Ask **first**, see [the rules](https://x.example).

## On trains

![Arc](media:101 "In black")

| Where | How |
|---|:-:|
| Door | *large* |
`;

type Fields = Readonly<Record<string, unknown>>;

/** Blocks without their ids. */
const bare = (blocks: readonly { type: string; data: object }[]) => blocks.map(({ type, data }) => [type, data]);

const freshPage = async () => {
  const blocks = [{ type: 'heading', data: { text: 'Head', level: 2 } }];
  const { page, version } = await ask(agent, 'create_page', { title: 'Fresh', blocks, detail: 'full' });
  return { page: page.id as number, block: page.blocks[0].id as string, version: version as string };
};

type Fresh = Awaited<ReturnType<typeof freshPage>>;

/** Arguments of each tool next to the Markdown, the same request over HTTP, and what the Markdown stands in place of. */
const doors: Readonly<
  Record<string, { args(fresh: Fresh): Fields; http(fresh: Fresh): [method: string, path: string]; instead: Fields }>
> = {
  create_page: {
    args: () => ({ title: 'Made', parent_id: null }),
    http: () => ['POST', '/pages?title=Made'],
    instead: { blocks: [] },
  },
  save_page: {
    args: ({ page, version }) => ({ page, base: version, title: 'Saved' }),
    http: ({ page, version }) => ['POST', `/pages/${page}/save?title=Saved&base=${version}`],
    instead: { blocks: [] },
  },
  replace_page_content: {
    args: ({ page, version }) => ({ page, expected_version: version }),
    http: ({ page }) => ['PUT', `/pages/${page}/content`],
    instead: { blocks: [] },
  },
  add_block: {
    args: ({ page, block }) => ({ page, before: block }),
    http: ({ page, block }) => ['POST', `/pages/${page}/blocks?before=${block}`],
    instead: { type: 'heading', data: {} },
  },
};

it('every tool that takes a list of blocks, or adds one, takes Markdown', async () => {
  const { tools } = await agent.listTools();
  const takes = (name: string) =>
    tools.filter((tool) => Object.hasOwn(tool.inputSchema.properties ?? {}, name)).map((tool) => tool.name);
  expect(takes('markdown')).toEqual(Object.keys(doors));
  expect(takes('markdown')).toEqual(expect.arrayContaining(takes('blocks')));
});

describe.each(Object.entries(doors))('%s', (name, { args, http, instead }) => {
  it('makes of Markdown in one commit what HTTP makes of it, and names what is lost', async () => {
    const fresh = await freshPage();
    const before = portal.head('northlight');
    const made = await ask(agent, name, { ...args(fresh), markdown: text });
    const { versions } = await portal.service.brands.get('northlight');
    expect(await versions.parentOf(portal.head('northlight'))).toBe(before);
    const [method, path] = http(await freshPage());
    const reply = await client.send(method, path, { raw: text, headers: { 'Content-Type': 'text/markdown' } });
    const { body: page } = await client.get(`/pages/${made.page.id}`);
    expect(bare(page.blocks)).toEqual(bare(reply.body.blocks));
    expect(page.blocks.length).toBeGreaterThan(4);
    expect([page.title, page.nav_expansion]).toEqual([reply.body.title, reply.body.nav_expansion]);
    expect(made.markdown_lost.join(', ')).toBe(reply.headers.get('Markdown-Lost'));
    expect(made.markdown_lost).toContain('alignment:14');
    expect(Object.keys(await ask(agent, name, { ...args(await freshPage()), markdown: 'plain' }))).not.toContain(
      'markdown_lost',
    );
  });

  it('takes either Markdown or blocks, a text that has one, and only a text', async () => {
    const fresh = await freshPage();
    const before = portal.head('northlight');
    const refusals: [Fields, Fields][] = [
      ...Object.entries(instead).map(([field, value]): [Fields, Fields] => [
        { markdown: 'a', [field]: value },
        { markdown: [`The markdown field prohibits ${field} from being present.`] },
      ]),
      [{ markdown: 7 }, { markdown: ['The markdown field must be a string.'] }],
      [{ markdown: '---\ntitle: [\n---\na' }, { markdown: ['The front matter is not valid YAML or TOML.'] }],
      [{ markdown: '![](media:9999)' }, { 'blocks.0.data.media_id': [expect.stringContaining('invalid')] }],
    ];
    if (name !== 'create_page') refusals.push([{ markdown: ' \n' }, { markdown: ['The markdown field is required.'] }]);
    for (const [fields, errors] of refusals) {
      const { isError, answer } = await call(agent, name, { ...args(fresh), ...fields });
      expect([isError, answer.code, answer.errors]).toEqual([true, 'invalid', errors]);
    }
    expect(portal.head('northlight')).toBe(before);
  });
});
