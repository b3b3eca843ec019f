import type { ErrorText } from '../../lib/say.js';
import { mediaProblem } from '../media.js';
import { allBlocks } from './block-tree.js';
import type { StoredBlock } from './block-type.js';
import type { Reference } from './parse.js';
import { blockTypes } from './types.js';
import { mapKinds } from './walk-schema.js';
import { keepWithheld } from './withheld.js';

interface References {
  readonly media: readonly number[];
  readonly colors: readonly number[];
}

/** The media and colours that the blocks of a page refer to, each once, ascending. */
export function references(blocks: readonly StoredBlock[]): References {
  const ids = { media: new Set<number>(), color: new Set<number>() };
  for (const { type, data } of allBlocks(blocks)) {
    const blockType = blockTypes.get(type ?? '');
    if (blockType === undefined) continue;
    mapKinds(blockType.data, data, (kind, value) => {
      if ((kind === 'media' || kind === 'color') && typeof value === 'number') ids[kind].add(value);
      return value;
    });
  }
  const ascending = (ids: Set<number>): number[] => [...ids].sort((a, b) => a - b);
  return { media: ascending(ids.media), colors: ascending(ids.color) };
}

/** References of a page as one text, such as ` m3 m17 c2 `: many pages have one, and lists take three times the memory. */
export function referencesText(blocks: readonly StoredBlock[]): string {
  const { media, colors } = references(blocks);
  const marks = [...media.map((id) => `m${id}`), ...colors.map((id) => `c${id}`)];
  return marks.length === 0 ? '' : ['', ...marks, ''].join(' ');
}

/** The part of a `referencesText` that names a medium or a colour. */
export function referenceMark(kind: 'media' | 'color', id: number): string {
  return ` ${kind.charAt(0)}${id} `;
}

export function idsReferredTo(text: string, kind: 'media' | 'color'): number[] {
  return text.split(' ').flatMap((mark) => (mark.startsWith(kind.charAt(0)) ? [Number(mark.slice(1))] : []));
}

/** Content of `catalogAt`: a new reference is to what may be used now. */
type Referable = Parameters<typeof mediaProblem>[0] & { readonly colors: { has(id: number): boolean } };

/** Reason why a block cannot newly refer to it; `null` if it can. */
function referenceProblem(catalog: Referable, { kind, id }: Omit<Reference, 'path'>): ErrorText | null {
  if (kind === 'media') return mediaProblem(catalog, id);
  return catalog.colors.has(id) ? null : 'it does not exist';
}

export function refersTo({ colors, media }: References, { kind, id }: Omit<Reference, 'path'>): boolean {
  return (kind === 'color' ? colors : media).includes(id);
}

/** `referenceProblem` for blocks of these pages: their existing references stay valid. */
export function referenceProblems(catalog: Referable, pages: readonly { readonly blocks: readonly StoredBlock[] }[]) {
  let existing: References[] | undefined;
  return (reference: Reference): ErrorText | null => {
    const problem = referenceProblem(catalog, reference);
    if (problem === null) return null;
    existing ??= pages.map(({ blocks }) => references(blocks));
    return existing.some((used) => refersTo(used, reference)) ? null : problem;
  };
}

export function withoutReferences(
  blocks: readonly StoredBlock[],
  isThere: { readonly media: (id: number) => boolean; readonly color: (id: number) => boolean },
): StoredBlock[] {
  return blocks.map((block) => {
    const blockType = blockTypes.get(block.type ?? '');
    if (blockType === undefined) return block;
    const data = mapKinds(blockType.data, block.data, (kind, value) => {
      if (kind === 'blocks' && Array.isArray(value)) return withoutReferences(value, isThere);
      const refers = (kind === 'media' || kind === 'color') && typeof value === 'number';
      return !refers || isThere[kind](value) ? value : undefined;
    });
    return { ...block, data: keepWithheld(block.data, data) };
  });
}
