import type { PageFile } from '../page.js';
import { translatePage } from './apply.js';
import { changeTexts, type TextChange, withSources } from './change.js';
import { emptyOverlay, type PageOverlay } from './overlay.js';
import { textsOfPage } from './texts.js';

/** Fingerprint of no source: a text with it is outdated. */
const noSource = '0'.repeat(16);

type Overlays = ReadonlyMap<string, PageOverlay>;

/** Overlays of a page by language, with all texts outdated. */
export function outdatedOverlays(page: PageFile, overlays: Overlays): Overlays {
  const sources = textsOfPage(page);
  return new Map([...overlays].map(([tag, overlay]) => [tag, withSources(overlay, sources, () => noSource)]));
}

interface Swapped {
  readonly page: PageFile;
  readonly overlays: Overlays;
  /** Number of texts without a translation: the page has them in its former language. */
  readonly missing: number;
}

/**
 * A page whose translation becomes its source, and its texts a translation. Texts of other languages stay current where both were; what was
 * outdated stays so. Addresses stay.
 *
 * @param from language of the page
 * @param to language of the translation
 */
export function swapSource(page: PageFile, from: string, to: string, overlays: Overlays): Swapped {
  const translated = translatePage(page, from, [{ language: to, overlay: overlays.get(to) ?? emptyOverlay }]);
  const { title, summary, blocks } = translated.page;
  const swapped = { ...page, title, summary, blocks };
  const [before, after] = [textsOfPage(page), textsOfPage(swapped)];
  const found = [...translated.texts].flatMap(([block, texts]) => texts.map((text) => ({ block, ...text })));
  const nextOf = (block: string, path: string): string =>
    after.get(block)?.find((text) => text.path === path)?.of ?? noSource;
  const current = new Map(
    found.flatMap(({ block, path, state }) =>
      state === 'current' ? [[`${block} ${path}`, nextOf(block, path)] as const] : [],
    ),
  );
  const changes = found.flatMap(({ block, path, text, shown, kind, isWorded, in: lists }): TextChange[] => {
    if (!isWorded && text === shown) return [];
    const of = current.get(`${block} ${path}`) ?? noSource;
    return [{ block, path, of, in: lists, isHtml: kind === 'html', text, by: 'person' }];
  });
  const next = new Map(
    [...overlays].map(([tag, overlay]) => {
      const kept = withSources(overlay, before, (block, source, text) => {
        if (tag === to) return null;
        return text.of === source.of ? (current.get(`${block} ${source.path}`) ?? text.of) : text.of;
      });
      return [tag, kept] as const;
    }),
  );
  const own = overlays.get(from) ?? emptyOverlay;
  next.set(from, changeTexts(own, after, changes, { replaces: true }).overlay);
  const missing = found.filter(({ state }) => state === 'missing').length;
  return { page: swapped, overlays: next, missing };
}
