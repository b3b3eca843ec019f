import { allBlocks } from '../../content/blocks/block-tree.js';
import type { Catalog } from '../../content/catalog/catalog.js';
import type { ContentPath } from '../../content/catalog/paths.js';
import type { Sanitizer } from '../../content/html/sanitizer.js';
import { languageOf } from '../../content/language-tags.js';
import type { TextState } from '../../content/translations/apply.js';
import { wordsIn } from '../../content/translations/overlay.js';
import type { Snapshot } from '../../store/snapshot.js';
import { readTranslated } from '../engine/translation.js';

/** A text of a page that a proposal changes in a language, next to its source. */
export interface ComparedText {
  /** Block of the text, and its type; `null`: the page itself. */
  readonly block: string | null;
  readonly type: string | null;
  readonly path: string;
  readonly isHtml: boolean;
  readonly source: string;
  /** Translation before and after; `null` for none. */
  readonly from: string | null;
  readonly to: string | null;
  /** State once the proposal is published. */
  readonly state: TextState;
}

/** Changes of the texts of a page in a language. */
export interface ComparedTexts {
  /** Language of the source, and of the translation. */
  readonly source: string;
  readonly language: string;
  readonly changed: readonly ComparedText[];
  /** Numbers of all texts of the page, once the proposal is published. */
  readonly texts: number;
  readonly translated: number;
  readonly outdated: number;
}

/** @returns `null` for anything else than the texts of a page that is there */
export async function comparedTexts(
  at: ContentPath,
  live: Snapshot<Catalog>,
  proposed: Snapshot<Catalog>,
  sanitizer: Sanitizer,
): Promise<ComparedTexts | null> {
  if (at.kind !== 'translation' || at.of !== 'page') return null;
  const readIn = async (snapshot: Snapshot<Catalog>) => {
    const record = snapshot.catalog.pages.get(at.id);
    return record === undefined ? null : readTranslated(snapshot, record, at.language, sanitizer);
  };
  const [before, after] = [await readIn(live), await readIn(proposed)];
  if (after === null) return null;
  const types = new Map(allBlocks(after.source.blocks).map(({ id, type }) => [id ?? '', type]));
  const all = [...after.texts].flatMap(([block, list]) => list.map((text) => ({ block, text })));
  const worded = all.filter(({ text }) => text.isWorded);
  const changed = all.flatMap(({ block, text }): ComparedText[] => {
    const stored = before?.texts.get(block)?.find(({ path }) => path === text.path)?.stored ?? null;
    if (stored?.of === text.stored?.of && wordsOf(stored) === wordsOf(text.stored)) return [];
    return [
      {
        block: block === '' ? null : block,
        type: types.get(block) ?? null,
        path: text.path,
        isHtml: text.kind === 'html',
        source: text.text,
        from: wordsOf(stored),
        to: wordsOf(text.stored),
        state: text.state,
      },
    ];
  });
  return {
    source: languageOf(proposed.catalog, after.source),
    language: at.language,
    changed,
    texts: worded.length,
    translated: worded.filter(({ text }) => text.state !== 'missing').length,
    outdated: worded.filter(({ text }) => text.state === 'outdated').length,
  };
}

const wordsOf = (text: Parameters<typeof wordsIn>[0] | null): string | null => (text === null ? null : wordsIn(text));
