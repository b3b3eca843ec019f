import { extname } from 'node:path';
import { parse as parseCsv } from 'csv-parse/sync';
import { parseDocument, stringify } from 'yaml';
import { toSlug } from '../content/slug.js';
import { PortalError } from '../lib/errors.js';
import { isObject } from '../lib/json.js';
import { Exact, type Static, schemaProblem, Type } from '../validation/schema.js';
import { type Asset, isRichText, pictureOf, richTextToHtml } from './contentful-rich-text.js';
import { htmlToMarkdown } from './html-to-markdown.js';
import { readJson, readNamed, readText } from './input.js';

/**
 * Rules for a type of the export: fields by their use in a page. A `part` becomes text in the pages that refer to it.
 */
const TypeMap = Exact({
  part: Type.Optional(Type.Boolean()),
  chapter: Type.Optional(Type.String()),
  title: Type.String(),
  slug: Type.Optional(Type.String()),
  body: Type.Array(Type.String()),
  html: Type.Optional(Type.Boolean()),
});

const ImportMap = Exact({
  locale: Type.Optional(Type.String()),
  types: Type.Optional(Type.Record(Type.String(), TypeMap)),
  media: Type.Optional(Type.Record(Type.String(), Type.Integer({ minimum: 1 }))),
});
export type ImportMap = Static<typeof ImportMap>;

/** @throws `invalid` */
export async function readMap(file: string): Promise<ImportMap> {
  const document = parseDocument(await readText(file));
  const map: unknown = document.toJS() ?? {};
  const problem = document.errors[0]?.message.split('\n')[0] ?? schemaProblem(ImportMap, map);
  if (problem !== null) throw new PortalError('invalid', `${file}: ${problem}`);
  // An export may name a type `constructor`.
  for (const member of Object.values(Object(map))) {
    if (isObject(member)) Object.setPrototypeOf(member, null);
  }
  return map as ImportMap;
}

interface Entry {
  readonly type: string;
  readonly id: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly isDraft: boolean;
}

interface CmsExport {
  readonly entries: readonly Entry[];
  readonly byId: ReadonlyMap<string, Entry>;
  readonly assets: ReadonlyMap<string, Asset>;
  /** Names of other lists in the export, which have no entries. */
  readonly otherNames: readonly string[];
}

interface MarkdownFolder {
  /** Texts by path. */
  readonly files: ReadonlyMap<string, string>;
  /** Reasons by path. */
  readonly leftOut: ReadonlyMap<string, string>;
}

/**
 * Converts an export: a Markdown file with front matter for each entry, a folder for each chapter.
 *
 * @throws `invalid`
 */
export async function toMarkdownFolder(file: string, map: ImportMap): Promise<MarkdownFolder> {
  const cms = await readExport(file, map);
  const files = new Map<string, string>();
  const names = new Set<string>();
  const leftOut = new Map<string, string>(cms.otherNames.map((name) => [name, 'It holds no entries.']));
  for (const [id, { title }] of cms.assets) {
    if (map.media?.[id] === undefined)
      leftOut.set(`assets/${id}`, `Add "${title}" as a medium, and name it in the map.`);
  }

  const used = new Set<string>();
  for (const [index, entry] of cms.entries.entries()) {
    const { type, id, fields, isDraft } = entry;
    const rules = map.types?.[type];
    if (rules === undefined) leftOut.set(`${type}/${id}`, `The map has no type ${type}.`);
    if (rules === undefined || rules.part === true) continue;

    const { chapter, title, slug = title } = rules;
    const slugSource = isEmpty(fields[slug]) ? fields[title] : fields[slug];
    const baseName = toSlug(String(slugSource ?? ''));
    const name = baseName === '' || names.has(baseName) ? toSlug(`${baseName} ${id}`) : baseName;
    names.add(name);

    const parts = { left: maxParts };
    const { texts, otherFields } = contentOf(entry, [title, slug], { cms, map, used, parts }, []);
    if (parts.left < 0) {
      leftOut.set(`${type}/${id}`, `It has more than ${maxParts} parts. A part that is used twice counts twice.`);
      continue;
    }

    const titleField = isEmpty(fields[title]) ? {} : { title: String(fields[title]) };
    const head = { ...otherFields, ...titleField, slug: name };
    const matter = stringify(isDraft ? { ...head, draft: true } : head);
    const folder = chapter === undefined ? '' : `${folderOf(chapter)}/`;
    const path = `${folder}${String(index + 1).padStart(5, '0')}-${name.slice(0, longestName)}.md`;
    files.set(path, `---\n${matter}---\n\n${texts.join('\n\n')}\n`);
    if (chapter !== undefined) files.set(`${folder}_index.md`, `---\n${stringify({ title: chapter })}---\n`);
  }

  for (const { type, id } of cms.entries) {
    if (map.types?.[type]?.part === true && !used.has(id)) leftOut.set(`${type}/${id}`, 'It is a part of no page.');
  }
  return { files, leftOut };
}

/** Upper bound on the parts of a page, whose number grows exponentially if each entry refers to the next one twice. */
const maxParts = 1000;

/** Maximum length of a file name, well below the limit of file systems. */
const longestName = 200;

/** Folder of a chapter; of one in a script that slugs do not have, its percent-encoding. Never `..`. */
const folderOf = (chapter: string): string =>
  toSlug(chapter) || encodeURIComponent(chapter.toWellFormed()).replaceAll('.', '%2E').slice(0, longestName);

interface Context {
  readonly cms: CmsExport;
  readonly map: ImportMap;
  /** Ids of the parts that are used in a page. */
  readonly used: Set<string>;
  /** Number of parts that the page may still have. Negative: the page has too many. */
  readonly parts: { left: number };
}

/**
 * Markdown of an entry's body, and its other fields. Their names have the type as a prefix, so that none is taken for a
 * field of a page.
 *
 * @param ancestors ids of the entries that contain this one
 */
function contentOf(entry: Entry, knownNames: readonly string[], context: Context, ancestors: readonly string[]) {
  const texts: string[] = [];
  const { body = [], html = false } = context.map.types?.[entry.type] ?? {};
  const remaining = new Map(Object.entries(entry.fields).filter(([, value]) => !isEmpty(value)));
  let otherFields: Record<string, unknown> = {};
  for (const name of body) {
    const value = remaining.get(name);
    const parts = (Array.isArray(value) ? value : [value]).map((item) => {
      const part = partAt(item, context);
      if (part === undefined || ancestors.includes(part.id)) return textOf(item, html, context.cms.assets);
      context.parts.left -= 1;
      if (context.parts.left < 0) return null;
      context.used.add(part.id);
      const content = contentOf(part, [], context, [...ancestors, entry.id]);
      otherFields = { ...otherFields, ...content.otherFields };
      return content.texts.join('\n\n');
    });
    texts.push(...parts.filter((text) => text !== null));
    if (!parts.includes(null)) remaining.delete(name);
  }
  for (const name of knownNames) remaining.delete(name);
  const prefixed = [...remaining].map(([name, value]) => [`${entry.type}.${name}`, value]);
  return { texts, otherFields: { ...otherFields, ...Object.fromEntries(prefixed) } };
}

/** The part that a value refers to: a link of Contentful, or an item of Directus's "many to any" with its fields. */
function partAt(value: unknown, { cms, map }: Context): Entry | undefined {
  const { sys, collection: type, item: fields } = Object(value);
  const { linkType, id } = Object(sys);
  const item = isObject(fields) ? { type, id: `${type}/${fields.id}`, fields, isDraft: false } : undefined;
  const entry = linkType === 'Entry' ? cms.byId.get(id) : item;
  return entry !== undefined && map.types?.[entry.type]?.part === true ? entry : undefined;
}

/**
 * A field's value in Markdown.
 *
 * @returns `null` for a value that is neither text nor picture
 */
function textOf(value: unknown, isHtml: boolean, assets: CmsExport['assets']): string | null {
  if (isEmpty(value)) return '';
  if (isRichText(value)) return htmlToMarkdown(richTextToHtml(value, assets));
  const { sys, id: fileId, type } = Object(value);
  const objectId = /^image\//.test(type) ? fileId : Object(sys).id;
  const id = typeof value === 'string' ? value : objectId;
  const asset = assets.get(id);
  if (asset?.isPicture === true) return htmlToMarkdown(pictureOf(asset));
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return `![](/assets/${id})`;
  if (typeof value !== 'string') return null;
  return isHtml ? htmlToMarkdown(value) : value;
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

async function readExport(file: string, map: ImportMap): Promise<CmsExport> {
  if (extname(file) === '.csv') return rowsOf(readCsv(file, await readNamed(file)), map);
  const read = await readJson(file);
  if (isObject(read) && Array.isArray(read.entries)) return contentful(read, map);
  const items = isObject(read) ? read.data : read;
  if (Array.isArray(items)) return rowsOf(items, map);
  throw new PortalError(
    'invalid',
    `${file} is neither a Contentful export (with "entries") nor a Directus export (a list of items).`,
  );
}

function readCsv(file: string, bytes: Buffer): unknown[] {
  try {
    return parseCsv(bytes, { bom: true, columns: true, skip_empty_lines: true, cast: cellValue });
  } catch (error) {
    throw new PortalError('invalid', `${file}: ${error instanceof Error ? error.message : error}.`);
  }
}

/** Parses a cell, in which a list or an object is written as JSON. */
function cellValue(cell: string): unknown {
  try {
    return /^[[{]/.test(cell) ? JSON.parse(cell) : cell;
  } catch {
    return cell;
  }
}

/** The items of one collection of Directus. The export does not name the collection, so the map must have one type. */
function rowsOf(rows: readonly unknown[], { types = {} }: ImportMap): CmsExport {
  const [type = '', more] = Object.keys(types).filter((name) => types[name]?.part !== true);
  if (more !== undefined) {
    throw new PortalError('invalid', 'Items of one collection need a map with exactly one type that is not a part.');
  }
  const entries = rows.filter(isObject).map((fields, index): Entry => {
    const { id = index + 1, status } = fields;
    return { type, id: String(id), fields, isDraft: status === 'draft' || status === 'archived' };
  });
  return { entries, byId: new Map(), assets: new Map(), otherNames: [] };
}

function contentful({ entries, assets, ...rest }: Record<string, unknown>, map: ImportMap): CmsExport {
  const [first] = records(rest.locales).toSorted((a, b) => Number(b.default === true) - Number(a.default === true));
  const locale = map.locale ?? String(first?.code);
  const fieldsOf = ({ fields }: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(Object(fields)).flatMap(([name, values]) =>
        Object.entries(Object(values)).map(([code, value]) => [code === locale ? name : `${name}.${code}`, value]),
      ),
    );
  const allEntries = records(entries).map((entry): Entry => {
    const { id, contentType, publishedVersion, archivedVersion } = Object(entry.sys);
    const isDraft = publishedVersion === undefined || archivedVersion !== undefined;
    return { type: String(contentType?.sys?.id), id: String(id), fields: fieldsOf(entry), isDraft };
  });
  return {
    entries: allEntries,
    byId: new Map(allEntries.map((entry) => [entry.id, entry])),
    assets: new Map(
      records(assets).map((asset) => {
        const id = String(Object(asset.sys).id);
        const { title, description, file } = fieldsOf(asset);
        const { url = `/assets/${id}`, contentType, fileName } = Object(file);
        const name = String(title ?? fileName ?? id);
        const alt = String(description || name);
        return [
          id,
          { url: String(url).replace(/^\/\//, 'https://'), title: name, alt, isPicture: /^image\//.test(contentType) },
        ];
      }),
    ),
    otherNames: Object.keys(rest).filter(
      (name) => records(rest[name]).length > 0 && !['contentTypes', 'locales'].includes(name),
    ),
  };
}

const records = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** The text with `media:<id>` in place of each picture's address that has a part named by the map. */
export function withMedia(text: string, { media = {} }: ImportMap): string {
  if (Object.keys(media).length === 0) return text;
  return text.replace(/(!\[[^\]]*\]\(<?)([^\s)>]+)/g, (match: string, before: string, url: string) => {
    const part = url.split(/[/?#]/).find((part) => Object.hasOwn(media, part) || Object.hasOwn(media, stem(part)));
    return part === undefined ? match : `${before}media:${media[part] ?? media[stem(part)]}`;
  });
}

const stem = (name: string): string => name.replace(/\.\w+$/, '');
