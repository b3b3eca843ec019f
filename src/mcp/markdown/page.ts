import type { PhrasingContent, RootContent } from 'mdast';
import type { Kind, StoredBlock } from '../../content/blocks/block-type.js';
import { blockTypes } from '../../content/blocks/types.js';
import { isAbsoluteUrl } from '../../content/html/sanitizer.js';
import type { Page } from '../../content/page.js';
import { isObject } from '../../json.js';
import type { TSchema } from '../../validation/schema.js';
import { fromHtml } from './from-html.js';
import { heading, link, marker, named, paragraph, paragraphs, strong, table, text } from './nodes.js';
import { line } from './phrasing.js';
import { serialize } from './serialize.js';

export function pageToMarkdown({ id, title, type, slug, visibility, blocks }: Page): string {
  const kind = type === 'container' ? 'Chapter' : 'Page';
  const about = paragraph([text(`${kind} ${id} (${slug}), ${visibility}.`)]);
  return serialize([heading(1, title), about, ...blocks.flatMap(blockNodes)]);
}

/** A comment with type and id, so that a block can be corrected by what is read here; then its content. */
function blockNodes({ type, id, data }: StoredBlock): RootContent[] {
  const shape = blockTypes.get(type ?? '')?.data;
  const content = shape === undefined ? [] : contentOf(type, data, shape);
  return [marker(type ?? 'unknown', id ?? ''), ...content];
}

function contentOf(type: string | null, data: StoredBlock['data'], shape: TSchema): RootContent[] {
  if (type === 'heading') return [heading(Number(data.level ?? 2), String(data.text ?? ''))];
  if (type === 'table') return tableBlock(data);
  return fieldsOf(data, shape);
}

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function tableBlock({ caption, header, rows }: StoredBlock['data']): RootContent[] {
  const above = caption === undefined ? [] : [paragraph([strong([text(String(caption))])])];
  const cells = [
    listIn(header).map((name): PhrasingContent[] => [text(String(name))]),
    ...listIn(rows).map((row) => listIn(row).map((cell) => line(fromHtml(String(cell))))),
  ];
  return cells.some(({ length }) => length > 0) ? [...above, table(cells)] : above;
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
