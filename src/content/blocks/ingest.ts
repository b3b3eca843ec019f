import type { ErrorObject } from 'ajv/dist/2020.js';
import { isObject } from '../../lib/json.js';
import { message } from '../../validation/messages.js';
import { pointerToPath, report, reportErrors } from '../../validation/schema.js';
import { joinPath, type Violations } from '../../validation/violations.js';
import type { Sanitizer } from '../html/sanitizer.js';
import { checkBlockDepth, checkBlockTotal, checkListLength } from '../limits.js';
import { type BlockType, type StoredBlock, StoredBlockShape } from './block-type.js';
import { sanitizeText } from './sanitize-text.js';
import { blockTypes } from './types.js';
import { type KindVisitor, validatorOf } from './validate.js';
import { withhold } from './withheld.js';

interface IngestRules {
  readonly sanitizer: Sanitizer;
  /** Reasons why the page does not fit the format. */
  readonly violations: Violations;
  /** Called for each alteration that made content harmless. */
  onAltered(path: string, what: string): void;
}

/** Checks pushed blocks in place; those of types that clients cannot write stay as they are. */
export function ingestBlocks(blocks: readonly unknown[], rules: IngestRules): StoredBlock[] {
  return new BlockIngest(rules).list(blocks, 'blocks', 1);
}

class BlockIngest {
  #count = 0;

  constructor(private readonly rules: IngestRules) {}

  list(blocks: readonly unknown[], path: string, level: number): StoredBlock[] {
    const { violations } = this.rules;
    if (blocks.length > 0 && checkListLength(blocks.length, path, violations)) checkBlockDepth(level, path, violations);
    if (violations.any) return [];
    return blocks.flatMap((block, at) => this.#block(block, joinPath(path, at), level) ?? []);
  }

  #block(block: unknown, path: string, level: number): StoredBlock | null {
    const { violations, onAltered } = this.rules;
    this.#count += 1;
    checkBlockTotal(this.#count, violations);
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
    const { sanitizer, violations, onAltered } = this.rules;
    const visitor: KindVisitor = {
      visit: (kind, value, holder, key, pointer) => {
        const field = pointerToPath(pointer);
        const at = joinPath(path, field);
        if (Array.isArray(value) && kind === 'blocks') holder[key] = this.list(value, at, level + 1);
        if (typeof value !== 'string') return;
        const { clean, problem, isMisfit, isWithheld, altered } = sanitizeText(kind, value, sanitizer);
        if (isWithheld) withhold(data, field, value);
        if (altered !== null) onAltered(at, altered);
        if (isMisfit && problem !== null) violations.add(at, problem(at));
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
    const others = errors.filter((error) => !isUnknownField(error));
    reportErrors(blockType.data, others, violations, path);
  }
}

const isUnknownField = ({ keyword }: ErrorObject): boolean => keyword === 'additionalProperties';
