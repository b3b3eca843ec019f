import { expect, it } from 'vitest';
import { tries } from '../support/effort.js';
import type { Reply } from '../support/portal.js';
import { portal, portalForAll } from '../support/portal-fixture.js';
import { randomNumbers } from '../support/random.js';
import { translatedBrand } from '../support/translations.js';

portalForAll();

const rounds = tries(1500, 60);

type Block = { id?: string; type: string; data: Record<string, unknown> };

/** Every word of the source is another one; a translation names the word that it is of. */
const sourceForm = /^(?:<p>)?(s\d+)(?:<\/p>)?$/;
const translatedForm = /^(?:<p>)?(s\d+) in German \d+(?:<\/p>)?$/;

const wordOf = (text: string): string => (sourceForm.exec(text) ?? translatedForm.exec(text))?.[1] ?? text;

/** Texts of a page by block and path. */
function textsIn(blocks: readonly Block[], found = new Map<string, string>()): Map<string, string> {
  const walk = (id: string, value: unknown, path: string): void => {
    if (typeof value === 'string') found.set(`${id} ${path}`, value);
    else if (Array.isArray(value) && value.every((item) => item?.type !== undefined && item.data !== undefined))
      textsIn(value as Block[], found);
    else if (typeof value === 'object' && value !== null)
      for (const [name, member] of Object.entries(value)) walk(id, member, path === '' ? name : `${path}.${name}`);
  };
  for (const { id = '', data } of blocks) walk(id, data, '');
  return found;
}

it(`three writers over a source and its translation, ${rounds} rounds: no text is lost, none is elsewhere, states are right`, async () => {
  const below = randomNumbers(7);
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
  const client = await translatedBrand(portal);
  let words = 0;
  const plain = (): string => `s${++words}`;
  const html = (): string => `<p>${plain()}</p>`;
  const item = () => ({ title: plain(), body: html() });
  const make = [
    (): Block => ({ type: 'heading', data: { text: plain() } }),
    (): Block => ({ type: 'rich_text', data: { html: html() } }),
    (): Block => ({ type: 'accordion', data: { items: [item(), item(), item()] } }),
    (): Block => ({
      type: 'table',
      data: {
        header: [plain(), plain()],
        rows: [
          [html(), html()],
          [html(), html()],
        ],
      },
    }),
    (): Block => ({ type: 'tabs', data: { items: [{ title: plain(), blocks: [(make[0] as () => Block)()] }] } }),
  ];
  const page = await client.page({ title: 'Title', blocks: make.map((one) => one()) });
  const at = `/pages/${page.id}`;
  const file = `languages/de/pages/0/${page.id}.json`;
  const repository = await portal.service.brands.get(client.brand);
  const stored = async (): Promise<Set<string>> => {
    const bytes = (await repository.readFile(file))?.bytes.toString() ?? '';
    return new Set(bytes.match(/s\d+ in German \d+/g));
  };
  const translatedText = (source: string): string => {
    const text = `${wordOf(source)} in German ${++words}`;
    return source.startsWith('<') ? `<p>${text}</p>` : text;
  };

  /** Change of the source. */
  async function editSource(): Promise<void> {
    const blocks: Block[] = structuredClone((await client.get(at)).body.blocks);
    const index = below(blocks.length);
    const block = blocks[index] as Block;
    const list = (block.data.items ?? block.data.rows) as unknown[] | undefined;
    const change = below(6);
    if (change === 0) blocks.splice(below(blocks.length + 1), 0, pick(make)());
    else if (change === 1 && blocks.length > 2) blocks.splice(index, 1);
    else if (change === 2) blocks.push(...blocks.splice(index, 1));
    else if (list !== undefined && block.type !== 'tabs' && change === 3) {
      list.splice(below(list.length + 1), 0, block.type === 'table' ? [html(), html()] : item());
    } else if (list !== undefined && block.type !== 'tabs' && change === 4 && list.length > 1)
      list.splice(below(list.length), 1);
    else if (list !== undefined && block.type === 'accordion')
      (list[below(list.length)] as { title: string }).title = plain();
    else if (block.type === 'heading') block.data.text = plain();
    else if (block.type === 'rich_text') block.data.html = html();
    else blocks.reverse();
    expect((await client.put(`${at}/content`, { blocks })).status).toBe(200);
  }

  /** Texts that each translator saw last. */
  const seen: { readonly base: Reply; readonly source: ReadonlyMap<string, string> }[] = [];

  /** Save, by what was seen some rounds ago. @returns the places that it changes */
  async function translate(who: number): Promise<void> {
    seen[who] ??= { base: await client.get(`${at}?lang=de`), source: textsIn((await client.get(at)).body.blocks) };
    const { base, source } = seen[who];
    const blocks: Block[] = structuredClone(base.body.blocks);
    const changed = new Map<string, string>();
    const walk = (list: Block[]): void => {
      for (const block of list) {
        const change = (holder: Record<string, unknown> | unknown[], path: string): void => {
          for (const [name, value] of Object.entries(holder)) {
            const place = path === '' ? name : `${path}.${name}`;
            if (name === 'blocks') walk(value as Block[]);
            else if (typeof value === 'object' && value !== null) change(value as unknown[], place);
            else if (typeof value === 'string' && below(4) === 0) {
              const text = translatedText(source.get(`${block.id} ${place}`) ?? value);
              (holder as Record<string, unknown>)[name] = text;
              changed.set(`${block.id} ${place}`, text);
            }
          }
        };
        change(block.data, '');
      }
    };
    walk(blocks);
    const before = await stored();
    const now = textsIn((await client.get(`${at}?lang=de`)).body.blocks);
    const tag = base.headers.get('etag')?.slice(1, -1);
    const conflicts = below(2) === 0 ? 'mine' : 'refuse';
    const saved = await client.post(`${at}/save?lang=de`, { base: tag, blocks, conflicts });
    expect([200, 412]).toContain(saved.status);
    const after = await stored();
    const isStored = saved.status === 200;
    if (isStored) for (const text of changed.values()) expect(after).toContain(text.replace(/<\/?p>/g, ''));
    // Only a text that was at one of the places may be gone.
    const replaced = new Set([...changed].flatMap(([place]) => now.get(place)?.replace(/<\/?p>/g, '') ?? []));
    const words = new Set([...changed.values()].map(wordOf));
    for (const text of before) {
      if (after.has(text)) continue;
      expect([isStored, text, replaced.has(text) || words.has(wordOf(text))]).toEqual([true, text, true]);
    }
    if (isStored || below(2) === 0) delete seen[who];
    if (!isStored) {
      expect(saved.body.conflicts.length).toBeGreaterThan(0);
      expect(after).toEqual(before);
    }
  }

  async function check(): Promise<void> {
    const [source, shown] = [await client.get(at), await client.get(`${at}?lang=de`)];
    const [texts, translated] = [textsIn(source.body.blocks), textsIn(shown.body.blocks)];
    expect([...translated.keys()]).toEqual([...texts.keys()]);
    const counted = { missing: 1, outdated: 0 };
    for (const [place, text] of texts) {
      const now = translated.get(place) ?? '';
      if (now === text) counted.missing += 1;
      else if (wordOf(now) !== wordOf(text)) counted.outdated += 1;
      // Only items of lists are found by their place, so that another word's text may be there, as outdated.
      const isOfList = /\.\d+(?:\.|$)/.test(place);
      if (!isOfList && translatedForm.test(now)) expect(history.get(place)).toContain(wordOf(now));
    }
    for (const [place, text] of texts) history.set(place, new Set([...(history.get(place) ?? []), wordOf(text)]));
    const [queued] = (await client.get('/languages/de/queue?state=all')).body;
    expect(queued).toMatchObject({ ...counted, texts: texts.size + 1 });
  }
  /** Words that have been at each place. */
  const history = new Map<string, Set<string>>();
  for (const [place, text] of textsIn(page.blocks)) history.set(place, new Set([wordOf(text)]));

  for (let round = 0; round < rounds; round += 1) {
    const before = await stored();
    const who = below(3);
    if (who === 0) {
      await editSource();
      expect(await stored()).toEqual(before);
      for (const [place, text] of textsIn((await client.get(at)).body.blocks))
        history.set(place, new Set([...(history.get(place) ?? []), wordOf(text)]));
    } else await translate(who);
    await check();
  }
  const atStart = await portal.catalogAtStart(client.brand);
  const { catalog } = await repository.read();
  expect(atStart.translations.toJS()).toEqual(catalog.translations.toJS());
}, 600_000);
