import type { ErrorText } from '../../lib/say.js';
import { mediaProblem } from '../media.js';
import { allBlocks } from './block-tree.js';
import { isReferred, type ReferredKind, referredKinds, type StoredBlock } from './block-type.js';
import type { Reference } from './parse.js';
import { blockTypes } from './types.js';
import { mapKinds } from './walk-schema.js';
import { keepWithheld } from './withheld.js';

type References = Readonly<Record<ReferredKind, readonly number[]>>;

/** Content that refers to things: blocks, and the cover of a page. */
export interface Referring {
  readonly blocks: readonly StoredBlock[];
  readonly cover?: number | null;
}

/** The things that a page refers to, by kind, each once, ascending. */
export function references({ blocks, cover }: Referring): References {
  const ids = { media: new Set<number>(), color: new Set<number>(), collection: new Set<number>() };
  if (cover != null) ids.media.add(cover);
  for (const { type, data } of allBlocks(blocks)) {
    const blockType = blockTypes.get(type ?? '');
    if (blockType === undefined) continue;
    mapKinds(blockType.data, data, (kind, value) => {
      if (isReferred(kind) && typeof value === 'number') ids[kind].add(value);
      return value;
    });
  }
  const ascending = (ids: Set<number>): number[] => [...ids].sort((a, b) => a - b);
  return { media: ascending(ids.media), color: ascending(ids.color), collection: ascending(ids.collection) };
}

const letters: Readonly<Record<ReferredKind, string>> = { media: 'm', color: 'c', collection: 's' };

/** References of a page as one text, such as ` m3 m17 c2 s1 `: many pages have one, and lists take three times the memory. */
export function referencesText(page: Referring): string {
  const ids = references(page);
  const marks = referredKinds.flatMap((kind) => ids[kind].map((id) => letters[kind] + id));
  return marks.length === 0 ? '' : ['', ...marks, ''].join(' ');
}

/** The part of a `referencesText` that names one thing. */
export function referenceMark(kind: ReferredKind, id: number): string {
  return ` ${letters[kind]}${id} `;
}

export function idsReferredTo(text: string, kind: ReferredKind): number[] {
  return text.split(' ').flatMap((mark) => (mark.startsWith(letters[kind]) ? [Number(mark.slice(1))] : []));
}

/** Content of `catalogAt`: a new reference is to what may be used now. */
type Referable = Parameters<typeof mediaProblem>[0] & Readonly<Record<'colors' | 'collections', Ids>>;

interface Ids {
  has(id: number): boolean;
}

/** Reason why a block cannot newly refer to it; `null` if it can. */
function referenceProblem(catalog: Referable, { kind, id }: Omit<Reference, 'path'>): ErrorText | null {
  if (kind === 'media') return mediaProblem(catalog, id);
  return catalog[kind === 'color' ? 'colors' : 'collections'].has(id) ? null : 'it does not exist';
}

export function refersTo(ids: References, { kind, id }: Omit<Reference, 'path'>): boolean {
  return ids[kind].includes(id);
}

/** `referenceProblem` for these pages: their existing references stay valid. */
export function referenceProblems(catalog: Referable, pages: readonly Referring[]) {
  let existing: References[] | undefined;
  return (reference: Reference): ErrorText | null => {
    const problem = referenceProblem(catalog, reference);
    if (problem === null) return null;
    existing ??= pages.map(references);
    return existing.some((used) => refersTo(used, reference)) ? null : problem;
  };
}

/** Whether a thing with this id is there. */
export type IsThere = Readonly<Record<ReferredKind, (id: number) => boolean>>;

/** The members of a page without the references to what is not there. */
export function withoutReferences({ blocks, cover }: Required<Referring>, isThere: IsThere): Required<Referring> {
  return {
    blocks: blocksWithout(blocks, isThere),
    cover: cover !== null && isThere.media(cover) ? cover : null,
  };
}

function blocksWithout(blocks: readonly StoredBlock[], isThere: IsThere): StoredBlock[] {
  return blocks.map((block) => {
    const blockType = blockTypes.get(block.type ?? '');
    if (blockType === undefined) return block;
    const data = mapKinds(blockType.data, block.data, (kind, value) => {
      if (kind === 'blocks' && Array.isArray(value)) return blocksWithout(value, isThere);
      const isGone = isReferred(kind) && typeof value === 'number' && !isThere[kind](value);
      return isGone ? undefined : value;
    });
    return { ...block, data: keepWithheld(block.data, data) };
  });
}
