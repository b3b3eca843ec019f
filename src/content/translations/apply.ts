import { onOneLine } from '../../validation/json-hardening.js';
import type { StoredBlock } from '../blocks/block-type.js';
import { readCaption, withPrefix } from '../blocks/example-caption.js';
import { isTextKind } from '../blocks/texts.js';
import { blockTypes } from '../blocks/types.js';
import { mapKinds } from '../blocks/walk-schema.js';
import type { PageFile } from '../page.js';
import { withLinksOf } from './links.js';
import { matchTexts } from './match.js';
import { ownTexts, type PageOverlay, type Texts, type Translation, wordsIn } from './overlay.js';
import { type SourceText, type SourceTexts, textsOfPage } from './texts.js';

export type TextState = 'missing' | 'current' | 'outdated';

/** A text of a source in the language that was asked for. */
export interface TranslatedText extends SourceText {
  /** State in that language. */
  readonly state: TextState;
  /** Text that is read: its own translation, that of a fallback, or the source. */
  readonly shown: string;
  /** Language of `shown`. */
  readonly language: string;
  /** The translation that is stored in that language; `null`: none. */
  readonly stored: Translation | null;
}

/** Overlays in the order in which they are looked for, the language that was asked for first; without that of the source. */
export type Chain<Overlay = PageOverlay | null> = readonly { readonly language: string; readonly overlay: Overlay }[];

/** Texts by block, as `textsOfPage` has them. */
export type TranslatedTexts = ReadonlyMap<string, readonly TranslatedText[]>;

export interface TranslatedPage {
  /** Page with the structure of the source. The slug is that of the language, or the source's: never that of a fallback. */
  readonly page: PageFile;
  readonly texts: TranslatedTexts;
}

/** State of the translation of a text. */
export function stateOf(
  { of, kind, isWorded }: Pick<SourceText, 'of' | 'kind' | 'isWorded'>,
  text: Omit<Translation, 'by'> | null,
): TextState {
  if (!isWorded) return 'current';
  if (text === null || (text.html !== undefined) !== (kind === 'html')) return 'missing';
  return text.of === of ? 'current' : 'outdated';
}

/**
 * A page as it is read in a language.
 *
 * @param language of the source
 */
export function translatePage(page: PageFile, language: string, chain: Chain): TranslatedPage {
  const texts = translateTexts(textsOfPage(page), language, chain);
  const slug = chain[0]?.overlay?.slug ?? page.slug;
  return { page: { ...page, ...ownShown(page, texts), slug, blocks: withTexts(page.blocks, texts) }, texts };
}

/** Title and summary of a page as they are read. */
export function ownShown(
  { title, summary }: Pick<PageFile, 'title' | 'summary'>,
  texts: TranslatedTexts,
): Pick<PageFile, 'title' | 'summary'> {
  const shown = new Map((texts.get('') ?? []).map((text) => [text.path, text.shown]));
  return { title: shown.get('title') ?? title, summary: (shown.get('summary') ?? summary) || null };
}

export function translateTexts(sources: SourceTexts, language: string, chain: Chain): TranslatedTexts {
  return new Map(
    [...sources].map(([block, list]) => {
      const overlays = chain.map(({ language, overlay }) => ({
        language,
        overlay: block === '' ? overlay && ownTexts(overlay) : overlay?.blocks[block],
      }));
      return [block, translateList(list, language, overlays)];
    }),
  );
}

/** `translateTexts` for a colour, a medium, a fact or the portal. */
export function translateList(
  sources: readonly SourceText[],
  language: string,
  chain: Chain<Texts | null | undefined>,
): TranslatedText[] {
  const found = chain.map(({ language, overlay }) => ({
    language,
    found: matchTexts(sources, Object.entries(overlay ?? {})).found,
  }));
  return sources.map((source) => {
    const stored = found[0]?.found.get(source.path) ?? null;
    for (const { language, found: texts } of found) {
      const text = texts.get(source.path) ?? null;
      if (text === null || (text.html !== undefined) !== (source.kind === 'html')) continue;
      return { ...source, state: stateOf(source, stored), stored, language, shown: shownText(source, wordsIn(text)) };
    }
    return { ...source, state: stateOf(source, stored), stored, language, shown: source.text };
  });
}

function shownText({ kind, text: source, prefix }: SourceText, text: string): string {
  if (prefix !== undefined) return readCaption(text).text;
  if (kind === 'html') return withLinksOf(source, text);
  return kind === 'line' ? onOneLine(text) : text;
}

/** Blocks with other texts. A block in which none is other stays the same object. */
export function withTexts(blocks: readonly StoredBlock[], texts: TranslatedTexts): readonly StoredBlock[] {
  const seen = new Set<string>();
  const mapBlock = (block: StoredBlock): StoredBlock => {
    const type = blockTypes.get(block.type ?? '');
    if (type === undefined) return block;
    const isFirst = block.id !== null && !seen.has(block.id);
    const own = isFirst ? (texts.get(block.id ?? '') ?? []) : [];
    if (block.id !== null) seen.add(block.id);
    const shown = new Map(
      own.flatMap(({ path, text, shown, prefix = '' }) =>
        text === shown ? [] : [[path, withPrefix(prefix, shown)] as const],
      ),
    );
    let isOther = false;
    const data = mapKinds(type.data, block.data, (kind, value, path) => {
      if (kind === 'blocks' && Array.isArray(value)) {
        const inner = value.map(mapBlock);
        if (inner.every((one, at) => one === value[at])) return value;
        isOther = true;
        return inner;
      }
      const text = isTextKind(kind) ? shown.get(path) : undefined;
      if (text === undefined) return value;
      isOther = true;
      return text;
    });
    return isOther ? { ...block, data } : block;
  };
  return blocks.map(mapBlock);
}

/** Ids of the blocks of which a text is read in another language than the one that was asked for; `''`: the page itself. */
export const untranslatedIn = (texts: TranslatedTexts, language: string): string[] =>
  [...texts].flatMap(([block, list]) =>
    list.some((text) => text.isWorded && text.language !== language) ? [block] : [],
  );

/** A record with the texts of a language in the place of its own. */
export function withRecordTexts<Value extends object>(value: Value, texts: readonly TranslatedText[]): Value {
  const shown = new Map(texts.map((text) => [text.path, text.shown]));
  const members = Object.entries(value).map(([name, member]) => [name, shown.get(name) ?? member]);
  return Object.fromEntries(members) as Value;
}
