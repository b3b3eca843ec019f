import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../json.js';
import { message } from '../../validation/messages.js';
import { joinPath, type Violations } from '../../validation/violations.js';
import { type BlockData, type BlockType, maxBlockLevels, type StoredBlock } from './block-type.js';
import type { Reference, SentBlock, SentData } from './parse.js';
import { matchStored } from './stored-match.js';
import { blockTypes } from './types.js';

/** What settling needs to know of the brand. */
export interface SettleRules {
  newId(): string;
  /** Whether a block may refer to this. */
  allows(reference: Reference): boolean;
  /** The blocks whose place the sent ones take. */
  readonly replaced: readonly StoredBlock[];
  /** Ids are kept as they were sent, and `backend: true` marks a block that clients cannot write. Imports only. */
  readonly isImport?: boolean;
}

/** Turns blocks that were read into blocks as they are stored, on the content that is newest now. */
export class Settler {
  readonly #rules: SettleRules;
  readonly #violations: Violations;
  #matches: ReadonlyMap<SentBlock, StoredBlock> = new Map();

  constructor(rules: SettleRules, violations: Violations) {
    this.#rules = rules;
    this.#violations = violations;
  }

  /** Blocks that stand next to one another. @param level 1 for the list of a page */
  list(sent: readonly SentBlock[], level: number): StoredBlock[] {
    this.#matches = matchStored(sent, this.#rules.replaced);
    return this.#list(sent, level);
  }

  /** The `data` of a stored block of this type. */
  data(blockType: BlockType, { data, references }: SentData, level: number): BlockData {
    const inner: SentBlock[] = [];
    blockType.mapChildren?.(data, (list: readonly SentBlock[]) => {
      inner.push(...list);
      return list;
    });
    this.#matches = matchStored(inner, this.#rules.replaced);
    return this.#data(blockType, { data, references }, level);
  }

  #list(sent: readonly SentBlock[], level: number): StoredBlock[] {
    const [first] = sent;
    if (first !== undefined && level > maxBlockLevels) {
      const path = first.path.slice(0, first.path.lastIndexOf('.'));
      this.#violations.add(path, message.blockDepth(path, maxBlockLevels));
      return [];
    }
    return sent.flatMap((block) => this.#block(block, level) ?? []);
  }

  /** @returns `null` when it cannot be stored; the reason is reported */
  #block(block: SentBlock, level: number): StoredBlock | null {
    const stored = this.#matches.get(block);
    const { blockType, id } = block;
    if (blockType === null) return this.#backendBlock(block, stored);
    const data = this.#data(blockType, block, level);
    return { id: stored === undefined ? this.#newId(id) : stored.id, type: blockType.type, data };
  }

  #newId(sent: string | null): string {
    return (this.#rules.isImport ? sent : null) ?? this.#rules.newId();
  }

  #data(blockType: BlockType, { data, references }: SentData, level: number): BlockData {
    for (const reference of references) {
      if (!this.#rules.allows(reference)) this.#violations.add(reference.path, message.selected(reference.path));
    }
    return blockType.mapChildren?.(data, (list: readonly SentBlock[]) => this.#list(list, level + 1)) ?? data;
  }

  /** A block made in the backend comes back unchanged or not at all. */
  #backendBlock({ path, id, type, sent }: SentBlock, stored: StoredBlock | undefined): StoredBlock | null {
    if (stored !== undefined) {
      if (sent.data === undefined || isDeepStrictEqual(sent.data, stored.data)) return stored;
      this.#violations.add(joinPath(path, 'data'), message.backendBlock(joinPath(path, 'data')));
      return null;
    }
    if (this.#rules.isImport && sent.backend === true) {
      return { id: this.#newId(id), type, data: isObject(sent.data) ? sent.data : {} };
    }
    const at = joinPath(path, 'type');
    if (type !== null) this.#violations.add(at, message.selected(at, [...blockTypes.keys()]));
    else this.#violations.add(at, isMissing(sent.type) ? message.required(at) : message.type(at, 'string'));
    return null;
  }
}

function isMissing(type: unknown): boolean {
  return type === undefined || type === null || typeof type === 'string';
}
