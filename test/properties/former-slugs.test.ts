import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Catalog, catalogProjection, emptyCatalog } from '../../src/content/catalog/catalog.js';
import { paths } from '../../src/content/catalog/paths.js';
import { FormerSlugs, maxFormerOfBrand, maxFormerOfPage, type SlugChange } from '../../src/content/former-slugs.js';
import { createSanitizer } from '../../src/content/html/sanitizer.js';
import { readAsStored } from '../../src/content/ingest.js';
import { visibleCatalog } from '../../src/content/visible-catalog.js';
import { guestOf, viewer } from '../../src/content/visitors.js';
import { encodeJson } from '../../src/lib/json.js';
import { runs } from '../support/effort.js';
import { pageFile } from '../support/page-file.js';

const guest = guestOf({ internal: false, facts: false, language: false });
const projection = catalogProjection(createSanitizer());
const ids = [1, 2, 3, 4, 5];
const slugs = ['a', 'b', 'c'];
const slug: fc.Arbitrary<string> = fc.constantFrom(...slugs);
const isChapter = (id: number): boolean => id < 3;

const brand = (shown: boolean) => ({
  ...{ name: 'Acme', default_visibility: 'public', language: 'en', time_zone: 'UTC' },
  languages: [{ tag: 'de', shown, fallback: null }],
  theme: {
    colors: { primary: '', secondary: '', accent: '', neutral: '', link: '' },
    fonts: { heading: '', body: '' },
  },
});

type Sent =
  | readonly ['page', number, object | null]
  | readonly ['overlay', number, string | null]
  | readonly ['brand', boolean];

const id = fc.constantFrom(...ids);
const place = fc.record({
  slug,
  visibility: fc.constantFrom('public', 'internal', 'hidden'),
  parent_id: fc.constantFrom(null, 1, 2),
});
const change = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constant('page' as const), id, fc.option<object>(place, { freq: 5 })) },
  { weight: 3, arbitrary: fc.tuple(fc.constant('overlay' as const), id, fc.option<string>(slug)) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('brand' as const), fc.boolean()) },
);

function changeOf(sent: Sent): { path: string; change: SlugChange; value: object | null } {
  if (sent[0] === 'brand') {
    const value = brand(sent[1]);
    const read = readAsStored({ kind: 'brand' }, encodeJson(value));
    return { path: paths.brand, value, change: { kind: 'brand', value: read?.kind === 'brand' ? read.value : null } };
  }
  const [kind, at] = sent;
  if (kind === 'overlay') {
    const value = sent[2] === null ? null : { slug: sent[2], blocks: {} };
    const path = paths.translation('de', { of: 'page', id: at });
    return { path, value, change: { kind: 'translation', of: 'page', language: 'de', id: at, value } };
  }
  const value = sent[2] && pageFile(at, { ...sent[2], type: isChapter(at) ? 'container' : 'guideline' });
  const read = value && readAsStored({ kind: 'page', id: at }, encodeJson(value));
  const change = { kind: 'page', id: at, value: read?.kind === 'page' ? read.value : null } as const;
  return { path: paths.page(at), value, change };
}

/** Each page with each slug that a class of readers sees. */
function* seen(catalog: Catalog): Generator<string> {
  for (const reader of [guest, viewer]) {
    const { pages, translations } = visibleCatalog(catalog, reader);
    for (const page of pages.values()) {
      yield `${reader.name} ${page.id}  ${page.slug}`;
      const other = translations.get('de')?.pages.get(page.id)?.slug;
      if (other) yield `${reader.name} ${page.id} de ${other}`;
    }
  }
}

describe('former slugs', () => {
  it('are those that each class of readers could see at some commit, stored or not', () => {
    fc.assert(
      fc.property(fc.array(fc.array(change, { minLength: 1, maxLength: 3 }), { maxLength: 20 }), (commits) => {
        let catalog = projection.apply(emptyCatalog, []);
        let former = new FormerSlugs();
        const were = new Set<string>();
        for (const commit of commits) {
          const changes = [...new Map(commit.map(changeOf).map((one) => [one.path, one])).values()];
          former.apply(changes.map(({ change }) => change));
          former = FormerSlugs.from(JSON.parse(JSON.stringify(former.state)));
          const written = changes.map(({ path, value }) => {
            const content = value && { version: path + JSON.stringify(value), bytes: encodeJson(value) };
            return { path, content };
          });
          catalog = projection.apply(catalog, written);
          for (const one of seen(catalog)) were.add(one);
        }
        for (const reader of [guest, viewer]) {
          for (const [language, text] of slugs.flatMap((text) => ['', 'de'].map((tag) => [tag, text] as const))) {
            const now = (at: number): string | null | undefined =>
              language === '' ? catalog.pages.get(at)?.slug : catalog.translations.get(language)?.pages.get(at)?.slug;
            const found = former.find(language, text, reader).filter((at) => now(at) !== text);
            const expected = ids.filter(
              (at) => now(at) !== text && were.has(`${reader.name} ${at} ${language} ${text}`),
            );
            expect(found.sort()).toEqual(expected);
          }
        }
      }),
      runs(400),
    );
  });

  const apply = (former: FormerSlugs, at: number, slug: string, visibility = 'public') =>
    former.apply([changeOf(['page', at, { slug, visibility, parent_id: null }]).change]);
  const kept = (former: FormerSlugs, count: number, name: (at: number) => string): number =>
    Array.from({ length: count }, (_, at) => former.find('', name(at), guest)).filter(({ length }) => length > 0)
      .length;

  it(`are at most ${maxFormerOfPage} of a page, the newest, and hidden ones take no place of others`, () => {
    const former = new FormerSlugs();
    for (let at = 0; at <= maxFormerOfPage; at += 1) apply(former, 9, `s${at}`);
    expect(kept(former, maxFormerOfPage + 1, (at) => `s${at}`)).toBe(maxFormerOfPage);
    apply(former, 9, 'next');
    expect([former.find('', 's0', guest), former.find('', 's1', guest)]).toEqual([[], [9]]);
    expect(kept(former, maxFormerOfPage + 1, (at) => `s${at}`)).toBe(maxFormerOfPage);
    for (let at = 0; at < maxFormerOfPage; at += 1) apply(former, 9, `h${at}`, 'hidden');
    // The slug of the change to hidden was public, too.
    expect(former.find('', 's2', guest)).toEqual([9]);
    expect(former.find('', 'next', guest)).toEqual([9]);
  });

  it(`are at most ${maxFormerOfBrand} of a brand`, () => {
    const former = new FormerSlugs();
    for (let at = 0; at <= maxFormerOfBrand; at += 1) {
      apply(former, at + 10, `s${at}`);
      apply(former, at + 10, `t${at}`);
      if (at === maxFormerOfBrand - 1) expect(former.find('', 's0', guest)).toEqual([10]);
    }
    expect([former.find('', 's0', guest), former.find('', 's1', guest)]).toEqual([[], [11]]);
    expect(kept(former, maxFormerOfBrand + 1, (at) => `s${at}`)).toBe(maxFormerOfBrand);
    const hidden = maxFormerOfBrand + 100;
    for (const slug of ['x', 'y', 'z']) apply(former, hidden, slug, 'hidden');
    expect([former.find('', 's1', guest), former.find('', 'x', null)]).toEqual([[11], []]);
  });
});
