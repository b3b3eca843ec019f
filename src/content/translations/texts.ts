import { derived } from '../../lib/derived.js';
import { report, type TSchema } from '../../validation/schema.js';
import type { Violations } from '../../validation/violations.js';
import { allBlocks } from '../blocks/block-tree.js';
import type { StoredBlock } from '../blocks/block-type.js';
import { isExampleCaption, readCaption } from '../blocks/example-caption.js';
import { fieldTextsOf, type TextKind } from '../blocks/texts.js';
import { blockTypes } from '../blocks/types.js';
import { BrandColor } from '../brand.js';
import { Category, EntryFile } from '../brand-context.js';
import { Collection } from '../collections.js';
import { MediaFile } from '../media.js';
import { Named } from '../media-names.js';
import { type PageFile, pageSummary, pageTitle } from '../page.js';
import { PortalFile } from '../portal.js';
import { fingerprintOf } from './fingerprint.js';
import { lengthsIn } from './match.js';
import { blockName, textPath } from './overlay.js';

/** A text of a source, by its place. */
export interface SourceText {
  /** Dotted path in the block's data, or in the record; `title` or `summary` of a page. */
  readonly path: string;
  readonly kind: TextKind;
  readonly text: string;
  readonly of: string;
  /** Whether it has a letter: a text without any needs no translation. */
  readonly isWorded: boolean;
  /** Prefix of the caption of a picture, which is no part of the text: every language has it; `''`: none. Other texts have none. */
  readonly prefix?: string;
  /** Fingerprint of the text with its prefix: overlays of before have it. */
  readonly whole?: string;
  /** Lengths of the lists that it is in, the outer one first. */
  readonly in: readonly number[];
}

/** The texts of a source by block, in reading order; `''`: the page itself, or a record. */
export type SourceTexts = ReadonlyMap<string, readonly SourceText[]>;

type Field = readonly [path: string, kind: TextKind, text: string];

function sourceTexts(fields: readonly Field[], type: string | null = null): SourceText[] {
  const lengths = lengthsIn(fields.map(([path]) => path));
  return fields.map(([path, kind, stored]) => {
    if (!isExampleCaption(type, path))
      return { path, kind, text: stored, in: lengths(path), ...fingerprintOf(stored, kind === 'html') };
    const { prefix, text } = readCaption(stored);
    const whole = prefix === '' ? {} : { whole: fingerprintOf(stored, false).of };
    return { path, kind, text, in: lengths(path), ...fingerprintOf(text, false), prefix, ...whole };
  });
}

/** The texts of a block of a known type, without those of blocks in it. */
function textsOfBlock(block: StoredBlock): readonly SourceText[] {
  if (!blockTypes.has(block.type ?? '')) return [];
  const fields = fieldTextsOf(block).filter(({ field }) => textPath.test(field));
  return sourceTexts(
    fields.map(({ field, kind, text }) => [field, kind, text]),
    block.type,
  );
}

/** Blocks without an id, which only a push can bring, and repeated ones have no translations. */
export function sourcesIn({ title, summary, blocks }: Pick<PageFile, 'title' | 'summary' | 'blocks'>): SourceTexts {
  const own: Field[] = [['title', 'line', title]];
  if (summary !== null) own.push(['summary', 'line', summary]);
  const found = new Map<string, readonly SourceText[]>([['', sourceTexts(own)]]);
  for (const block of allBlocks(blocks)) {
    if (block.id === null || found.has(block.id) || !blockName.test(block.id)) continue;
    const texts = textsOfBlock(block);
    if (texts.length > 0) found.set(block.id, texts);
  }
  return found;
}

/** `sourcesIn` of a page that is read again. */
export const textsOfPage = derived(sourcesIn);

/** Named texts in the overlay of `portal.json`: of collections and categories, whose files are lists or have ids. */
interface PortalTexts {
  readonly portal: PortalFile;
  readonly collections: Iterable<{ readonly id: number; readonly title: string; readonly text: string | null }>;
  readonly categories: Iterable<{ readonly key: string; readonly label: string }>;
  readonly media_categories: { readonly items: Iterable<{ readonly id: number; readonly name: string }> };
}

/** Source other than a page that has an overlay of its own. */
export type RecordSource =
  | { readonly kind: 'color'; readonly value: BrandColor }
  | { readonly kind: 'media'; readonly value: MediaFile }
  | { readonly kind: 'entry'; readonly value: EntryFile }
  | { readonly kind: 'portal'; readonly value: PortalTexts };

export function textsOfRecord(source: RecordSource): readonly SourceText[] {
  const filled = fieldsOfRecord(source).flatMap(([path, kind, text]): Field[] =>
    text == null || text === '' || !textPath.test(path) ? [] : [[path, kind, text]],
  );
  return sourceTexts(filled);
}

/** Schemas of the texts of a page itself in a language. */
const pageSchemas: Readonly<Record<string, TSchema>> = { title: pageTitle, summary: pageSummary };

/** `reportRecordText` for a text of a page itself. */
export function reportPageText(path: string, text: string, violations: Violations): void {
  const schema = Object.hasOwn(pageSchemas, path) ? pageSchemas[path] : undefined;
  if (schema !== undefined) report(schema, text, violations, path);
}

const collection = Collection.properties;
const portalLabel = PortalFile.properties.buttons.items.properties.label;

/** Schemas of the texts of records, by path; `*` is the index, id or key of one of several. */
const recordSchemas: Readonly<Record<RecordSource['kind'], Readonly<Record<string, TSchema>>>> = {
  color: { name: BrandColor.properties.name, description: BrandColor.properties.description },
  media: {
    title: MediaFile.properties.title,
    caption: MediaFile.properties.caption,
    description: MediaFile.properties.description,
  },
  entry: { title: EntryFile.properties.title, body: EntryFile.properties.body },
  portal: {
    sentence: PortalFile.properties.sentence,
    'buttons.*.label': portalLabel,
    'contact.label': portalLabel,
    'footer.links.*.label': portalLabel,
    'collection-*.title': collection.title,
    'collection-*.text': collection.text,
    'category-*.label': Category.properties.label,
    'media-category-*.name': Named.properties.name,
  },
};

/** Reports a text of a record that its source could not be: one that is empty or too long. */
export function reportRecordText(
  of: RecordSource['kind'],
  path: string,
  text: string,
  violations: Violations,
  field = path,
): void {
  const name = path.replace(/^(buttons\.|footer\.links\.|(?:collection|category|media-category)-)[^.]+/, '$1*');
  const schema = recordSchemas[of][name];
  if (schema !== undefined) report(schema, text, violations, field);
}

type OpenField = readonly [path: string, kind: TextKind, text: string | null];

function fieldsOfRecord({ kind, value }: RecordSource): OpenField[] {
  switch (kind) {
    case 'color':
      return [
        ['name', 'line', value.name],
        ['description', 'plain', value.description],
      ];
    case 'media':
      return [
        ['title', 'line', value.title],
        ['caption', 'plain', value.caption],
        ['description', 'plain', value.description],
      ];
    case 'entry':
      return [
        ['title', 'line', value.title],
        ['body', 'plain', value.body],
      ];
    case 'portal': {
      const { portal, collections, categories, media_categories } = value;
      return [
        ['sentence', 'line', portal.sentence],
        ...portal.buttons.map(({ label }, at): OpenField => [`buttons.${at}.label`, 'line', label]),
        ['contact.label', 'line', portal.contact?.label ?? null],
        ...portal.footer.links.map(({ label }, at): OpenField => [`footer.links.${at}.label`, 'line', label]),
        ...[...collections].flatMap(({ id, title, text }): OpenField[] => [
          [`collection-${id}.title`, 'line', title],
          [`collection-${id}.text`, 'plain', text],
        ]),
        ...[...categories].map(({ key, label }): OpenField => [`category-${key}.label`, 'line', label]),
        ...[...media_categories.items].map(({ id, name }): OpenField => [`media-category-${id}.name`, 'line', name]),
      ];
    }
  }
}
