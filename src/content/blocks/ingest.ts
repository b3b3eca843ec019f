import type { ErrorObject } from 'ajv/dist/2020.js';
import { isObject } from '../../lib/json.js';
import { errorsOf, report, reportErrors } from '../../validation/schema.js';
import { joinPath, message, type Violations } from '../../validation/violations.js';
import type { TextSanitizer } from '../html/sanitizer.js';
import { checkBlockDepth, checkBlockTotal, checkListLength } from '../limits.js';
import { type BlockData, type BlockType, type StoredBlock, StoredBlockShape } from './block-type.js';
import { sanitizeText } from './sanitize-text.js';
import { blockTypes } from './types.js';
import { mapKinds } from './walk-schema.js';
import { withhold } from './withheld.js';

interface IngestRules {
  readonly sanitizer: TextSanitizer;
  /** Reasons why the page does not fit the format. */
  readonly violations: Violations;
  /** Called for each alteration that made content harmless. */
  onAltered(path: string, what: string): void;
}

/** Checks pushed blocks; those of types that clients cannot write stay as they are. */
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
    return { id, type: blockType.type, data: this.#data(blockType, data, joinPath(path, 'data'), level) };
  }

  #data(blockType: BlockType, data: Record<string, unknown>, path: string, level: number): BlockData {
    const { sanitizer, violations, onAltered } = this.rules;
    const errors = errorsOf(blockType.data, data);
    const unknown = errors.filter(isUnknownField);
    for (const { data: holder, params } of unknown) if (isObject(holder)) delete holder[params.additionalProperty];
    const withheld: [field: string, text: string][] = [];
    const clean = mapKinds(blockType.data, data, (kind, value, field) => {
      const at = joinPath(path, field);
      if (kind === 'blocks' && Array.isArray(value)) return this.list(value, at, level + 1);
      if (typeof value !== 'string') return value;
      const { clean, problem, isInvalid, isWithheld, altered } = sanitizeText(kind, value, sanitizer);
      if (isWithheld) withheld.push([field, value]);
      if (altered !== null) onAltered(at, altered);
      if (isInvalid && problem !== null) violations.add(at, problem(at));
      return clean;
    });
    for (const { params } of unknown) onAltered(joinPath(path, params.additionalProperty), 'unknown field');
    const refused = errors.filter((error) => !isUnknownField(error));
    reportErrors(blockType.data, refused, violations, path);
    for (const [field, text] of withheld) withhold(clean, field, text);
    return clean;
  }
}

const isUnknownField = ({ keyword }: ErrorObject): boolean => keyword === 'additionalProperties';
