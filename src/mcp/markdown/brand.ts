import { isObject } from '../../content/blocks/block-type.js';
import type { Brand, BrandColor } from '../../content/brand.js';
import type { ContextEntry } from '../../content/brand-context.js';
import { indented, tableToMarkdown } from './html.js';

export function brandToMarkdown({ name, slug, theme }: Brand): string {
  const { colors, fonts, font, palette } = theme;
  const parts = [
    `# ${name}`,
    `Brand ${slug}. Font stack: ${font}`,
    '## Theme colours',
    Object.entries(colors)
      .map(([role, value]) => `- ${role}: ${value}`)
      .join('\n'),
    '## Fonts',
    fonts.map(({ role, family }) => `- ${role}: ${family}`).join('\n'),
    '## Palette',
    tableToMarkdown(['id', 'name', 'role', 'hex', 'use'], palette.map(colorRow)),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function colorRow({ id, name, role, hex, description }: BrandColor): string[] {
  return [String(id), name, role ?? '', hex, description ?? ''];
}

export function entryToMarkdown({ title, category_label, body, sources }: ContextEntry): string {
  const links = sources.map((source) => `- [${source.title}](${source.url})`);
  const parts = [`# ${title}`, `Category: ${category_label}`, body];
  return `${[...parts, ...(links.length > 0 ? ['## Sources', links.join('\n')] : [])].join('\n\n')}\n`;
}

/** The corporate language, which sections may extend by any member, as headings and lists. */
export function languageToMarkdown(document: Readonly<Record<string, unknown>>): string {
  const { brand, schema_version: _, version, status, ...sections } = document;
  const parts = Object.entries(sections).flatMap(([name, section]) => {
    return isObject(section) && Object.keys(section).length > 0 ? [`## ${spaced(name)}`, members(section)] : [];
  });
  return `${[`# Corporate language of ${brand}`, `Version ${version}, ${status}.`, ...parts].join('\n\n')}\n`;
}

const spaced = (name: string): string => name.replaceAll('_', ' ');

function members(value: Readonly<Record<string, unknown>>): string {
  return Object.entries(value)
    .map(([name, member]) => {
      const shown = shownValue(member);
      const isNested = typeof member === 'object' && member !== null;
      return isNested
        ? `- ${spaced(name)}:\n${indented(shown, '  ', '  ')}`
        : indented(`${spaced(name)}: ${shown}`, '- ', '  ');
    })
    .join('\n');
}

function shownValue(value: unknown): string {
  if (Array.isArray(value)) return value.map((item) => indented(shownValue(item), '- ', '  ')).join('\n');
  if (isObject(value)) return members(value);
  return String(value);
}
