import type { BlockContent, RootContent } from 'mdast';
import type { Brand, BrandColor } from '../../content/brand.js';
import type { ContextEntry } from '../../content/brand-context.js';
import { isObject } from '../../json.js';
import { heading, link, list, paragraph, paragraphs, table, text } from './nodes.js';
import { serialize } from './serialize.js';

export function brandToMarkdown({ name, slug, theme }: Brand): string {
  const { colors, fonts, font, palette } = theme;
  return serialize([
    heading(1, name),
    said(`Brand ${slug}. Font stack: ${font}`),
    heading(2, 'Theme colours'),
    ...bullets(Object.entries(colors).map(([role, value]) => [said(`${role}: ${value}`)])),
    heading(2, 'Fonts'),
    ...bullets(fonts.map(({ role, family }) => [said(`${role}: ${family}`)])),
    heading(2, 'Palette'),
    table(
      [['id', 'name', 'role', 'hex', 'use'], ...palette.map(colorRow)].map((row) => row.map((cell) => [text(cell)])),
    ),
  ]);
}

const said = (value: string) => paragraph([text(value)]);

/** A list of nothing would be an empty item. */
const bullets = (items: BlockContent[][]): BlockContent[] => (items.length === 0 ? [] : [list(items)]);

function colorRow({ id, name, role, hex, description }: BrandColor): string[] {
  return [String(id), name, role ?? '', hex, description ?? ''];
}

export function entryToMarkdown({ title, category_label, body, sources }: ContextEntry): string {
  const links = sources.map((source) => [paragraph(link(source.url, [text(source.title)]))]);
  return serialize([
    heading(1, title),
    said(`Category: ${category_label}`),
    ...paragraphs(body),
    ...(links.length > 0 ? [heading(2, 'Sources'), ...bullets(links)] : []),
  ]);
}

/** The corporate language, which sections may extend by any member, as headings and lists. */
export function languageToMarkdown(document: Readonly<Record<string, unknown>>): string {
  const { brand, schema_version: _, version, status, ...sections } = document;
  const parts = Object.entries(sections).flatMap(([name, section]): RootContent[] => {
    if (!isObject(section) || Object.keys(section).length === 0) return [];
    return [heading(2, withSpaces(name)), ...members(section)];
  });
  return serialize([heading(1, `Corporate language of ${brand}`), said(`Version ${version}, ${status}.`), ...parts]);
}

const withSpaces = (name: string): string => name.replaceAll('_', ' ');

function members(value: Readonly<Record<string, unknown>>): BlockContent[] {
  return bullets(Object.entries(value).map(([name, member]) => shown(member, `${withSpaces(name)}: `)));
}

/** @param lead before it, on its first line */
function shown(value: unknown, lead = ''): BlockContent[] {
  const before = lead === '' ? [] : [said(lead)];
  if (Array.isArray(value)) return [...before, ...bullets(value.map((item) => shown(item)))];
  if (isObject(value)) return [...before, ...members(value)];
  return paragraphs(`${lead}${value}`);
}
