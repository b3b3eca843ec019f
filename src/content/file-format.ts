import type { Format } from '../lib/format.js';
import { fitsStored, schemaProblem, type TSchema } from '../validation/schema.js';
import { BrandColor, BrandFile } from './brand.js';
import { CategoriesFile, EntryFile } from './brand-context.js';
import { IdsFile } from './catalog/ids.js';
import type { ContentPath, SectionName } from './catalog/paths.js';
import { FilePointer } from './files/pointer.js';
import { LanguageFile, type Section, sectionSchemas } from './language.js';
import { MediaFile, PurgedFiles } from './media.js';
import { PageFile, TrashFile } from './page.js';
import { PortalFile } from './portal.js';

/** Raised for each new member: an older program would skip every file that has it. */
export const brandFormat: Format = { format: 1 };

/** Reason why a file does not fit the format. `Catalog.problems` has it, and the file is skipped. */
export class InvalidFile extends Error {}

/** Content of a brand's file, by the kind of its path; `Missing` is for no content. */
export type FileContent<Missing = never> =
  | { readonly kind: 'brand'; readonly value: BrandFile | Missing }
  | { readonly kind: 'portal'; readonly value: PortalFile | Missing }
  | { readonly kind: 'ids'; readonly value: IdsFile | Missing }
  | { readonly kind: 'language'; readonly value: LanguageFile | Missing }
  | { readonly kind: 'categories'; readonly value: CategoriesFile | Missing }
  | { readonly kind: 'section'; readonly name: SectionName; readonly value: Section | Missing }
  | { readonly kind: 'color'; readonly id: number; readonly value: BrandColor | Missing }
  | { readonly kind: 'media'; readonly id: number; readonly value: MediaFile | Missing }
  | { readonly kind: 'entry'; readonly id: string; readonly value: EntryFile | Missing }
  | { readonly kind: 'page'; readonly id: number; readonly value: PageFile | Missing }
  | { readonly kind: 'trash'; readonly id: number; readonly value: TrashFile | Missing }
  | { readonly kind: 'file'; readonly id: number; readonly name: string; readonly value: FilePointer | Missing }
  | { readonly kind: 'purged'; readonly value: PurgedFiles | Missing };

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
  entry: EntryFile,
  page: PageFile,
  trash: TrashFile,
  file: FilePointer,
  purged: PurgedFiles,
} satisfies Record<Exclude<ContentPath['kind'], 'section'>, TSchema>;

function schemaOf(at: ContentPath): TSchema {
  return at.kind === 'section' ? sectionSchemas[at.name] : fileSchemas[at.kind];
}

/**
 * Checks a JSON value against the schema of its path, and fills in the defaults.
 *
 * @throws InvalidFile
 */
export function fitFormat(at: ContentPath, value: unknown): FileContent {
  const content = { ...at, value } as FileContent;
  if (!fitsStored(schemaOf(at), value)) throw new InvalidFile(schemaProblem(schemaOf(at), value) ?? 'does not fit');
  if ('id' in content && content.kind !== 'file' && content.value.id !== content.id)
    throw new InvalidFile('id differs from the file name');
  return content;
}
