import { isObject, objectsIn, parseJson } from '../lib/json.js';
import { noted } from '../lib/say.js';
import { formatOfValue, newestIn } from '../validation/new-members.js';
import { fitsStored, schemaProblem, type TSchema } from '../validation/schema.js';
import type { Violations } from '../validation/violations.js';
import { childLists } from './blocks/children.js';
import { blockTypes } from './blocks/types.js';
import { BrandColor, BrandFile } from './brand.js';
import { CategoriesFile, EntryFile } from './brand-context.js';
import { IdsFile } from './catalog/ids.js';
import { type ContentPath, parsePath, type SectionKey, sectionOfKey, type Translated } from './catalog/paths.js';
import { Collection } from './collections.js';
import { FilePointer } from './files/pointer.js';
import { LanguageFile, type Section, sectionSchemas } from './language.js';
import { maxBlockLevels } from './limits.js';
import { MediaFile, PurgedFiles } from './media.js';
import { NamesFile } from './media-names.js';
import { PageFile, TrashFile } from './page.js';
import { PortalFile } from './portal.js';
import { PageOverlay, RecordOverlay } from './translations/overlay.js';

/** Reason why a file does not fit the format. `Catalog.problems` has it, and the file is skipped. */
export class InvalidFile extends Error {}

/** @throws InvalidFile with the first thing that was reported */
export function refuse(violations: Violations): void {
  const [reason] = Object.values(violations.fields).flat();
  if (reason !== undefined) throw new InvalidFile(reason);
}

/** Content of a brand's file, by the kind of its path; `Missing` is for no content. */
export type FileContent<Missing = never> =
  | { readonly kind: 'brand'; readonly value: BrandFile | Missing }
  | { readonly kind: 'portal'; readonly value: PortalFile | Missing }
  | { readonly kind: 'ids'; readonly value: IdsFile | Missing }
  | { readonly kind: 'language'; readonly id: string | null; readonly value: LanguageFile | Missing }
  | { readonly kind: 'categories'; readonly value: CategoriesFile | Missing }
  | { readonly kind: 'section'; readonly name: SectionKey; readonly value: Section | Missing }
  | { readonly kind: 'color'; readonly id: number; readonly value: BrandColor | Missing }
  | { readonly kind: 'media'; readonly id: number; readonly value: MediaFile | Missing }
  | { readonly kind: 'collection'; readonly id: number; readonly value: Collection | Missing }
  | { readonly kind: 'entry'; readonly id: string; readonly value: EntryFile | Missing }
  | { readonly kind: 'page'; readonly id: number; readonly value: PageFile | Missing }
  | { readonly kind: 'trash'; readonly id: number; readonly value: TrashFile | Missing }
  | { readonly kind: 'file'; readonly id: number; readonly name: string; readonly value: FilePointer | Missing }
  | { readonly kind: 'purged'; readonly value: PurgedFiles | Missing }
  | { readonly kind: 'tags' | 'media_categories'; readonly value: NamesFile | Missing }
  | (Overlaid<'page', number> & { readonly value: PageOverlay | Missing })
  | (Overlaid<Exclude<Translated['of'], 'page'>, Translated['id']> & { readonly value: RecordOverlay | Missing });

interface Overlaid<Of, Id> {
  readonly kind: 'translation';
  readonly language: string;
  readonly of: Of;
  readonly id: Id;
}

/** The page in a file, active or in the trash. */
export const pageIn = (content: FileContent | null): PageFile | null =>
  content?.kind === 'page' || content?.kind === 'trash' ? content.value : null;

/** Schemas of the files, by their kind; `default` is the value of a member that a file lacks. */
export const fileSchemas = {
  brand: BrandFile,
  portal: PortalFile,
  ids: IdsFile,
  language: LanguageFile,
  categories: CategoriesFile,
  color: BrandColor,
  media: MediaFile,
  collection: Collection,
  entry: EntryFile,
  page: PageFile,
  trash: TrashFile,
  file: FilePointer,
  purged: PurgedFiles,
  tags: NamesFile,
  media_categories: NamesFile,
} satisfies Record<Exclude<ContentPath['kind'], 'section' | 'translation'>, TSchema>;

/** Schemas of translations: of a page, and of everything else. */
export const overlaySchemas = { page: PageOverlay, record: RecordOverlay };

export function schemaOf(at: ContentPath): TSchema {
  if (at.kind === 'translation') return overlaySchemas[at.of === 'page' ? 'page' : 'record'];
  return at.kind === 'section' ? sectionSchemas[sectionOfKey(at.name).name] : fileSchemas[at.kind];
}

/**
 * Checks a JSON value against the schema of its path, and fills in the defaults.
 *
 * @throws InvalidFile
 */
export function fitFormat(at: ContentPath, value: unknown): FileContent {
  const content = { ...at, value } as FileContent;
  if (!fitsStored(schemaOf(at), value))
    throw new InvalidFile(schemaProblem(schemaOf(at), value) ?? noted`does not fit`);
  const hasId = 'id' in content && !['file', 'translation', 'language'].includes(content.kind);
  if (hasId && Object(content.value).id !== content.id) throw new InvalidFile(noted`id differs from the file name`);
  return content;
}

/** The first format that has the path of a brand's file, and all that is in it. */
export function formatOfFile(path: string, bytes: Buffer): number {
  const at = parsePath(path);
  if (at === null) return 1;
  if (path.startsWith('languages/')) return 2;
  const schema = schemaOf(at);
  const hasBlocks = at.kind === 'page' || at.kind === 'trash';
  const schemas = [schema, ...(hasBlocks ? [...blockTypes.values()].map(({ data }) => data) : [])];
  if (schemas.every((each) => newestIn(each) === 1)) return 1;
  const value = at.kind === 'file' ? null : parseJson(bytes.toString());
  return Math.max(formatOfValue(schema, value), hasBlocks ? formatOfBlocks(Object(value).blocks) : 1);
}

/** An earlier program drops unknown fields of a block, and keeps a block of an unknown type as it is. */
function formatOfBlocks(blocks: unknown, levels = maxBlockLevels): number {
  let format = 1;
  if (levels === 0) return format;
  for (const { item } of objectsIn(blocks)) {
    const type = blockTypes.get(String(item.type).trim());
    if (type === undefined || !isObject(item.data)) continue;
    format = Math.max(format, formatOfValue(type.data, item.data));
    for (const [, inner] of childLists({ type: type.type, data: item.data }))
      format = Math.max(format, formatOfBlocks(inner, levels - 1));
  }
  return format;
}
