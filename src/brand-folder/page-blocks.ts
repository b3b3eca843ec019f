import type { StoredBlock } from '../content/blocks/block-type.js';
import { mapChildren } from '../content/blocks/children.js';
import { BlockParser } from '../content/blocks/parse.js';
import { BlockResolver, type ResolveRules } from '../content/blocks/resolve-blocks.js';
import { blockTypes } from '../content/blocks/types.js';
import type { Sanitizer } from '../content/html/sanitizer.js';
import { isObject } from '../lib/json.js';
import type { ErrorText } from '../lib/say.js';
import { Exact, report, Type } from '../validation/schema.js';
import { joinPath, message, type Violations } from '../validation/violations.js';
import { keepKnown } from './yaml-file.js';

const BlockYaml = Exact({
  id: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' })),
  type: Type.Optional(Type.Unknown()),
  data: Type.Optional(Type.Unknown()),
  backend: Type.Optional(Type.Boolean()),
});

export function blocksYaml(blocks: readonly StoredBlock[]): unknown[] {
  return blocks.map((block) => {
    const { id, type } = block;
    const nestedData = mapChildren(block, blocksYaml);
    return {
      ...(id === null ? {} : { id }),
      ...(type === null ? {} : { type }),
      ...(blockTypes.has(type ?? '') ? {} : { backend: true }),
      ...(Object.keys(nestedData).length === 0 ? {} : { data: nestedData }),
    };
  });
}

/** Reads the blocks of all pages of a brand, in which no two blocks have the same id. */
export class BlockReader {
  readonly #ids = new Set<string>();
  readonly #sanitizer: Sanitizer;
  readonly #rules: ResolveRules;

  constructor(sanitizer: Sanitizer, newBlockId: () => string, problem: ResolveRules['problem']) {
    this.#sanitizer = sanitizer;
    const newId = (): string => {
      for (;;) {
        const id = newBlockId();
        if (this.#claim(id)) return id;
      }
    };
    this.#rules = { newId, problem, replaced: [], keepsId: () => true, isImport: true };
  }

  read(sent: readonly unknown[], violations: Violations): StoredBlock[] {
    const knownBlocks = this.#keepKnown(sent, 'blocks', violations);
    const blocks = new BlockParser(this.#sanitizer, violations).list(knownBlocks, 'blocks');
    return new BlockResolver(this.#rules, violations).list(blocks, 1);
  }

  /** Reports unknown keys and the blocks' own ids, which the API's checks do not. */
  #keepKnown(blocks: readonly unknown[], path: string, violations: Violations): unknown[] {
    return blocks.map((block, at) => {
      const blockPath = joinPath(path, at);
      const knownBlock = keepKnown(BlockYaml, block, blockPath, violations);
      if (!isObject(knownBlock)) return knownBlock;
      report(BlockYaml, knownBlock, violations, blockPath);
      const { id, type, data, backend } = knownBlock;
      const refuse = (name: string, problem: (path: string) => ErrorText): void =>
        violations.add(joinPath(blockPath, name), problem(joinPath(blockPath, name)));
      if (typeof id === 'string' && !this.#claim(id)) refuse('id', message.taken);
      const blockType = blockTypes.get(String(type));
      if (blockType === undefined) {
        if (data !== undefined && !isObject(data)) refuse('data', (path) => message.type(path, 'object'));
        return knownBlock;
      }
      if (backend === true) refuse('backend', message.prohibited);
      if (data === undefined) return knownBlock;
      const nested = (list: readonly unknown[], below: string) => this.#keepKnown(list, below, violations);
      return { ...knownBlock, data: keepKnown(blockType.data, data, joinPath(blockPath, 'data'), violations, nested) };
    });
  }

  /** @returns whether the id was free */
  #claim(id: string): boolean {
    if (this.#ids.has(id)) return false;
    this.#ids.add(id);
    return true;
  }
}
