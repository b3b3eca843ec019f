import { paths } from '../../content/catalog/paths.js';
import { languageOf } from '../../content/language-tags.js';
import type { PageFile } from '../../content/page.js';
import { isEmptyOverlay } from '../../content/translations/change.js';
import type { PageOverlay } from '../../content/translations/overlay.js';
import { outdatedOverlays, swapSource } from '../../content/translations/swap-source.js';
import { amount, say } from '../../lib/say.js';
import { OneOf, type Static, Type } from '../../validation/schema.js';
import { message, type Violations } from '../../validation/violations.js';
import type { BrandDraft } from '../engine/draft.js';
import { readOverlay } from '../engine/translation.js';

/** Fate of the translations of a page that gets another language: they are outdated, or the one there becomes the source. */
export const translationsChoice = Type.Optional(OneOf(['outdated', 'swap']));

interface NewLanguage {
  readonly page: Partial<PageFile>;
  readonly overlays: ReadonlyMap<string, PageOverlay>;
}

/** A page in another language, with its translations. One that has translations is only changed if the caller says what becomes of them. */
export async function pageInLanguage(
  draft: BrandDraft,
  page: PageFile,
  language: string | null,
  choice: Static<typeof translationsChoice> | undefined,
  violations: Violations,
): Promise<NewLanguage> {
  const { catalog, snapshot, sanitizer } = draft;
  const [from, to] = [page, { language }].map((one) => languageOf(catalog, one)) as [string, string];
  const unchanged = { page: { language }, overlays: new Map() };
  if (from === to) return unchanged;
  const overlays = new Map<string, PageOverlay>();
  for (const [tag, { pages }] of catalog.translations) {
    const record = pages.get(page.id);
    if (record !== undefined) overlays.set(tag, await readOverlay(snapshot, tag, page.id, record.version, sanitizer));
  }
  if (overlays.size === 0) return unchanged;
  if (choice === undefined) {
    violations.add(
      'translations',
      'The page has translations: say with `translations` whether all are `outdated`, or `swap` the one in this language with the source.',
    );
    return unchanged;
  }
  if (choice === 'outdated') return { ...unchanged, overlays: outdatedOverlays(page, overlays) };
  const swapped = swapSource(page, from, to, overlays);
  if (swapped.missing > 0)
    violations.add(
      'translations',
      message.selectedBecause('translations', say`${amount(swapped.missing)} texts are missing in ${to}`),
    );
  const { title, blocks } = swapped.page;
  return { page: { language, title, blocks }, overlays: swapped.overlays };
}

export function putOverlays(draft: BrandDraft, id: number, overlays: NewLanguage['overlays']): void {
  for (const [tag, overlay] of overlays) {
    const path = paths.translation(tag, { of: 'page', id });
    if (!isEmptyOverlay(overlay)) draft.put(path, overlay);
    else if (draft.catalog.translations.get(tag)?.pages.has(id)) draft.remove(path);
  }
}
