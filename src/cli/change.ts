import type { Change } from '../content/diff/changes.js';
import { type FieldDiff, wholeFields } from '../content/diff/fields.js';
import { type BlockDiff, wholeBlock } from '../content/diff/page-diff.js';
import { changedBlocks, signedField } from '../content/diff/signs.js';
import { visible } from '../lib/display-safety.js';
import { withoutUndefined } from '../lib/json.js';
import { shortValue } from './output.js';

/** One difference, for programs. Removed blocks come first, then all others in page order. */
export function changeJson({ kind, id, title, path, change, fields, blocks }: Change) {
  const entries = [...blockEntries(blocks)];
  const isRemoved = (entry: (typeof entries)[number]): boolean => entry.change === 'removed';
  return {
    kind,
    id,
    title,
    path,
    change,
    fields: fields.map(fieldEntry),
    blocks: [...entries.filter(isRemoved), ...entries.filter((entry) => !isRemoved(entry))],
  };
}

/** The diff of a field. A new field has no `from`, and a removed one no `to`. `from_field` is the earlier path. */
function fieldEntry({ field, from_field, from, to }: FieldDiff) {
  return { field, ...withoutUndefined({ from_field, from, to }) };
}

/**
 * Entries of the blocks that differ. An added or removed block has the blocks inside it in its data, and not as
 * entries.
 */
function* blockEntries(blocks: readonly BlockDiff[], within?: BlockDiff['change']): Generator<BlockEntry> {
  for (const block of blocks) {
    const { change, moved, from_at, fields, lists } = block;
    if (change === 'added' || change === 'removed') {
      const side = change === 'added' ? 'to' : 'from';
      if (change !== within) yield blockEntry(block, change, wholeFields(wholeBlock(block).data, side));
    }
    if (moved) yield { ...blockEntry(block, 'moved', []), from_at };
    if (change === 'edited') yield blockEntry(block, change, fields);
    for (const list of lists) yield* blockEntries(list.blocks, change);
  }
}

type BlockEntry = ReturnType<typeof blockEntry> & { readonly from_at?: string | null };

function blockEntry(
  { id, type, at, from_at }: BlockDiff,
  change: 'added' | 'removed' | 'moved' | 'edited',
  fields: readonly FieldDiff[],
) {
  return { change, block: id, type, at: at ?? from_at, fields: fields.map(fieldEntry) };
}

/** One difference, in lines for people. */
export function changeText(change: Change): string {
  const { fields, blocks } = change;
  const head = `${visible(nameOf(change))} ${change.change === 'trashed' ? 'moved to the trash' : change.change}`;
  return [head, ...diffLines({ fields, blocks })].join('\n');
}

const nouns: Record<Change['kind'], string> = {
  brand: 'brand settings',
  portal: 'portal settings',
  page: 'page',
  section: 'corporate language section',
  language: 'corporate language document',
  color: 'colour',
  media: 'medium',
  categories: 'brand context categories',
  entry: 'brand context entry',
  ids: 'highest page id',
  purged: 'purged files',
  tags: 'tags of media',
  media_categories: 'categories of media',
  collection: 'collection',
  translation: 'translation',
  file: 'file',
};

function nameOf({ kind, id, title, path }: Pick<Change, 'kind' | 'id' | 'title' | 'path'>): string {
  if (kind === 'file') return `${nouns[kind]} ${path}`;
  const quotedTitle = title === null ? null : JSON.stringify(title);
  return [nouns[kind], id, quotedTitle].filter((part) => part !== null).join(' ');
}

/** Lines below the name of a difference. */
export function diffLines({ fields, blocks }: Pick<Change, 'fields' | 'blocks'>): string[] {
  return [...fields.map((field) => `  ${fieldLine(field)}`), ...[...changedBlocks(blocks)].flatMap(blockLines)];
}

function blockLines(diff: BlockDiff): string[] {
  const { change, moved, type, id, at, from_at, fields } = diff;
  const identity = [type ?? 'untyped', id].filter((part) => part !== null).join(' ');
  const changes: string[] = change === 'same' ? [] : [change];
  if (moved) changes.push(`moved from ${from_at}`);
  const head = visible(`  block ${at ?? from_at} (${identity}) ${changes.join(', ')}`);
  const details = [...wholeData(diff), ...fields.map(fieldLine)];
  return [head, ...details.map((line) => `    ${line}`)];
}

/** Data of a block that was added or removed. */
function wholeData({ change, before, after }: BlockDiff): string[] {
  const side = change === 'added' ? after : before;
  const isWhole = change === 'added' || change === 'removed';
  return isWhole && side !== undefined ? [shortValue(side)] : [];
}

function fieldLine(diff: FieldDiff): string {
  const { field, from_field } = diff;
  if (field === 'position' && 'from' in diff && 'to' in diff) return 'moved among its siblings';
  const marked = signedField(diff)?.replace(/\s+/g, ' ');
  if (diff.moved && from_field !== undefined) {
    const move = `${field}: moved from ${from_field}`;
    return visible(marked === undefined ? move : `${move}, ${marked}`);
  }
  if (marked !== undefined) return visible(`${field}: ${marked}`);

  const sides = (['from', 'to'] as const).filter((side) => side in diff);
  const values = sides.map((side) => shortValue(diff[side])).join(' → ');
  return `${visible(field)}: ${values}${'to' in diff ? '' : ' removed'}`;
}
