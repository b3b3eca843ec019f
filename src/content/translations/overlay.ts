/**
 * The translations of a brand, from its files to what readers see. A translation is an overlay: texts over the source, by the ids of
 * blocks. Structure, media, order, visibility and targets of links always are the source's.
 *
 * - `languages.ts`: the languages of a brand; `chainOf` says which texts are read where one is missing.
 * - `texts.ts`: `textsOfPage` and `textsOfRecord` are the texts of a source, the only place that knows which members are texts. A
 *   `SourceText` has a block id (`''`: the page itself), a path, a kind, the text and its fingerprint `of`.
 * - `match.ts`: `matchTexts` finds the stored texts of a source, and what is kept for later.
 * - `apply.ts`: `translatePage(page, chain)` is the page in a language, with the state and the language of each text.
 *   `translateRecord` does the same for colours, media, facts and the portal.
 * - `change.ts`: `changeTexts` makes the next overlay of changes, and names those that a machine may not make.
 * - `counts.ts`: counts of a page's texts from the catalog, without reading a file.
 *
 * An importer makes a `TextChange` of each unit, with the `of` that it was exported with, and stores those of a page by `storeTexts`
 * (`operations/translations/page-texts.ts`), those of a record by `storeRecordTexts`.
 */
import { since } from '../../validation/new-members.js';
import { Exact, OneOf, type Static, Type } from '../../validation/schema.js';
import { maxSlugLength } from '../page.js';

/** Writer of a text, or the person who looked it over. */
export const Writer = OneOf(['person', 'machine']);
export type Writer = Static<typeof Writer>;

/** Translation of a text. It has either `text` or `html`: it says its kind, because its file is checked without the source. */
export const Translation = Exact({
  text: Type.Optional(Type.String()),
  html: Type.Optional(Type.String()),
  /** Lengths of the lists that the text is in, the outer one first, when it was stored. */
  in: Type.Optional(Type.Array(Type.Integer({ minimum: 0 }), { maxItems: 8 })),
  /** Fingerprint of the source that it translates. */
  of: Type.String({ pattern: '^[0-9a-f]{16}$' }),
  by: Writer,
});
export type Translation = Static<typeof Translation>;

export const wordsIn = ({ text, html }: Translation): string => html ?? text ?? '';

/** Names of blocks that can have translations: those that this service gives. */
export const blockName = /^[\w-]{1,64}$/;
/** Paths of texts: names and numbers with dots between. */
export const textPath = /^[\w-]{1,120}(?:\.[\w-]{1,120}){0,7}$/;

const texts = Type.Unsafe<Readonly<Record<string, Translation>>>(Type.Record(Type.String(), Translation));
export type Texts = Readonly<Record<string, Translation>>;

/** `languages/<tag>/pages/<id div 100>/<id>.json`. */
export const PageOverlay = Type.Object(
  {
    title: Type.Optional(Translation),
    summary: Type.Optional(Translation),
    slug: Type.Optional(Type.String({ minLength: 1, maxLength: maxSlugLength })),
    blocks: Type.Unsafe<Readonly<Record<string, Texts>>>(Type.Record(Type.String(), texts)),
  },
  { additionalProperties: false, [since]: 2 },
);
export type PageOverlay = Static<typeof PageOverlay>;

export const emptyOverlay: PageOverlay = { blocks: {} };

/** `languages/<tag>/colors/<id>.json`, `media/<id>.json`, `facts/<id>.json` and `portal.json`: the texts by their paths. */
export const RecordOverlay = Type.Object({ texts }, { additionalProperties: false, [since]: 2 });
export type RecordOverlay = Static<typeof RecordOverlay>;

/** The texts of an overlay by block; `''` is the page itself. */
export function* textsByBlock(overlay: PageOverlay): Generator<readonly [block: string, texts: Texts]> {
  const own = ownTexts(overlay);
  if (Object.keys(own).length > 0) yield ['', own];
  yield* Object.entries(overlay.blocks);
}

/** The texts of the page itself. */
export const ownTexts = ({ title, summary }: Partial<PageOverlay>): Texts => ({
  ...(title && { title }),
  ...(summary && { summary }),
});
