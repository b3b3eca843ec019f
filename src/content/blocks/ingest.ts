import type { ErrorObject } from 'ajv/dist/2020.js';
import { isObject } from '../../json.js';
import { message } from '../../validation/messages.js';
import { pointerToPath, report, reportErrors } from '../../validation/schema.js';
import { joinPath, type Violations } from '../../validation/violations.js';
import type { Sanitizer } from '../html/sanitizer.js';
import {
  type BlockType,
  maxBlockLevels,
  maxBlocksInList,
  maxBlocksOnPage,
  type StoredBlock,
  StoredBlockShape,
} from './block-type.js';
import { cleanText } from './kinds.js';
import { blockTypes } from './types.js';
import { type KindVisitor, validatorOf } from './validate.js';

export interface AdmitRules {
  readonly sanitizer: Sanitizer;
  /** Why the page does not fit the format. */
  readonly violations: Violations;
  /** What was altered, since it would harm who reads it. */
  onAltered(path: string, what: string): void;
}

/** Checks stored blocks in place; those of types that clients cannot write stay as they are. */
export function admitBlocks(blocks: readonly unknown[], rules: AdmitRules): StoredBlock[] {
  return new Admission(rules).list(blocks, 'blocks', 1);
}

class Admission {
  readonly #rules: AdmitRules;
  #count = 0;

  constructor(rules: AdmitRules) {
    this.#rules = rules;
  }

  list(blocks: readonly unknown[], path: string, level: number): StoredBlock[] {
    const { violations } = this.#rules;
    if (blocks.length > maxBlocksInList) violations.add(path, message.maxItems(path, maxBlocksInList));
    else if (level > maxBlockLevels && blocks.length > 0)
      violations.add(path, message.blockDepth(path, maxBlockLevels));
    if (violations.any) return [];
    return blocks.flatMap((block, at) => this.#block(block, joinPath(path, at), level) ?? []);
  }

  #block(block: unknown, path: string, level: number): StoredBlock | null {
    const { violations, onAltered } = this.#rules;
    this.#count += 1;
    if (this.#count > maxBlocksOnPage) violations.add('blocks', message.blocksOnPage('blocks', maxBlocksOnPage));
    if (!isObject(block)) violations.add(path, message.type(path, 'object'));
    if (violations.any || !report(StoredBlockShape, block, violations, path)) return null;
    const { id, type, data } = block;
    const blockType = blockTypes.get(type?.trim() ?? '');
    if (Object.keys(block).length > 3) onAltered(path, 'unknown field');
    if (blockType === undefined) return { id, type, data };
    if (blockType.type !== type) onAltered(joinPath(path, 'type'), 'spaces');
    this.#data(blockType, data, joinPath(path, 'data'), level);
    return { id, type: blockType.type, data };
  }

  #data(blockType: BlockType, data: Record<string, unknown>, path: string, level: number): void {
    const { sanitizer, violations, onAltered } = this.#rules;
    const visitor: KindVisitor = {
      visit: (kind, value, holder, key, pointer) => {
        const at = joinPath(path, pointerToPath(pointer));
        if (Array.isArray(value) && kind === 'blocks') holder[key] = this.list(value, at, level + 1);
        if (typeof value !== 'string') return;
        const { clean, wrong, isHopeless, altered } = cleanText(kind, value, sanitizer);
        if (altered !== null) onAltered(at, altered);
        if (isHopeless && wrong !== null) violations.add(at, wrong(at));
        holder[key] = clean;
      },
    };
    const validate = validatorOf(blockType);
    if (validate.call(visitor, data)) return;
    const errors = validate.errors ?? [];
    for (const { data: parent, params } of errors.filter(isUnknownField)) {
      if (isObject(parent)) delete parent[params.additionalProperty];
      onAltered(joinPath(path, params.additionalProperty), 'unknown field');
    }
    reportErrors(
      blockType.data,
      errors.filter((error) => !isUnknownField(error)),
      violations,
      path,
    );
  }
}

const isUnknownField = ({ keyword }: ErrorObject): boolean => keyword === 'additionalProperties';
