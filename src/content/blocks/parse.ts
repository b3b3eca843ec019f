import { isObject } from '../../json.js';
import { message } from '../../validation/messages.js';
import { pointerToPath, reportErrors } from '../../validation/schema.js';
import { joinPath, type Violations } from '../../validation/violations.js';
import type { Sanitizer } from '../html/sanitizer.js';
import { type BlockData, type BlockType, type Kind, maxBlocksInList, maxBlocksOnPage } from './block-type.js';
import { cleanText } from './kinds.js';
import { blockTypes } from './types.js';
import { type Holder, type KindVisitor, validatorOf } from './validate.js';
import { declaredMembers } from './walk-schema.js';

/** What a block refers to, and where it says so. */
export interface Reference {
  readonly kind: 'media' | 'color';
  readonly id: number;
  readonly path: string;
}

/** The `data` of a block as it was sent, read: known members, clean. The blocks in it are `SentBlock`s. */
export interface SentData {
  readonly data: BlockData;
  readonly references: readonly Reference[];
}

/** A block as it was sent, read. What only the stored page tells, its own id among it, is left open: see `settle.ts`. */
export interface SentBlock extends SentData {
  /** Where it stands in the body, dotted; empty: it is the body. */
  readonly path: string;
  readonly id: string | null;
  readonly type: string | null;
  /** `null`: of a type that clients cannot write. Then `data` is empty, and `sent` says all. */
  readonly blockType: BlockType | null;
  readonly sent: Readonly<Record<string, unknown>>;
}

/**
 * Reads blocks as they were sent, each once: shape, kinds, plain texts and addresses as they come by, HTML all together when
 * `finish` is called. What is wrong is reported.
 */
export class BlockParser {
  readonly #sanitizer: Sanitizer;
  readonly #violations: Violations;
  readonly #html: {
    readonly text: string;
    readonly path: string;
    readonly holder: Holder;
    readonly key: string | number;
  }[] = [];
  #count = 0;

  constructor(sanitizer: Sanitizer, violations: Violations) {
    this.#sanitizer = sanitizer;
    this.#violations = violations;
  }

  list(value: readonly unknown[], path: string): SentBlock[] {
    if (value.length > maxBlocksInList) {
      this.#violations.add(path, message.maxItems(path, maxBlocksInList));
      return [];
    }
    return value.flatMap((item, at) => this.block(item, joinPath(path, at)) ?? []);
  }

  /** @returns `null` when it is no block; the reason is reported */
  block(sent: unknown, path: string): SentBlock | null {
    this.#count += 1;
    if (this.#count > maxBlocksOnPage) {
      if (this.#count === maxBlocksOnPage + 1) {
        this.#violations.add('blocks', message.blocksOnPage('blocks', maxBlocksOnPage));
      }
      return null;
    }
    if (!isObject(sent)) {
      this.#violations.add(path, message.type(path, 'object'));
      return null;
    }
    const type = (typeof sent.type === 'string' && sent.type.trim()) || null;
    const blockType = blockTypes.get(type ?? '') ?? null;
    const id = typeof sent.id === 'string' ? sent.id : null;
    if (blockType === null) return { path, id, type, blockType, sent, data: {}, references: [] };
    const data = this.data(blockType, sent.data === undefined ? {} : sent.data, pathOf(path, 'data'));
    return { path, id, type, blockType, sent, ...data };
  }

  /** The `data` of a block. */
  data(blockType: BlockType, sent: unknown, path: string): SentData {
    const references: Reference[] = [];
    if (!isObject(sent)) {
      this.#violations.add(path, message.type(path, 'object'));
      return { data: {}, references };
    }
    const data = declaredMembers(blockType.data, sent);
    const validate = validatorOf(blockType);
    const visitor: KindVisitor = {
      visit: (kind, value, holder, key, pointer) => {
        const at = pathOf(path, pointerToPath(pointer));
        if (Array.isArray(value) && kind === 'blocks') holder[key] = this.list(value, at);
        else if (typeof value === 'string' && kind === 'html') this.#html.push({ text: value, path: at, holder, key });
        else if (typeof value === 'string') holder[key] = this.#clean(kind, value, at);
        else if (typeof value === 'number' && Number.isSafeInteger(value) && (kind === 'media' || kind === 'color')) {
          references.push({ kind, id: value, path: at });
        }
      },
    };
    if (validate.call(visitor, data)) return { data, references };
    reportErrors(blockType.data, validate.errors ?? [], this.#violations, path);
    return { data: {}, references };
  }

  #clean(kind: Kind, text: string, path: string): string {
    const { clean, wrong } = cleanText(kind, text, this.#sanitizer);
    if (wrong !== null) this.#violations.add(path, wrong(path));
    return clean;
  }

  /** Puts clean HTML in the place of what was sent, made away from what answers requests. */
  async finish(): Promise<void> {
    await this.#sanitizer.prepare(this.#html.map(({ text }) => text));
    this.finishNow();
  }

  /** The same on the spot. */
  finishNow(): void {
    for (const { text, path, holder, key } of this.#html.splice(0)) holder[key] = this.#clean('html', text, path);
  }
}

function pathOf(path: string, key: string): string {
  return key === '' ? path : joinPath(path, key);
}
