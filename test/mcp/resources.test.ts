import { readFileSync } from 'node:fs';
import type { Client } from '@modelcontextprotocol/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { call, connect, eras } from '../support/mcp.js';
import { portal, portalForAll, client as rest } from '../support/portal-fixture.js';

portalForAll({ example: 'northlight' });

describe.each(eras)('resources and prompts by %s', (era) => {
  let agent: Client;

  beforeAll(async () => {
    agent = await connect(portal, rest.key, era);
  });

  it('are answered in its revision, with what this server is for; a tool that is none is an error of the protocol', async () => {
    expect(agent.getNegotiatedProtocolVersion()).toBe(era === 'legacy' ? '2025-11-25' : era);
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    expect(agent.getServerVersion()).toMatchObject({ name: 'brand-portal', version });
    expect(agent.getInstructions()).toContain('expected_version');
    await expect(call(agent, 'drop_brand')).rejects.toMatchObject({ code: -32602 });
  });

  async function read(uri: string) {
    const { contents } = await agent.readResource({ uri });
    const [content] = contents;
    return { mimeType: content?.mimeType, text: content !== undefined && 'text' in content ? content.text : '' };
  }

  it('are the brand, the language, each verified fact and each page', async () => {
    const { resources } = await agent.listResources();
    const pages = (await rest.get('/pages')).body;
    const facts = (await rest.get('/brand/context')).body;
    expect(resources.map(({ uri }) => uri)).toEqual([
      'brand-portal://brand',
      'brand-portal://language',
      ...facts.map(({ id }: { id: string }) => `brand-portal://context/${id}`),
      ...pages.map(({ id }: { id: number }) => `brand-portal://pages/${id}`),
    ]);
    for (const { uri } of resources) expect((await read(uri)).text).toMatch(/^# \S/);
  });

  it('are the same JSON as over HTTP', async () => {
    for (const [uri, path] of [
      ['brand', '/brand'],
      ['language', '/brand/cl'],
      ['pages/1', '/pages/1'],
    ]) {
      const { mimeType, text } = await read(`brand-portal://${uri}.json`);
      expect(mimeType).toBe('application/json');
      expect(JSON.parse(text)).toEqual((await rest.get(path as string)).body);
    }
    const [fact] = (await rest.get('/brand/context')).body;
    expect(JSON.parse((await read(`brand-portal://context/${fact.id}.json`)).text)).toEqual(fact);
  });

  it('are looked up by templates, block types among them', async () => {
    const { resourceTemplates } = await agent.listResourceTemplates();
    const uris = resourceTemplates.map(({ uriTemplate }) => uriTemplate);
    expect(uris).toContain('brand-portal://pages/{id}');
    const { text } = await read('brand-portal://block-types/alert.json');
    expect(JSON.parse(text).types[0].type).toBe('alert');
  });

  it('that are none are an error of the protocol', async () => {
    for (const uri of ['brand-portal://pages/99999', 'brand-portal://x', 'file:///etc/passwd', 'brand-portal://brandx'])
      await expect(read(uri)).rejects.toMatchObject({ code: expect.any(Number) });
  });

  it('come with prompts that carry the language of the brand', async () => {
    const { prompts } = await agent.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual([
      'write_on_brand',
      'check_text',
      'draft_guideline_page',
      'translate_page',
    ]);
    const { messages } = await agent.getPrompt({ name: 'check_text', arguments: { text: 'Hello there' } });
    const [{ content }] = messages as [(typeof messages)[number]];
    expect(content).toMatchObject({ type: 'text', text: expect.stringContaining('Hello there') });
    expect(content).toMatchObject({ text: expect.stringContaining('# Corporate language of northlight') });
    await expect(agent.getPrompt({ name: 'check_text' })).rejects.toMatchObject({ code: -32602 });
  });

  it('follow the rights of the key and the modules of the brand', async () => {
    await portal.service.provisioning.createEmpty(`plain-${era}`, 'Plain', []);
    const reader = await connect(portal, (await portal.client(`plain-${era}`, ['read'])).key, era);
    expect((await reader.listResources()).resources.map(({ uri }) => uri)).toEqual(['brand-portal://brand']);
    expect((await reader.listPrompts()).prompts).toEqual([]);
    await expect(reader.readResource({ uri: 'brand-portal://language' })).rejects.toThrow('module');
  });
});
