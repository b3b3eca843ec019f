import type { StoredBlock } from '../content/blocks/block-type.js';
import { BlockParser } from '../content/blocks/parse.js';
import { BlockResolver, type ResolveRules } from '../content/blocks/resolve-blocks.js';
import { blockTypes } from '../content/blocks/types.js';
import type { Sanitizer } from '../content/html/sanitizer.js';
import { isObject } from '../lib/json.js';
import { message } from '../validation/messages.js';
import { Exact, report, Type } from '../validation/schema.js';
import { joinPath, type Violations } from '../validation/violations.js';
import { keepKnown } from './yaml-file.js';

const BlockYaml = Exact({
  id: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' })),
  type: Type.Optional(Type.Unknown()),
  data: Type.Optional(Type.Unknown()),
  backend: Type.Optional(Type.Boolean()),
});

export function blocksYaml(blocks: readonly StoredBlock[]): unknown[] {
  return blocks.map(({ id, type, data }) => {
    const blockType = blockTypes.get(type ?? '');
    const nested = (list: readonly StoredBlock[]) => blocksYaml(list) as unknown as StoredBlock[];
    const shown = blockType?.mapChildren?.(data, nested) ?? data;
    return {
      ...(id === null ? {} : { id }),
      ...(type === null ? {} : { type }),
      ...(blockType === undefined ? { backend: true } : {}),
      ...(Object.keys(shown).length === 0 ? {} : { data: shown }),
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
    this.#rules = { newId, problem, replaced: [], isImport: true };
  }

  read(sent: readonly unknown[], violations: Violations): StoredBlock[] {
    const known = this.#known(sent, 'blocks', violations);
    const parser = new BlockParser(this.#sanitizer, violations);
    const blocks = parser.list(known, 'blocks');
    parser.finishNow();
    return new BlockResolver(this.#rules, violations).list(blocks, 1);
  }

  /** Reports unknown keys and the blocks' own ids, which the API's checks do not. */
  #known(blocks: readonly unknown[], path: string, violations: Violations): unknown[] {
    return blocks.map((block, at) => {
      const own = joinPath(path, at);
      const known = keepKnown(BlockYaml, block, own, violations);
      if (!isObject(known)) return known;
      report(BlockYaml, known, violations, own);
      const { id, type, data, backend } = known;
      if (typeof id === 'string' && !this.#claim(id)) {
        violations.add(joinPath(own, 'id'), message.taken(joinPath(own, 'id')));
      }
      const inData = joinPath(own, 'data');
      const blockType = blockTypes.get(String(type));
      if (blockType === undefined) {
        if (data !== undefined && !isObject(data)) violations.add(inData, message.type(inData, 'object'));
        return known;
      }
      if (backend === true) violations.add(joinPath(own, 'backend'), message.prohibited(joinPath(own, 'backend')));
      if (data === undefined) return known;
      const nested = (list: readonly unknown[], below: string) => this.#known(list, below, violations);
      return { ...known, data: keepKnown(blockType.data, data, inData, violations, nested) };
    });
  }

  /** @returns whether the id was free */
  #claim(id: string): boolean {
    if (this.#ids.has(id)) return false;
    this.#ids.add(id);
    return true;
  }
}
