import { expect, it } from 'vitest';
import { type Chain, stateOf, translatePage, untranslatedIn } from '../../src/content/translations/apply.js';
import { changeTexts, maxKeptTexts, type TextChange } from '../../src/content/translations/change.js';
import { countTexts, packOverlay, packSources } from '../../src/content/translations/counts.js';
import { fingerprintOf } from '../../src/content/translations/fingerprint.js';
import { chainOf, isTagSlug, onlyLanguages, sound } from '../../src/content/translations/languages.js';
import { linkProblem, withLinksOf } from '../../src/content/translations/links.js';
import { emptyOverlay, type PageOverlay } from '../../src/content/translations/overlay.js';
import { textsOfPage } from '../../src/content/translations/texts.js';

const page = (blocks: object[], title = 'Logo') =>
  ({ id: 1, title, slug: 'logo', language: null, summary: null, blocks }) as unknown as Parameters<
    typeof translatePage
  >[0];

const accordion = (...items: object[]) => ({ id: 'b1', type: 'accordion', data: { items } });

/** Changes of the texts of a page by block and path. */
function changesFor(
  source: ReturnType<typeof page>,
  words: Record<string, string | null>,
  more: Partial<TextChange> = {},
) {
  const texts = textsOfPage(source);
  return Object.entries(words).map(([place, text]): TextChange => {
    const [block = '', path = ''] = place.split(' ');
    const found = texts.get(block)?.find((one) => one.path === path);
    if (found === undefined) throw new Error(place);
    return { block, path, of: found.of, in: found.in, isHtml: found.kind === 'html', text, by: 'person', ...more };
  });
}

const translated = (
  source: ReturnType<typeof page>,
  words: Record<string, string>,
  before: PageOverlay = emptyOverlay,
) => changeTexts(before, textsOfPage(source), changesFor(source, words)).overlay;

const read = (source: ReturnType<typeof page>, overlay: PageOverlay) =>
  translatePage(source, 'en', [{ language: 'de', overlay }]);

const statesIn = (source: ReturnType<typeof page>, overlay: PageOverlay) =>
  [...read(source, overlay).texts.values()].flat().map(({ path, state, shown }) => `${path} ${state} ${shown}`);

it('counts words, targets and codes of a source, not emphasis, blanks and entities', () => {
  const of = (html: string) => fingerprintOf(html, true).of;
  expect(of('<p>One <b>word</b></p>')).toBe(of('<p>One\n  word</p>'));
  expect(of('a & b')).toBe(of('a &amp; <i>b</i>'));
  expect(of('<a href="/x">a</a>')).not.toBe(of('<a href="/y">a</a>'));
  expect(of('<code>a</code> b')).not.toBe(of('a b'));
  expect(of('a<br>b')).not.toBe(of('a b'));
  expect(fingerprintOf('<b>24</b> / 7&nbsp;', true).isWorded).toBe(false);
  expect(fingerprintOf('24 h', false).isWorded).toBe(true);
});

it('keeps what leads to a place from the source', () => {
  const source = '<a href="/a">One</a> <a href="/b" target="_blank">two</a>';
  expect(withLinksOf(source, '<a href="/z">Eins</a> <a href="/q">zwei</a> <a href="/r">drei</a>')).toBe(
    '<a href="/a">Eins</a> <a href="/b" target="_blank">zwei</a> drei',
  );
});

it('tells links that would lead elsewhere than they say', () => {
  const link = (href: string) => `<a href="${href}">x</a>`;
  const problem = (source: string[], sent: string[]) =>
    String(linkProblem(source.map(link).join(), sent.map(link).join()) ?? '');
  expect(problem(['/a', '/b'], ['/a', '/b'])).toBe('');
  expect(problem(['/a', '/b'], ['/z', '/y'])).toBe('');
  expect(problem(['/a', '/a'], ['/a', '/a'])).toBe('');
  for (const sent of [
    ['/b', '/a'],
    ['/a', '/a'],
    ['/b', '/z'],
  ])
    expect(problem(['/a', '/b'], sent)).toContain('another order');
  for (const sent of [[], ['/a'], ['/a', '/b', '/c']]) expect(problem(['/a', '/b'], sent)).toContain('number of links');
});

it('finds items of a list by their texts, then by their places, and keeps the others', () => {
  const [a, b, c] = ['A', 'B', 'C'].map((title) => ({ title, body: `<p>${title} text</p>` }));
  const first = page([accordion(a as object, b as object)]);
  const overlay = translated(first, {
    'b1 items.0.title': 'AA',
    'b1 items.1.title': 'BB',
    'b1 items.1.body': '<p>BBB</p>',
  });

  const swapped = page([accordion(b as object, a as object)]);
  expect(statesIn(swapped, overlay)).toContain('items.0.title current BB');
  expect(statesIn(swapped, overlay)).toContain('items.1.title current AA');

  const longer = page([accordion(c as object, a as object, b as object)]);
  expect(statesIn(longer, overlay)).toEqual([
    'title missing Logo',
    'items.0.title missing C',
    'items.0.body missing <p>C text</p>',
    'items.1.title current AA',
    'items.1.body missing <p>A text</p>',
    'items.2.title current BB',
    'items.2.body current <p>BBB</p>',
  ]);

  const edited = page([accordion({ ...a, title: 'A2' }, b as object)]);
  expect(statesIn(edited, overlay)).toContain('items.0.title outdated AA');
  const both = page([accordion({ ...a, title: 'A2' }, b as object, c as object)]);
  expect(statesIn(both, overlay)).toContain('items.0.title missing A2');

  // A write gives the rest new places, and they come back with their sources.
  const shorter = page([accordion(b as object)]);
  const next = translated(shorter, { 'b1 items.0.title': 'BBBB' }, overlay);
  expect(statesIn(shorter, next)).toContain('items.0.title current BBBB');
  expect(statesIn(longer, next)).toContain('items.1.title current AA');
  expect(statesIn(page([accordion(c as object, c as object)]), next).join()).not.toContain('AA');
});

it('reads cells of tables by rows', () => {
  const table = (...rows: string[][]) => page([{ id: 'b1', type: 'table', data: { header: ['h', 'i'], rows } }]);
  const overlay = translated(table(['a', 'b'], ['c', '5']), {
    'b1 rows.0.1': 'BB',
    'b1 rows.1.0': 'CC',
    'b1 header.1': 'II',
  });
  const moved = statesIn(table(['c', '5'], ['a', 'b'], ['a', 'x']), overlay);
  expect(moved).toContain('rows.0.0 current CC');
  expect(moved).toContain('rows.1.1 current BB');
  expect(moved).toContain('rows.2.1 missing x');
  expect(moved).toContain('rows.0.1 current 5');
});

it('reads the first language of a chain that has a text, and says which', () => {
  const source = page([
    { id: 'b1', type: 'heading', data: { text: 'One' } },
    { id: 'b2', type: 'group', data: { title: '', blocks: [{ id: 'b3', type: 'heading', data: { text: 'Two' } }] } },
  ]);
  const chain: Chain = [
    { language: 'de-CH', overlay: translated(source, { 'b3 text': 'Zwöi' }) },
    { language: 'de', overlay: { ...translated(source, { 'b1 text': 'Eins', 'b3 text': 'Zwei' }), slug: 'marke' } },
  ];
  const { page: shown, texts } = translatePage(source, 'en', chain);
  expect(shown).toMatchObject({
    title: 'Logo',
    slug: 'logo',
    blocks: [{ data: { text: 'Eins' } }, { data: { title: '', blocks: [{ data: { text: 'Zwöi' } }] } }],
  });
  expect(untranslatedIn(texts, 'de-CH')).toEqual(['', 'b1']);
  expect(texts.get('b1')?.map(({ language, state }) => [language, state])).toEqual([['de', 'missing']]);
});

it('does not let machines replace current texts of people unless asked, nor lose what others wrote', () => {
  const source = page([{ id: 'b1', type: 'heading', data: { text: 'One' } }]);
  const sources = textsOfPage(source);
  const before = translated(source, { 'b1 text': 'Eins' });
  const machine = changesFor(source, { 'b1 text': 'EINS' }, { by: 'machine' });
  expect(changeTexts(before, sources, machine).refused).toEqual([{ block: 'b1', path: 'text' }]);
  expect(changeTexts(before, sources, machine, { replaces: true }).refused).toEqual([]);
  const edited = page([{ id: 'b1', type: 'heading', data: { text: 'One more' } }]);
  const late = changeTexts(
    before,
    textsOfPage(edited),
    changesFor(edited, { 'b1 text': 'Noch eins' }, { by: 'machine' }),
  );
  expect(late.refused).toEqual([]);

  const mine = changesFor(source, { 'b1 text': 'Ein' }, { base: 'Alt' });
  const conflict = { block: 'b1', path: 'text', base: 'Alt', mine: 'Ein', theirs: 'Eins' };
  expect(changeTexts(before, sources, mine)).toMatchObject({
    conflicts: [conflict],
    overlay: { blocks: { b1: { text: { text: 'Ein' } } } },
  });
  expect(changeTexts(before, sources, mine, { decision: 'theirs' }).overlay).toEqual(before);
  expect(changeTexts(before, sources, changesFor(source, { 'b1 text': null })).overlay).toEqual(emptyOverlay);
});

it('keeps the texts of blocks that are gone, the newest of too many', () => {
  const heading = (id: string) => ({ id, type: 'heading', data: { text: id } });
  const ids = Array.from({ length: maxKeptTexts + 1 }, (_, at) => `g${at}`);
  const full = page(ids.map(heading));
  const overlay = translated(full, Object.fromEntries(ids.map((id) => [`${id} text`, `-${id}`])));
  const empty = page([heading('b1')]);
  const kept = translated(empty, { 'b1 text': 'Eins' }, overlay);
  expect(Object.keys(kept.blocks)).toEqual([...ids.slice(1), 'b1']);
  const back = page([heading('g5'), heading('b1')]);
  expect(statesIn(back, kept)).toContain('text current -g5');
});

it('counts what is to do without the texts', () => {
  const source = page([
    accordion({ title: 'A' }, { title: '7' }),
    { id: 'b2', type: 'rich_text', data: { html: '<p>x</p>' } },
  ]);
  const counts = (overlay: PageOverlay, of = source) => countTexts(packSources(textsOfPage(of)), packOverlay(overlay));
  expect(counts(emptyOverlay)).toEqual({ texts: 3, missing: 3, outdated: 0 });
  const all = translated(source, { ' title': 'Logo', 'b1 items.0.title': 'AA', 'b2 html': '<p>X</p>' });
  expect(counts(all)).toEqual({ texts: 3, missing: 0, outdated: 0 });
  const edited = page([accordion({ title: 'A2' }, { title: '7' })]);
  expect(counts(all, edited)).toEqual({ texts: 2, missing: 0, outdated: 1 });
  // As they are counted with the texts at hand.
  const text = { of: '0'.repeat(16), kind: 'html', isWorded: true } as const;
  expect(stateOf(text, { text: 'x', of: text.of })).toBe('missing');
});

it('leads fallbacks in no circle', () => {
  const language = (tag: string, fallback: string | null, shown = true) => ({ tag, shown, fallback });
  const settings = {
    language: 'en',
    languages: sound('en', [
      language('de', 'fr'),
      language('fr', 'it'),
      language('it', 'de'),
      language('en', null),
      language('de', null),
      language('es', 'xx'),
    ]),
  };
  expect(settings.languages).toEqual([
    language('de', null),
    language('fr', 'it'),
    language('it', 'de'),
    language('es', null),
  ]);
  expect(chainOf(settings, 'fr')).toEqual(['fr', 'it', 'de']);
  const some = onlyLanguages(settings, ({ tag }) => tag !== 'it');
  expect(chainOf(some, 'fr')).toEqual(['fr']);
  expect([
    isTagSlug(settings, 'en'),
    isTagSlug(settings, 'nl'),
    isTagSlug({ ...settings, languages: [] }, 'en'),
  ]).toEqual([true, false, false]);
});

it('has the summary of a page as a text, which may be empty, and keeps it when the source has none', () => {
  const source = { ...page([], 'Logo'), summary: 'Where the sign is.' };
  expect(statesIn(source, emptyOverlay)).toEqual(['title missing Logo', 'summary missing Where the sign is.']);
  const overlay = translated(source, { ' title': 'Zeichen', ' summary': 'Wo das Zeichen ist.' });
  expect(read(source, overlay).page).toMatchObject({ title: 'Zeichen', summary: 'Wo das Zeichen ist.' });
  expect(statesIn({ ...source, summary: 'Another.' }, overlay)[1]).toBe('summary outdated Wo das Zeichen ist.');
  expect(read(source, translated(source, { ' summary': '' })).page.summary).toBeNull();
  const without = { ...source, summary: null };
  const later = translated(without, { ' title': 'Marke' }, overlay);
  expect([read(without, later).page.summary, later.summary]).toEqual([null, overlay.summary]);
});
