import { isObject } from '../../lib/json.js';
import { report } from '../../validation/schema.js';
import { joinPath, message, type Violations } from '../../validation/violations.js';
import type { TextSanitizer } from '../html/sanitizer.js';
import { checkBlockTotal, checkListLength, maxBlocksOnPage } from '../limits.js';
import { type BlockData, type BlockType, isReferred, type Kind, type ReferredKind } from './block-type.js';
import { sanitizeText } from './sanitize-text.js';
import { blockTypes } from './types.js';
import { keepDeclaredMembers, mapKinds } from './walk-schema.js';

export interface Reference {
  readonly kind: ReferredKind;
  readonly id: number;
  readonly path: string;
}

/** Parsed `data` of a sent block: known members, sanitised. The blocks in it are `SentBlock`s. */
export interface SentData {
  readonly data: BlockData;
  readonly references: readonly Reference[];
}

/** A parsed block. Its id and its references are resolved against the stored page later. */
export interface SentBlock extends SentData {
  /** Dotted path in the body; empty: it is the body. */
  readonly path: string;
  readonly id: string | null;
  readonly type: string | null;
  /** The block's type; `null` if clients cannot write it. Then `data` is empty, and `sent` is the whole block. */
  readonly blockType: BlockType | null;
  readonly sent: Readonly<Record<string, unknown>>;
}

const members: ReadonlySet<string> = new Set(['id', 'type', 'data']);

/** Parses sent blocks: shape, kinds and texts. Their HTML, which `htmlIn` names, is sanitised ahead. */
export class BlockParser {
  #count = 0;

  constructor(
    private readonly sanitizer: TextSanitizer,
    private readonly violations: Violations,
  ) {}

  list(value: readonly unknown[], path: string): SentBlock[] {
    if (!checkListLength(value.length, path, this.violations)) return [];
    return value.flatMap((item, at) => this.block(item, joinPath(path, at)) ?? []);
  }

  /** @returns `null` when it is not a block; the reason is reported */
  block(sent: unknown, path: string): SentBlock | null {
    this.#count += 1;
    if (this.#count > maxBlocksOnPage + 1 || !checkBlockTotal(this.#count, this.violations)) return null;
    if (!isObject(sent)) {
      this.violations.add(path, message.type(path, 'object'));
      return null;
    }
    const unknown = path === '' ? [] : Object.keys(sent).filter((name) => !members.has(name));
    for (const name of unknown) this.violations.ignore(`${path}.`, name);
    const type = (typeof sent.type === 'string' && sent.type.trim()) || null;
    const blockType = blockTypes.get(type ?? '') ?? null;
    const id = typeof sent.id === 'string' ? sent.id : null;
    if (blockType === null) return { path, id, type, blockType, sent, data: {}, references: [] };
    const data = this.data(blockType, sent.data === undefined ? {} : sent.data, joinPath(path, 'data'));
    return { path, id, type, blockType, sent, ...data };
  }

  data(blockType: BlockType, sent: unknown, path: string): SentData {
    const references: Reference[] = [];
    if (!isObject(sent)) {
      this.violations.add(path, message.type(path, 'object'));
      return { data: {}, references };
    }
    const unknown = (name: string, at: string) => this.violations.ignore(at.slice(0, -joinPath('', name).length), name);
    const declared = keepDeclaredMembers(blockType.data, sent, { unknown }, path);
    const data = mapKinds(blockType.data, declared, (kind, value, field) => {
      const at = joinPath(path, field);
      if (kind === 'blocks' && Array.isArray(value)) return this.list(value, at);
      if (typeof value === 'string') return this.#clean(kind, value, at);
      if (isReferred(kind) && typeof value === 'number' && Number.isSafeInteger(value)) {
        references.push({ kind, id: value, path: at });
      }
      return value;
    });
    if (!report(blockType.data, declared, this.violations, path)) return { data: {}, references };
    return { data, references };
  }

  #clean(kind: Kind, text: string, path: string): string {
    const { clean, problem } = sanitizeText(kind, text, this.sanitizer);
    if (problem !== null) this.violations.add(path, problem(path));
    return clean;
  }
}
