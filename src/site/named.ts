import type { BrandColor } from '../content/brand.js';
import type { Catalog } from '../content/catalog/catalog.js';
import { collectionsOf } from '../content/collections.js';
import { type MediaFile, releasedFile } from '../content/media.js';
import { derived } from '../lib/derived.js';
import type { PersonRecord } from '../registry/records.js';
import { words } from '../words/words.js';
import type { BrandContext } from './context.js';
import { draftedPages } from './frame/draft-note.js';
import { workspacePlaces } from './frame/workspace-places.js';

/** Upper bound on things of a kind. */
const maxNamed = 6;

export const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

export const foldedWords = (words: string): string[] =>
  folded(words)
    .split(/[^\p{L}\p{N}#]+/u)
    .filter(Boolean)
    .slice(0, 10);

/** Values in whose text each searched word begins a word. At most `maxNamed`. */
function named<Value>(values: readonly (readonly [string, Value])[], words: string): Value[] {
  const looked = foldedWords(words);
  if (looked.length === 0) return [];
  const found: Value[] = [];
  for (const [text, value] of values) {
    if (looked.every((word) => text.includes(` ${word}`))) found.push(value);
    if (found.length >= maxNamed) break;
  }
  return found;
}

/** Texts of a thing as `named` searches them. */
const searched = (texts: readonly (string | null | undefined)[]): string =>
  ` ${folded(texts.filter(Boolean).join(' ')).replace(/[^\p{L}\p{N}#]+/gu, ' ')}`;

const colorTexts = derived(({ colors }: Catalog) =>
  [...colors.values()]
    .sort((a, b) => a.id - b.id)
    .map((color): readonly [string, BrandColor] => {
      const { name, role, hex, pantone, ral } = color;
      return [searched([name, role, hex, hex.slice(1), pantone, ral && `RAL ${ral}`]), color];
    }),
);
export const colorsNamed = (catalog: Catalog, words: string) => named(colorTexts(catalog), words);

const mediaTexts = derived((catalog: Catalog) =>
  [...catalog.media.values()]
    .filter(({ id }) => releasedFile(catalog, id) !== null)
    .sort((a, b) => a.id - b.id)
    .map((medium): readonly [string, MediaFile] => {
      const { id, title, caption, description } = medium;
      return [searched([title, caption, description, releasedFile(catalog, id)?.name]), medium];
    }),
);
const collectionTexts = derived((catalog: Catalog) =>
  collectionsOf(catalog).map((collection) => [searched([collection.title, collection.text]), collection] as const),
);
export const collectionsNamed = (catalog: Catalog, words: string) => named(collectionTexts(catalog), words);

/** The brand's colours as files, by what they are called. */
export const colorFiles = (): readonly (readonly [name: string, path: string])[] => {
  const { tokensAse, tokensCss, tokens } = words().connect;
  return [
    [tokensAse, '/-/tokens.ase'],
    [tokensCss, '/-/tokens.css'],
    [tokens, '/-/tokens.json'],
  ];
};
export const colorFilesNamed = (looked: string) =>
  named(
    colorFiles().map((file) => [searched(file), file] as const),
    looked,
  );
export const mediaNamed = (catalog: Catalog, words: string) => named(mediaTexts(catalog), words);

/** Places of the workspace that the reader may open. */
export function placesNamed({ brand, actor }: BrandContext, words: string) {
  const places = workspacePlaces(brand, actor.role ?? 'viewer').flatMap(({ entries }) => entries);
  return named(
    places.map((place) => [searched([place[1]]), place] as const),
    words,
  );
}

/** Pages in the reader's own drafts. */
export async function draftsNamed(context: BrandContext, words: string) {
  const pages = await draftedPages(context);
  return named(
    pages.map((page) => [searched([page.title]), page] as const),
    words,
  );
}

/** People of the brand, for who may see their page. */
export async function peopleNamed(
  { service, slug, actor }: BrandContext,
  words: string,
): Promise<readonly PersonRecord[]> {
  if (actor.role !== 'admin') return [];
  const people = (await service.people.list()).filter(({ roles }) => Object.hasOwn(roles, slug));
  return named(
    people.map((person) => [searched([person.name]), person] as const),
    words,
  );
}
