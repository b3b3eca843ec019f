import type { Kind, StoredBlock } from '../../content/blocks/block-type.js';
import { isObject } from '../../content/blocks/block-type.js';
import { blockTypes } from '../../content/blocks/registry.js';
import type { Page } from '../../content/page.js';
import type { TSchema } from '../../content/schema.js';
import { htmlToMarkdown, tableToMarkdown } from './html.js';

export function pageToMarkdown({ id, title, type, slug, visibility, blocks }: Page): string {
  const head = `# ${title}\n\n${type === 'container' ? 'Chapter' : 'Page'} ${id} (${slug}), ${visibility}.`;
  return `${[head, ...blocks.map((block) => blockToMarkdown(block, 1))].join('\n\n')}\n`;
}

/** A comment with type and id, so that a block can be corrected by what is read here; then its content. */
function blockToMarkdown(block: StoredBlock, level: number): string {
  const type = block.type ?? 'unknown';
  const shape = blockTypes.get(type)?.data;
  const content = shape === undefined ? '' : contentOf(type, block.data, shape, level);
  return [`<!-- ${type} ${block.id ?? ''} -->`, content].filter((part) => part !== '').join('\n');
}

function contentOf(type: string, data: Readonly<Record<string, unknown>>, shape: TSchema, level: number): string {
  if (type === 'heading') return `${'#'.repeat(Math.min(6, Number(data.level ?? 2)))} ${data.text ?? ''}`;
  if (type === 'rich_text') return htmlToMarkdown(String(data.html ?? ''));
  if (type === 'table') return tableBlock(data);
  return fieldsOf(data, shape, level).join('\n\n');
}

function tableBlock({ caption, header, rows }: Readonly<Record<string, unknown>>): string {
  const cells = (rows as string[][] | undefined) ?? [];
  const names = (header as string[] | undefined) ?? cells[0]?.map(() => '') ?? [];
  const markdown = tableToMarkdown(
    names,
    cells.map((row) => row.map((cell) => htmlToMarkdown(String(cell)))),
  );
  return [caption === undefined ? '' : `**${caption}**`, markdown].filter((part) => part !== '').join('\n\n');
}

/** The fields of any block in the order of its shape: short ones named on lines, long ones as they are. */
function fieldsOf(data: unknown, shape: TSchema, level: number): string[] {
  if (!isObject(data)) return [];
  const { properties = {} } = shape as { properties?: Record<string, TSchema> };
  return Object.entries(properties).flatMap(([name, field]) => fieldOf(name, data[name], field, level));
}

function fieldOf(name: string, value: unknown, shape: TSchema, level: number): string[] {
  if (value === undefined || value === null || value === '') return [];
  const { 'x-kind': kind, items } = shape as { 'x-kind'?: Kind; items?: TSchema };
  if (kind === 'html') return [htmlToMarkdown(String(value))];
  if (kind === 'blocks') return (value as StoredBlock[]).map((block) => blockToMarkdown(block, level + 1));
  if (!Array.isArray(value)) return [`**${name}**: ${value}`];
  if (items === undefined || !('properties' in items)) return [`**${name}**: ${value.join(', ')}`];
  return value.flatMap((item) => fieldsOf(item, items, level));
}
