import { type Alias, isAlias, isMap, isScalar, isSeq, type Node, type Pair, type YAMLMap } from 'yaml';
import { isObject } from '../lib/json.js';

interface Fault {
  readonly message: string;
  readonly node: unknown;
}

interface Anchored {
  readonly value: unknown;
  /** Values it holds, itself included. */
  readonly size: number;
}

/**
 * The value of a parsed document, in one pass: the library's own resolution of keys and aliases is quadratic. The value is a
 * tree: an alias becomes a copy, whose size is counted before it is made.
 */
export class ValueReader {
  readonly faults: Fault[] = [];
  /** `null`: within the anchored node. */
  readonly #anchors = new Map<string, Anchored | null>();
  #values = 0;

  constructor(private readonly maxValues: number) {}

  read(node: unknown): unknown {
    if (!this.#count(1, node)) return null;
    if (isAlias(node)) return this.#readAlias(node);
    const before = this.#values - 1;
    const { anchor } = (node ?? {}) as Node & { anchor?: string };
    if (anchor !== undefined) this.#anchors.set(anchor, null);
    const value = this.#readPlain(node);
    if (anchor !== undefined) this.#anchors.set(anchor, { value, size: this.#values - before });
    return value;
  }

  #readPlain(node: unknown): unknown {
    if (isMap(node)) return this.#readMap(node);
    if (isSeq(node)) return node.items.map((item) => this.read(item));
    return isScalar(node) ? node.value : null;
  }

  #readMap({ items }: YAMLMap): Record<string, unknown> {
    const members = new Map<string, unknown>();
    for (const pair of items) {
      const key = keyOf(pair);
      if (members.has(key)) this.faults.push({ message: 'Map keys must be unique.', node: pair.key });
      const { anchor } = pair.key as { anchor?: string };
      if (anchor !== undefined) this.#anchors.set(anchor, { value: key, size: 1 });
      members.set(key, this.read(pair.value));
    }
    return Object.fromEntries(members);
  }

  #readAlias(node: Alias): unknown {
    const { source } = node;
    const target = this.#anchors.get(source);
    if (target === undefined) this.faults.push({ message: `No anchor before this alias: ${source}.`, node });
    else if (target === null) this.faults.push({ message: `The alias contains itself: ${source}.`, node });
    else if (this.#count(target.size - 1, node)) return copy(target.value);
    return null;
  }

  /** @returns whether so many more values are allowed; the first excess is reported */
  #count(values: number, node: unknown): boolean {
    const was = this.#values;
    this.#values += values;
    if (this.#values <= this.maxValues) return true;
    if (was <= this.maxValues) this.faults.push({ message: tooManyValues(this.maxValues), node });
    return false;
  }
}

/** A key without a text is the empty one. */
export function keyOf({ key }: Pair): string {
  return String((isScalar(key) ? key.value : null) ?? '');
}

function copy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copy);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copy(item)]));
}

export function tooManyValues(max: number): string {
  return `A file must not hold more than ${max} values; an alias counts as what it stands for.`;
}
