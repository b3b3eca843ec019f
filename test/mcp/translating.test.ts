import { expect, it } from 'vitest';
import { ask, connect } from '../support/mcp.js';
import { portal, portalForAll } from '../support/portal-fixture.js';
import { translatedBrand } from '../support/translations.js';

portalForAll({ real: true });

const blocks = [
  { type: 'heading', data: { text: 'Clear space', level: 2 } },
  { type: 'rich_text', data: { html: '<p>Read <a href="/logo">the rule</a>.</p>' } },
];

interface Row {
  readonly block: string | null;
  readonly field: string;
  readonly kind: string;
  readonly source: string;
  readonly translation?: string;
  readonly source_changed?: string;
}

/** The prompt, and the texts that it lists. */
async function promptOf(agent: Awaited<ReturnType<typeof connect>>, page: number, lang = 'de') {
  const { messages } = await agent.getPrompt({ name: 'translate_page', arguments: { page: String(page), lang } });
  const [first] = messages;
  const text = first?.content.type === 'text' ? first.content.text : '';
  const [, list = ''] = text.split('\n---\n');
  return { text, rows: list.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Row] : [])) };
}

it('an agent translates ten missing pages as one proposal, by the prompt', async () => {
  const client = await translatedBrand(portal);
  await client.patch('/brand/cl/voice', { summary: 'Calm and short.' });
  for (let at = 1; at <= 10; at += 1) await client.page({ title: `Page ${at}`, blocks });
  const agent = await connect(portal, client.key);
  const { pages } = await ask(agent, 'translation_queue', { lang: 'de' });
  expect(pages).toHaveLength(10);

  let proposal: unknown = 'new';
  for (const { id } of pages) {
    const { text, rows } = await promptOf(agent, id);
    expect(text).toContain('from en into de');
    expect(text).toContain('Calm and short.');
    expect(rows.map(({ field, kind }) => [field, kind])).toEqual([
      ['title', 'text'],
      ['text', 'text'],
      ['html', 'html'],
    ]);
    for (const { block, field, source } of rows) {
      const translated = source
        .replace('the rule', 'die Regel')
        .replace('Clear space', 'Schutzraum')
        .replace('Page', 'Seite');
      const named = { lang: 'de', page: id, proposal };
      const { version } = await ask(agent, 'get_page', {
        page: id,
        lang: 'de',
        ...(proposal !== 'new' && { proposal }),
      });
      const change = block === null ? { title: translated } : { block, data: { [field]: translated } };
      const tool = block === null ? 'update_page' : 'update_block';
      proposal = (await ask(agent, tool, { ...named, ...change, expected_version: version })).proposal;
    }
  }
  expect((await client.get('/proposals')).body.map((one: { number: number }) => one.number)).toEqual([proposal]);
  const [{ id }] = pages;
  expect((await client.get(`/pages/${id}?lang=de`)).body.title).toMatch(/^Page/);
  const proposed = await client.get(`/pages/${id}?lang=de&proposal=${proposal}`);
  expect(proposed.body.title).toMatch(/^Seite \d+$/);
  expect(proposed.body.blocks[1].data.html).toBe('<p>Read <a href="/logo">die Regel</a>.</p>');
  expect(proposed.headers.get('x-untranslated')).toBeNull();
});

it('the prompt shows what has changed in the source of an outdated text, and says when nothing is to do', async () => {
  const client = await translatedBrand(portal);
  const page = await client.page({ title: 'Delays', blocks: [] });
  await client.patch(`/pages/${page.id}?lang=de`, { title: 'Verspätungen' });
  const agent = await connect(portal, client.key);
  expect((await promptOf(agent, page.id)).text).toContain('none is outdated');
  await client.patch(`/pages/${page.id}`, { title: 'Long Delays' });
  const { rows } = await promptOf(agent, page.id);
  const outdated = { translation: 'Verspätungen', source: 'Long Delays', source_changed: '+[Long ]Delays' };
  expect(rows).toEqual([{ block: null, field: 'title', kind: 'text', ...outdated }]);
});

it('the prompt is for who may translate, of a page and a language that the caller sees', async () => {
  const client = await translatedBrand(portal, [
    { tag: 'de', shown: true, fallback: null },
    { tag: 'fr', shown: false, fallback: null },
  ]);
  const page = await client.page({ title: 'Delays', blocks: [] });
  const reader = await connect(portal, (await portal.client(client.brand, ['read'])).key);
  expect((await reader.listPrompts()).prompts.map(({ name }) => name)).not.toContain('translate_page');
  const agent = await connect(portal, client.key);
  for (const [id, lang] of [
    [page.id, 'it'],
    [page.id, 'en'],
    [99, 'de'],
  ])
    await expect(promptOf(agent, Number(id), String(lang))).rejects.toMatchObject({ code: expect.any(Number) });
});
