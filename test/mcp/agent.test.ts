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

  it('leaves commits that say who did what', async () => {
    const { page } = await ask(agent, 'create_page', { title: 'Traces' });
    const format = '%an|%s|%(trailers:key=Operation,valueonly)|%(trailers:key=Key,valueonly)';
    const log = git(portal.gitdir('northlight'), ['log', '-1', `--format=${format}`]);
    expect(log.replaceAll('\n', '')).toBe(`Agent Smith|Add page ${page.id} "Traces"|pages.create|${rest.keyId}`);
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
