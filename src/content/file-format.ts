import { fits, misfit, type Static, type TSchema } from '../validation/schema.js';
import { BrandColor, BrandFile } from './brand.js';
import { CategoriesFile, EntryFile } from './brand-context.js';
import { IdsFile } from './catalog/ids.js';
import type { ContentPath, SectionName } from './catalog/paths.js';
import { LanguageFile, type Section, sectionSchemas } from './language.js';
import { MediaFile } from './media.js';
import { PageFile, TrashFile } from './page.js';

/** Why a file does not fit the format: it is skipped. */
export class Misfit extends Error {}

/** What a file of a brand holds, by the kind of its path. */
export type FileContent =
  | { readonly kind: 'brand'; readonly value: BrandFile }
  | { readonly kind: 'ids'; readonly value: IdsFile }
  | { readonly kind: 'language'; readonly value: LanguageFile }
  | { readonly kind: 'categories'; readonly value: CategoriesFile }
  | { readonly kind: 'section'; readonly name: SectionName; readonly value: Section }
  | { readonly kind: 'color'; readonly id: number; readonly value: BrandColor }
  | { readonly kind: 'media'; readonly id: number; readonly value: MediaFile }
  | { readonly kind: 'entry'; readonly id: string; readonly value: EntryFile }
  | { readonly kind: 'page'; readonly id: number; readonly value: PageFile }
  | { readonly kind: 'trash'; readonly id: number; readonly value: TrashFile };

/** Holds a JSON value against the schema of its path. @throws Misfit */
export function fitFormat(at: ContentPath, value: unknown): FileContent {
  switch (at.kind) {
    case 'brand':
      return { kind: at.kind, value: fit(BrandFile, value) };
    case 'ids':
      return { kind: at.kind, value: fit(IdsFile, value) };
    case 'language':
      return { kind: at.kind, value: fit(LanguageFile, value) };
    case 'categories':
      return { kind: at.kind, value: fit(CategoriesFile, value) };
    case 'section':
      return { kind: at.kind, name: at.name, value: fit(sectionSchemas[at.name], value) };
    case 'color':
      return { kind: at.kind, id: at.id, value: withId(at.id, fit(BrandColor, value)) };
    case 'media':
      return { kind: at.kind, id: at.id, value: withId(at.id, fit(MediaFile, value)) };
    case 'entry':
      return { kind: at.kind, id: at.id, value: withId(at.id, fit(EntryFile, value)) };
    case 'page':
      return { kind: at.kind, id: at.id, value: withId(at.id, fit(PageFile, value)) };
    case 'trash':
      return { kind: at.kind, id: at.id, value: withId(at.id, fit(TrashFile, value)) };
  }
}

function fit<T extends TSchema>(schema: T, value: unknown): Static<T> {
  if (fits(schema, value)) return value;
  throw new Misfit(misfit(schema, value) ?? 'does not fit');
}

function withId<File extends { readonly id: number | string }>(id: File['id'], file: File): File {
  if (file.id !== id) throw new Misfit('id differs from the file name');
  return file;
}
