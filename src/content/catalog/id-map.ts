import { Map as PersistentMap } from 'immutable';

const idsTogether = 32;

type Chunk<Value> = readonly (Value | undefined)[];

/**
 * A persistent map by id, a whole number from 0 on. Ids are dense: neighbours share an array, which takes
 * a fraction of the memory of an entry each and is quick to walk in the order of ids.
 */
export class IdMap<Value> {
  readonly #chunks: PersistentMap<number, Chunk<Value>>;

  private constructor(
    chunks: PersistentMap<number, Chunk<Value>>,
    readonly size: number,
  ) {
    this.#chunks = chunks;
  }

  static of<Value>(entries: Iterable<readonly [number, Value]> = []): IdMap<Value> {
    let map = new IdMap<Value>(PersistentMap(), 0).asMutable();
    for (const [id, value] of entries) map = map.set(id, value);
    return map.asImmutable();
  }

  get(id: number): Value | undefined {
    return this.#chunks.get(chunkOf(id))?.[id % idsTogether];
  }

  has(id: number): boolean {
    return this.get(id) !== undefined;
  }

  set(id: number, value: Value): IdMap<Value> {
    return this.#with(id, value, this.has(id) ? this.size : this.size + 1);
  }

  delete(id: number): IdMap<Value> {
    return this.has(id) ? this.#with(id, undefined, this.size - 1) : this;
  }

  #with(id: number, value: Value | undefined, size: number): IdMap<Value> {
    const chunk = this.#chunks.get(chunkOf(id))?.slice() ?? new Array<Value | undefined>(idsTogether).fill(undefined);
    chunk[id % idsTogether] = value;
    const isEmpty = value === undefined && chunk.every((other) => other === undefined);
    return new IdMap(isEmpty ? this.#chunks.delete(chunkOf(id)) : this.#chunks.set(chunkOf(id), chunk), size);
  }

  /** The values of these ids, all of them known: quickest when neighbours follow one another. */
  pick(ids: readonly number[]): Value[] {
    let number = -1;
    let chunk: Chunk<Value> = [];
    return ids.map((id) => {
      if (chunkOf(id) !== number) {
        number = chunkOf(id);
        chunk = this.#chunks.get(number) ?? [];
      }
      return chunk[id % idsTogether] as Value;
    });
  }

  /** Values that fit, faster than by an iterator. */
  filter(fits: (value: Value) => boolean): Value[] {
    const found: Value[] = [];
    for (const chunk of this.#chunks.values()) {
      for (const value of chunk) if (value !== undefined && fits(value)) found.push(value);
    }
    return found;
  }

  *entries(): IterableIterator<[number, Value]> {
    for (const [number, chunk] of this.#chunks) {
      for (const [at, value] of chunk.entries()) if (value !== undefined) yield [number * idsTogether + at, value];
    }
  }

  *keys(): IterableIterator<number> {
    for (const [id] of this.entries()) yield id;
  }

  *values(): IterableIterator<Value> {
    for (const [, value] of this.entries()) yield value;
  }

  /** For many changes in a row, during which versions in between are not valid, as in immutable.js. */
  asMutable(): IdMap<Value> {
    return new IdMap(this.#chunks.asMutable(), this.size);
  }

  asImmutable(): IdMap<Value> {
    return new IdMap(this.#chunks.asImmutable(), this.size);
  }
}

function chunkOf(id: number): number {
  return Math.floor(id / idsTogether);
}
