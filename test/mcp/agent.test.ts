import { readFileSync } from 'node:fs';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { git } from '../support/git.js';
import { ask, call, connect, eras } from '../support/mcp.js';
import { type TestClient, TestPortal } from '../support/portal.js';

describe.each(eras)('an agent that speaks %s', (era) => {
  let portal: TestPortal;
  let rest: TestClient;
  let agent: Client;

  beforeAll(async () => {
    portal = await TestPortal.start({ real: true });
    await portal.importExample('northlight');
    rest = await portal.client('northlight', ['read', 'write'], 'Agent Smith');
    agent = await connect(portal, rest.key, era);
  });

  afterAll(async () => {
    await agent.close();
    await portal.close();
  });

  it('is answered in its revision, with what this server is for', () => {
    expect(agent.getNegotiatedProtocolVersion()).toBe(era === 'legacy' ? '2025-11-25' : era);
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    expect(agent.getServerVersion()).toMatchObject({ name: 'brand-portal', version });
    expect(agent.getInstructions()).toContain('expected_version');
  });

  it('finds out about the brand, makes a chapter and a page of five kinds of blocks, and corrects one', async () => {
    const { brand } = await ask(agent, 'get_brand');
    expect(brand.name).toBe('Northlight');
    const { language } = await ask(agent, 'get_language', { section: 'voice' });
    expect(language.voice.summary).not.toBe('');
    const { types } = await ask(agent, 'describe_block_types', { types: ['alert', 'table'] });
    expect(Object.keys(types[0].data.properties)).toEqual(['variant', 'title', 'body']);

    const chapter = await ask(agent, 'create_page', { title: 'Stations', type: 'container' });
    const made = await ask(agent, 'create_page', {
      title: 'Signs',
      parent_id: chapter.page.id,
      blocks: [
        { type: 'heading', data: { text: 'On platforms', level: 2 } },
        { type: 'rich_text', data: { html: '<p>Keep it <b>short</b>.</p>' } },
        { type: 'alert', data: { variant: 'info', title: 'New', body: '<p>Ask first.</p>' } },
        { type: 'table', data: { header: ['Sign', 'Height'], rows: [['Door', '80 cm']] } },
        { type: 'group', data: { title: 'More', blocks: [{ type: 'button', data: { label: 'Go', url: '/go' } }] } },
      ],
    });
    expect(
      made.outline.map(({ type, depth, text }: { type: string; depth: number; text: string }) => [type, depth, text]),
    ).toEqual([
      ['heading', 1, 'On platforms'],
      ['rich_text', 1, 'Keep it short.'],
      ['alert', 1, 'info New Ask first.'],
      ['table', 1, 'Sign Height Door 80 cm'],
      ['group', 1, 'More'],
      ['button', 2, 'Go /go'],
    ]);

    const page = made.page.id;
    const [heading, , , , , button] = made.outline;
    const first = await ask(agent, 'update_block', {
      page,
      block: heading.id,
      data: { text: 'On all platforms' },
      expected_version: made.version,
    });
    expect(first.version).not.toBe(made.version);
    const late = { page, block: button.id, data: { label: 'Lost' }, expected_version: made.version };
    const refused = await call(agent, 'update_block', late);
    expect(refused).toMatchObject({ isError: true, answer: { code: 'precondition_failed' } });
    expect(refused.text).toContain('expected_version');

    const read = await ask(agent, 'get_page', { page });
    const { body, headers } = await rest.get(`/pages/${page}`);
    expect(read.page).toEqual(body);
    expect(headers.get('etag')).toBe(`"${read.version}"`);
    expect(body.blocks[0].data.text).toBe('On all platforms');
  });

  it('leaves commits that say who did what', async () => {
    const { page } = await ask(agent, 'create_page', { title: 'Traces' });
    const format = '%an|%s|%(trailers:key=Operation,valueonly)|%(trailers:key=Key,valueonly)';
    const log = git(portal.gitdir('northlight'), ['log', '-1', `--format=${format}`]);
    expect(log.replaceAll('\n', '')).toBe(`Agent Smith|Add page ${page.id} "Traces"|pages.create|${rest.keyId}`);
  });

  it('is told plainly what is wrong with its input, under the keys of the HTTP API', async () => {
    const { isError, answer, text } = await call(agent, 'create_page', {
      title: ' ',
      blocks: [{ type: 'image', data: { media_id: 'seven' } }],
    });
    expect(isError).toBe(true);
    expect(Object.keys(answer.errors)).toEqual(['title', 'blocks.0.data.media_id']);
    expect(text).toContain('- title: The title field is required.');
  });

  it('is refused a change without the version that it read', async () => {
    const { isError, answer } = await call(agent, 'delete_page', { page: 1 });
    expect(isError).toBe(true);
    expect(answer.errors).toEqual({ expected_version: ['The expected version field is required.'] });
  });

  it('gets an error of the protocol for a tool that is none', async () => {
    await expect(call(agent, 'drop_brand')).rejects.toMatchObject({ code: -32602 });
  });

  it('walks a long list by cursor and knows the total', async () => {
    const seen: unknown[] = [];
    let cursor: string | undefined;
    do {
      const part = await ask(agent, 'list_pages', { limit: 7, ...(cursor === undefined ? {} : { cursor }) });
      seen.push(...part.pages);
      cursor = part.next_cursor ?? undefined;
      expect(part.total).toBeGreaterThan(14);
    } while (cursor !== undefined);
    expect(seen).toEqual((await rest.get('/pages')).body);
    const { answer } = await call(agent, 'list_pages', { cursor: 'x' });
    expect(answer.errors).toEqual({ cursor: ['The selected cursor is invalid.'] });
  });
});
