import { describe, expect, it } from 'vitest';
import { setTranslates } from '../../src/registry/translators.js';
import { TestAgent } from '../support/agent.js';
import { ask, call } from '../support/mcp.js';
import { portal, portalForAll } from '../support/portal-fixture.js';
import { translatedBrand } from '../support/translations.js';
import { addPerson, WorkspaceClient } from '../support/workspace.js';

portalForAll();

async function scene(role: 'viewer' | 'editor', tags: readonly string[] = []) {
  const client = await translatedBrand(portal);
  const { brand } = client;
  await portal.service.setBrandSettings(brand, { portal: 'people' });
  const blocks = [{ type: 'heading', data: { text: 'Clear space', level: 2 } }];
  const page = await client.page({ title: 'Space', blocks, visibility: 'public' });
  const person = await addPerson(portal, 'Ada Lind', { [brand]: role });
  const translate = (languages: readonly string[]) =>
    setTranslates(portal.service.people.verbs, { id: person.id, brand, tags: [...languages] });
  if (tags.length > 0) await translate(tags);
  const named = { page: page.id, block: page.blocks[0].id };
  return { client, named, person: await WorkspaceClient.signIn(portal, person), translate };
}

/** Outcome of the change of a block: the proposal that it is in, `true` where it is live, or the refusal. */
async function written(agent: Awaited<ReturnType<TestAgent['signIn']>>, args: Record<string, unknown>) {
  const { page, lang, proposal } = args;
  const read = { page, ...(lang !== undefined && { lang }), ...(typeof proposal === 'number' && { proposal }) };
  const { version } = await ask(agent, 'get_page', read);
  try {
    const { isError, answer } = await call(agent, 'update_block', { ...args, expected_version: version });
    return isError ? answer.message : (answer.proposal ?? true);
  } catch {
    // The transport takes a missing right as a question to the person.
    return 'no right';
  }
}

describe("a translator's agent", () => {
  it('is asked for in words, and writes texts of the languages of its person and nothing else', async () => {
    const { client, named, person, translate } = await scene('viewer', ['de', 'fr']);
    const { brand } = client;
    const own = new TestAgent(portal, `/brands/${brand}/-/mcp`);
    await own.connect().catch(() => {});
    const consent = await person.get(`/authorize${own.asked?.search}`);
    expect(consent.text).toContain('Translate as you: texts in German and French, nothing else');
    expect(consent.text).not.toContain('name="propose"');
    const agent = await own.finish(person);

    const { tools } = await agent.listTools();
    const names = tools.map((tool) => tool.name);
    expect(names).toEqual(expect.arrayContaining(['get_page', 'update_page', 'translation_queue']));
    expect(names).not.toContain('create_page');
    const proposal = await written(agent, { ...named, lang: 'de', data: { text: 'Schutzraum' } });
    expect(proposal).toEqual(expect.any(Number));
    expect(await written(agent, { ...named, lang: 'fr', data: { text: 'Dégagement' }, proposal })).toBe(proposal);
    for (const args of [{ data: { text: 'Any' } }, { data: { text: 'Any' }, proposal: 'new' }])
      expect(await written(agent, { ...named, ...args })).toMatch(/not change|right/);
    expect((await client.get(`/pages/${named.page}?lang=de`)).body.blocks[0].data.text).toBe('Clear space');

    await translate(['fr']);
    expect(await written(agent, { ...named, lang: 'de', data: { text: 'Raum' } })).toMatch(/right|holds more/);
    expect(await written(agent, { ...named, lang: 'de', data: { text: 'Raum' }, proposal: 'new' })).toMatch(/right/);
    await portal.service.setBrandSettings(brand, { translations_reviewed: false });
    expect(await written(agent, { ...named, lang: 'fr', data: { text: 'Espace' } })).toBe(true);
    await portal.service.setBrandSettings(brand, { review: 'agents' });
    const args = { ...named, lang: 'fr', data: { text: 'Retrait' }, proposal: 'new' };
    expect(await written(agent, args)).toEqual(expect.any(Number));
    expect((await client.get(`/pages/${named.page}?lang=fr`)).body.blocks[0].data.text).toBe('Espace');
    await translate([]);
    expect(await written(agent, { ...named, lang: 'fr', data: { text: 'Vide' } })).toMatch(/right|not change/);
  });

  it('only reads where its person gave it nothing more', async () => {
    const { client, named, person } = await scene('viewer', ['de']);
    const agent = await new TestAgent(portal, `/brands/${client.brand}/-/mcp`).signIn(person, { translate: '' });
    expect((await ask(agent, 'get_page', { page: named.page, lang: 'de' })).page.title).toBe('Space');
    expect(await written(agent, { ...named, lang: 'de', data: { text: 'Raum' } })).toBe('no right');
  });

  it('is not proposed to a viewer who does not translate', async () => {
    const { client, person } = await scene('viewer');
    const own = new TestAgent(portal, `/brands/${client.brand}/-/mcp`);
    await own.connect().catch(() => {});
    expect((await person.get(`/authorize${own.asked?.search}`)).text).not.toContain('Translate as you');
  });
});

it("an editor's agent may have the texts of the brand's languages only", async () => {
  const { client, named, person } = await scene('editor');
  const { brand } = client;
  await portal.service.setBrandSettings(brand, { translations_reviewed: false });
  const own = new TestAgent(portal, `/brands/${brand}/-/mcp`);
  const agent = await own.signIn(person, { propose: '', translate: 'yes' });
  expect(await written(agent, { ...named, lang: 'de', data: { text: 'Schutzraum' } })).toBe(true);
  for (const args of [{ data: { text: 'Any' } }, { data: { text: 'Any' }, proposal: 'new' }])
    expect(await written(agent, { ...named, ...args })).toMatch(/right|may propose|not change/);
  expect((await client.get(`/pages/${named.page}`)).body.blocks[0].data.text).toBe('Clear space');
});
