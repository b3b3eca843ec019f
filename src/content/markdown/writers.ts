import type { BlockContent, Image, PhrasingContent, RootContent } from 'mdast';
import { gfmAutolinkLiteralToMarkdown } from 'mdast-util-gfm-autolink-literal';
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { defaultHandlers, type Handle, type Options, toMarkdown, type Unsafe } from 'mdast-util-to-markdown';
import { isObject, listIn } from '../../lib/json.js';
import type { TSchema } from '../../validation/schema.js';
import type { Kind, StoredBlock } from '../blocks/block-type.js';
import { blockTypes } from '../blocks/types.js';
import type { Brand, BrandColor } from '../brand.js';
import type { ContextEntry } from '../brand-context.js';
import { isAbsoluteUrl } from '../html/url.js';
import type { Page } from '../page.js';
import { fromHtml } from './from-html.js';
import { heading, link, list, marker, named, paragraph, paragraphs, strong, table, text } from './nodes.js';
import { line } from './phrasing.js';

export function brandToMarkdown({ name, slug, theme }: Brand): string {
  const { colors, fonts, font, palette } = theme;
  return serialize([
    heading(1, name),
    textParagraph(`Brand ${slug}. Font stack: ${font}`),
    heading(2, 'Theme colours'),
    ...bullets(Object.entries(colors).map(([role, value]) => [textParagraph(`${role}: ${value}`)])),
    heading(2, 'Fonts'),
    ...bullets(fonts.map(({ role, family }) => [textParagraph(`${role}: ${family}`)])),
    heading(2, 'Palette'),
    table(
      [['id', 'name', 'role', 'hex', 'use'], ...palette.map(colorRow)].map((row) => row.map((cell) => [text(cell)])),
    ),
  ]);
}

const textParagraph = (value: string) => paragraph([text(value)]);

/** No list without items: it would read back as an empty item. */
const bullets = (items: BlockContent[][]): BlockContent[] => (items.length === 0 ? [] : [list(items)]);

function colorRow({ id, name, role, hex, description }: BrandColor): string[] {
  return [String(id), name, role ?? '', hex, description ?? ''];
}

export function entryToMarkdown({ title, category_label, body, sources }: ContextEntry): string {
  const links = sources.map((source) => [paragraph(link(source.url, [text(source.title)]))]);
  return serialize([
    heading(1, title),
    textParagraph(`Category: ${category_label}`),
    ...paragraphs(body),
    ...(links.length > 0 ? [heading(2, 'Sources'), ...bullets(links)] : []),
  ]);
}

export const entriesToMarkdown = (entries: readonly ContextEntry[]): string => entries.map(entryToMarkdown).join('\n');

/** The corporate language, which sections may extend by any member, as headings and lists. */
export function languageToMarkdown(document: Readonly<Record<string, unknown>>): string {
  const { brand, schema_version: _, version, status, ...sections } = document;
  const parts = Object.entries(sections).flatMap(([name, section]): RootContent[] => {
    if (!isObject(section) || Object.keys(section).length === 0) return [];
    return [heading(2, withSpaces(name)), ...members(section)];
  });
  return serialize([
    heading(1, `Corporate language of ${brand}`),
    textParagraph(`Version ${version}, ${status}.`),
    ...parts,
  ]);
}

const withSpaces = (name: string): string => name.replaceAll('_', ' ');

function members(value: Readonly<Record<string, unknown>>): BlockContent[] {
  return bullets(Object.entries(value).map(([name, member]) => shown(member, `${withSpaces(name)}: `)));
}

/** @param lead before it, on its first line */
function shown(value: unknown, lead = ''): BlockContent[] {
  const before = lead === '' ? [] : [textParagraph(lead)];
  if (Array.isArray(value)) return [...before, ...bullets(value.map((item) => shown(item)))];
  if (isObject(value)) return [...before, ...members(value)];
  return paragraphs(`${lead}${value}`);
}

export function pageToMarkdown({ id, title, type, slug, visibility, blocks }: Page): string {
  const kind = type === 'container' ? 'Chapter' : 'Page';
  const about = paragraph([text(`${kind} ${id} (${slug}), ${visibility}.`)]);
  return serialize([heading(1, title), about, ...blocks.flatMap(blockNodes)]);
}

/** A comment with type and id, so that a reader can correct the block; then its content. */
function blockNodes({ type, id, data }: StoredBlock): RootContent[] {
  const shape = blockTypes.get(type ?? '')?.data;
  const content = shape === undefined ? [] : contentOf(type, data, shape);
  return [marker(type ?? 'unknown', id ?? ''), ...content];
}

function contentOf(type: string | null, data: StoredBlock['data'], shape: TSchema): RootContent[] {
  if (type === 'heading') return [heading(Number(data.level ?? 2), String(data.text ?? ''))];
  if (type === 'table') return tableBlock(data);
  if (type === 'image' && typeof data.media_id === 'number') return [imageBlock(data)];
  return fieldsOf(data, shape);
}

function tableBlock({ caption, header, rows }: StoredBlock['data']): RootContent[] {
  const above = caption === undefined ? [] : [paragraph([strong([text(String(caption))])])];
  const cells = [
    listIn(header).map((name): PhrasingContent[] => [text(String(name))]),
    ...listIn(rows).map((row) => listIn(row).map((cell) => line(fromHtml(String(cell))))),
  ];
  return cells.some(({ length }) => length > 0) ? [...above, table(cells)] : above;
}

/** The picture as readers of Markdown take it: its address names the medium. */
function imageBlock({ media_id, alt, caption, link: to }: StoredBlock['data']) {
  const onOneLine = (value: unknown): string => text(String(value ?? '')).value;
  const title = onOneLine(caption) || null;
  const image: Image = { type: 'image', url: `media:${media_id}`, alt: onOneLine(alt), title };
  const address = onOneLine(to);
  return paragraph(address === '' ? [image] : link(address, [image]));
}

/** The fields of any block in the order of its shape: short ones named on lines, long ones as they are. */
function fieldsOf(data: unknown, shape: TSchema): RootContent[] {
  if (!isObject(data)) return [];
  const { properties = {} } = shape as { properties?: Record<string, TSchema> };
  return Object.entries(properties).flatMap(([name, field]) => fieldOf(name, data[name], field));
}

function fieldOf(name: string, value: unknown, shape: TSchema): RootContent[] {
  if (value === undefined || value === null || value === '') return [];
  const { 'x-kind': kind, items } = shape as { 'x-kind'?: Kind; items?: TSchema };
  if (kind === 'html') return fromHtml(String(value));
  if (kind === 'blocks') return Array.isArray(value) ? value.flatMap(blockNodes) : [];
  if (kind === 'url' && isAbsoluteUrl(String(value))) return [named(name, link(String(value)))];
  if (kind === 'plain') return paragraphs(String(value), named(name, []).children);
  if (!Array.isArray(value)) return [named(name, [text(String(value))])];
  if (items === undefined || !('properties' in items)) return [named(name, [text(value.join(', '))])];
  return value.flatMap((item) => fieldsOf(item, items));
}

export function jsonToMarkdown(value: unknown): string {
  return serialize([{ type: 'code', lang: 'json', value: JSON.stringify(value, null, 2) }]);
}

/** Readers link these in any case, which the library escapes in lower case or not at all (GFM, section 6.9). */
const linked = ['[Xx][Mm][Pp][Pp]', '[Mm][Aa][Ii][Ll][Tt][Oo]', '[Hh][Tt][Tt][Pp][Ss]?', '[Ff][Tt][Pp]'];
const inTexts: Omit<Unsafe, 'character'> = {
  inConstruct: 'phrasing',
  notInConstruct: ['autolink', 'link', 'image', 'label'],
};

/** Code that would begin a line like a marker is indented by one column, which readers take off. */
const code: Handle = (node, parent, state, info) => {
  const fenced = defaultHandlers.code(node, parent, state, info);
  if (parent?.type !== 'root' || !/^<!--/m.test(fenced)) return fenced;
  return state.indentLines(fenced, (line, _, isBlank) => (isBlank ? '' : ' ') + line);
};

/** The library escapes a picture's text too little: it is read as that of a link. */
const image: Handle = (node: Image, parent, state, info) => {
  const { url, title = null, alt } = node;
  if (!alt || alt === url) return defaultHandlers.image(node, parent, state, info);
  return `!${defaultHandlers.link({ type: 'link', url, title, children: [text(alt)] }, parent, state, info)}`;
};

const options: Options = {
  bullet: '-',
  handlers: { code, image },
  unsafe: [
    ...linked.map((before) => ({ character: ':', before, ...inTexts })),
    { character: '.', before: '[Ww][Ww][Ww]', after: '[-.\\w]', ...inTexts },
  ],
  rule: '-',
  // A marker is right above its block.
  join: [(left, right) => (left.type === 'html' && right.type !== 'html' ? 0 : undefined)],
  extensions: [
    gfmAutolinkLiteralToMarkdown(),
    gfmStrikethroughToMarkdown(),
    gfmTableToMarkdown({ tablePipeAlign: false }),
  ],
};

/** GitHub Flavored Markdown that reads back as these nodes: the library escapes whatever is in a text. */
export function serialize(children: RootContent[]): string {
  return toMarkdown({ type: 'root', children }, options);
}
