import { isDeepStrictEqual } from 'node:util';
import { isObject, sortedJson } from '../../lib/json.js';
import type { ErrorText } from '../../lib/say.js';
import { joinPath, message, type Violations } from '../../validation/violations.js';
import { checkBlockDepth } from '../limits.js';
import { allBlocks } from './block-tree.js';
import type { BlockData, BlockType, StoredBlock } from './block-type.js';
import { holdsBlocks, mapChildren } from './children.js';
import { reportItems } from './collection-blocks.js';
import type { Reference, SentBlock, SentData } from './parse.js';
import { blockTypes } from './types.js';
import { keepWithheld } from './withheld.js';

export interface ResolveRules {
  newId(): string;
  /** Why a block cannot refer to it; `null` if it can. */
  problem(reference: Reference): ErrorText | null;
  /** Stored blocks that the sent ones replace, and whose ids they may keep. */
  readonly replaced: readonly StoredBlock[];
  /** Whether blocks are matched only by id. Default: a block without an id may get the id of an equal one. */
  readonly isKnownById?: (block: StoredBlock) => boolean;
  /** Whether a new block keeps the id that it was sent with. Default: none does. */
  keepsId?(id: string): boolean;
  /** Called with the id that a block was sent with, and the one that it got in its place. */
  onGiven?(sent: string, given: string): void;
  /** Whether `backend: true` marks a block that clients cannot write. */
  readonly isImport?: boolean;
}

/** Resolves sent blocks against the newest content: ids, references, depth. */
export class BlockResolver {
  #matches: ReadonlyMap<SentBlock, StoredBlock> = new Map();

  constructor(
    private readonly rules: ResolveRules,
    private readonly violations: Violations,
  ) {}

  /** @param level 1 for the list of a page */
  list(sent: readonly SentBlock[], level: number): StoredBlock[] {
    this.#matches = matchStored(sent, this.rules);
    return this.#list(sent, level);
  }

  data(blockType: BlockType, { data, references }: SentData, level: number): BlockData {
    const inner: SentBlock[] = [];
    mapChildren({ type: blockType.type, data }, (list: readonly SentBlock[]) => {
      inner.push(...list);
      return list;
    });
    this.#matches = matchStored(inner, this.rules);
    return this.#data(blockType, { data, references }, level);
  }

  #list(sent: readonly SentBlock[], level: number): StoredBlock[] {
    const [first] = sent;
    if (first === undefined) return [];
    const path = first.path.slice(0, first.path.lastIndexOf('.'));
    if (!checkBlockDepth(level, path, this.violations)) return [];
    return sent.flatMap((block) => this.#block(block, level) ?? []);
  }

  /** @returns `null` when it cannot be stored; the reason is reported */
  #block(block: SentBlock, level: number): StoredBlock | null {
    const stored = this.#matches.get(block);
    const { blockType, id } = block;
    if (blockType === null) return this.#backendBlock(block, stored);
    const data = this.#data(blockType, block, level);
    // An unchanged block stays byte for byte, also where the rules of today would store other bytes.
    if (stored && isDeepStrictEqual(holdsBlocks(blockType.type) ? data : block.sent.data, stored.data)) return stored;
    reportItems(blockType.type, data, joinPath(block.path, 'data'), this.violations);
    if (stored === undefined) return { id: this.#newId(id), type: blockType.type, data };
    keepWithheld(stored.data, data);
    return { id: stored.id, type: blockType.type, data };
  }

  #newId(sent: string | null): string {
    const { keepsId, newId, onGiven } = this.rules;
    if (sent !== null && keepsId?.(sent)) return sent;
    const given = newId();
    if (sent !== null) onGiven?.(sent, given);
    return given;
  }

  #data(blockType: BlockType, { data, references }: SentData, level: number): BlockData {
    for (const reference of references) {
      const problem = this.rules.problem(reference);
      if (problem !== null) this.violations.add(reference.path, message.selectedBecause(reference.path, problem));
    }
    return mapChildren({ type: blockType.type, data }, (list: readonly SentBlock[]) => this.#list(list, level + 1));
  }

  /** A block made in the backend comes back unchanged or not at all. */
  #backendBlock({ path, id, type, sent }: SentBlock, stored: StoredBlock | undefined): StoredBlock | null {
    if (stored !== undefined) {
      if (sent.data === undefined || isDeepStrictEqual(sent.data, stored.data)) return stored;
      this.violations.add(joinPath(path, 'data'), message.unchangeableBlock(joinPath(path, 'data')));
      return null;
    }
    if (this.rules.isImport && sent.backend === true) {
      return { id: this.#newId(id), type, data: isObject(sent.data) ? sent.data : {} };
    }
    const at = joinPath(path, 'type');
    if (type !== null) this.violations.add(at, message.selected(at, [...blockTypes.keys()]));
    else this.violations.add(at, isMissing(sent.type) ? message.required(at) : message.type(at, 'string'));
    return null;
  }
}

function isMissing(type: unknown): boolean {
  return type === undefined || type === null || typeof type === 'string';
}

/**
 * The stored block that each sent one replaces, and whose id it keeps: the one with the id and type it was sent with; without one,
 * the first of equal type and content that no other replaces. Each is replaced once, in document order.
 */
function matchStored(
  sent: readonly SentBlock[],
  { replaced: stored, isKnownById }: ResolveRules,
): Map<SentBlock, StoredBlock> {
  const matches = new Map<SentBlock, StoredBlock>();
  if (stored.length === 0) return matches;
  const sentBlocks = allBlocks(sent);
  const unmatchedStored = new Set(stored);
  const match = (block: SentBlock, storedBlock: StoredBlock | undefined): void => {
    if (storedBlock === undefined || !unmatchedStored.delete(storedBlock)) return;
    matches.set(block, storedBlock);
  };
  const byId = new Map(stored.filter(isKnownById ?? (() => true)).map((block) => [block.id, block]));
  for (const block of sentBlocks) {
    const storedBlock = block.id === null ? undefined : byId.get(block.id);
    if (storedBlock?.type === block.type) match(block, storedBlock);
  }
  const unmatchedSent = sentBlocks.filter((block) => !matches.has(block));
  if (unmatchedSent.length === 0 || unmatchedStored.size === 0) return matches;
  const byContent = new Map<string, StoredBlock[]>();
  for (const block of unmatchedStored) {
    if (isKnownById?.(block)) continue;
    const key = contentKey(block);
    const sameContent = byContent.get(key);
    if (sameContent === undefined) byContent.set(key, [block]);
    else sameContent.push(block);
  }
  for (const block of unmatchedSent) match(block, byContent.get(contentKey(block))?.shift());
  return matches;
}

type Content = Pick<SentBlock, 'type' | 'data'> & { readonly sent?: SentBlock['sent'] };

/** Comparison key: equal for blocks of one type with equal data, whatever the ids of the blocks in them. */
export function contentKey(block: Content): string {
  return sortedJson(contentOf(block));
}

function contentOf({ type, data, sent }: Content): unknown {
  if (!blockTypes.has(type ?? '')) return [type, sent?.data ?? data];
  return [type, mapChildren({ type, data }, (list: readonly Content[]) => list.map(contentOf))];
}
