import type { Change } from '../content/diff/changes.js';
import { type FieldDiff, wholeFields } from '../content/diff/fields.js';
import { type BlockDiff, wholeBlock } from '../content/diff/page-diff.js';
import { changedBlocks, signedField } from '../content/diff/signs.js';
import { visible } from '../lib/display-safety.js';
import { shortValue } from './output.js';

/** One subject's difference, for programs: removed blocks first, then the others in page order. */
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
    blocks: [...entries.filter(isRemoved), ...entries.filter((one) => !isRemoved(one))],
  };
}

/** A field's diff. Without `from` the field is new, without `to` removed. `from_field` is its former path. */
function fieldEntry({ field, from_field, from, to }: FieldDiff) {
  const elsewhere = from_field === undefined ? {} : { from_field };
  return { field, ...elsewhere, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}

/** Entries of the blocks that differ. An added or removed block has the blocks inside it in its data, and not as entries. */
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

/** One subject's difference, in lines for people. */
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
  file: 'file',
};

function nameOf({ kind, id, title, path }: Pick<Change, 'kind' | 'id' | 'title' | 'path'>): string {
  if (kind === 'file') return `${nouns[kind]} ${path}`;
  return [nouns[kind], ...(id === null ? [] : [id]), ...(title === null ? [] : [JSON.stringify(title)])].join(' ');
}

/** Lines below the name of a difference. */
export function diffLines({ fields, blocks }: Pick<Change, 'fields' | 'blocks'>): string[] {
  return [...fields.map((field) => `  ${fieldLine(field)}`), ...[...changedBlocks(blocks)].flatMap(blockLines)];
}

function blockLines({ change, moved, type, id, at, from_at, before, after, fields }: BlockDiff): string[] {
  const identity = [type ?? 'untyped', id].filter((part) => part !== null).join(' ');
  const changes = [...(change === 'same' ? [] : [change]), ...(moved ? [`moved from ${from_at}`] : [])].join(', ');
  const head = visible(`  block ${at ?? from_at} (${identity}) ${changes}`);
  const blockData = change === 'added' ? after : change === 'removed' ? before : undefined;
  const data = blockData === undefined ? [] : [shortValue(blockData)];
  return [head, ...[...data, ...fields.map(fieldLine)].map((line) => `    ${line}`)];
}

function fieldLine(diff: FieldDiff): string {
  if (diff.field === 'position' && 'from' in diff && 'to' in diff) return 'moved among its siblings';
  const marked = signedField(diff)?.replace(/\s+/g, ' ');
  if (diff.moved && diff.from_field !== undefined) {
    return visible(`${diff.field}: moved from ${diff.from_field}${marked === undefined ? '' : `, ${marked}`}`);
  }
  if (marked !== undefined) return visible(`${diff.field}: ${marked}`);
  const sides = (['from', 'to'] as const).filter((side) => side in diff);
  const values = sides.map((side) => shortValue(diff[side]));
  return `${visible(diff.field)}: ${values.join(' → ')}${'to' in diff ? '' : ' removed'}`;
}
