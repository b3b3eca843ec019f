import { isObject } from '../../json.js';
import { joinPath } from '../../validation/violations.js';
import type { Kind } from '../blocks/block-type.js';

/** What is known of a value: as in the schemas of blocks. */
export interface Described {
  readonly properties?: Readonly<Record<string, Described>>;
  readonly items?: Described;
  readonly 'x-kind'?: Kind;
}

export function memberOf({ properties = {} }: Described, name: string): Described {
  return (Object.hasOwn(properties, name) ? properties[name] : undefined) ?? {};
}

/** The members of an object or the items of a list, with what is known of each. */
function partsOf(schema: Described, value: unknown): [name: string | number, part: unknown, schema: Described][] {
  if (Array.isArray(value)) return value.map((item: unknown, at) => [at, item, schema.items ?? {}]);
  if (!isObject(value)) return [];
  return Object.entries(value).map(([name, member]) => [name, member, memberOf(schema, name)]);
}

/** A value that stands at its place in one of two versions alone, as a tree of its parts. */
export class LoneValue {
  readonly parts: readonly LoneValue[];
  /** The same value in the other version, at another place. */
  version: LoneValue | null = null;
  /** Whether a part of it, or what it is a part of, has such a version. */
  isTaken = false;

  constructor(
    readonly value: unknown,
    readonly path: string,
    readonly schema: Described,
    /** A number: an item of a list. */
    readonly name: string | number,
    /** Where what it is a part of stands. */
    readonly inside: string,
    readonly parent: LoneValue | null = null,
  ) {
    this.parts = partsOf(schema, value).map(
      ([name, part, inner]) => new LoneValue(part, joinPath(path, name), inner, name, path, this),
    );
  }

  get shape(): string {
    if (Array.isArray(this.value)) return 'list';
    return isObject(this.value) ? 'object' : `${typeof this.value} ${this.schema['x-kind'] ?? ''}`;
  }

  /** Itself and all of its parts, each before its own. */
  *all(): Generator<LoneValue> {
    yield this;
    for (const part of this.parts) yield* part.all();
  }

  take(version: LoneValue): void {
    this.version = version;
    for (const part of this.all()) part.isTaken = true;
    for (let { parent } = this as LoneValue; parent !== null; { parent } = parent) parent.isTaken = true;
  }
}
