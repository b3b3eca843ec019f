import type { TSchema } from '../../../validation/schema.js';

/** A part of the description: JSON Schema, mostly. */
export type Json = Record<string, unknown>;

/** A schema with a title is a component of that name; every other schema is inline. */
const componentName = /^[A-Z][A-Za-z]+$/;

export function reference(name: string): Json {
  return { $ref: `#/components/schemas/${name}` };
}

/** Translates the program's schemas into those of the description, and collects the components that they refer to. */
export class SchemaWriter {
  readonly components: Record<string, Json> = {};
  readonly #given: Readonly<Record<string, () => Json>>;

  /** @param given components that are spelled out instead of derived from the schema that has their title */
  constructor(given: Readonly<Record<string, (writer: SchemaWriter) => Json>>) {
    this.#given = Object.fromEntries(Object.entries(given).map(([name, make]) => [name, () => make(this)]));
  }

  write(schema: TSchema): Json {
    const { title, type } = schema as { title?: string; type?: unknown };
    if (title === undefined || !componentName.test(title)) return this.inline(schema);
    const made = this.named(title, () => this.inline({ ...schema, type: withoutNull(type) }));
    return Array.isArray(type) ? { anyOf: [made, { type: 'null' }] } : made;
  }

  /** A reference to a component; the first time, it is made. */
  named(name: string, make: () => Json): Json {
    if (!Object.hasOwn(this.components, name)) {
      this.components[name] = {};
      this.components[name] = (this.#given[name] ?? make)();
    }
    return reference(name);
  }

  /** @param blocks component of the blocks in the data of a block: what that does not declare is dropped, and not refused */
  inline(schema: TSchema, blocks: string | null = null): Json {
    const { title: _, 'x-kind': kind, properties, items, patternProperties, ...rest } = schema as Json;
    if (blocks !== null) delete rest.additionalProperties;
    const inner = (member: unknown): Json => this.#inner(member as TSchema, blocks);
    const members = Object.entries((properties ?? {}) as object).map(([name, member]) => [name, inner(member)]);
    return {
      ...rest,
      ...(typeof kind === 'string' ? kinds[kind] : {}),
      ...(kind === 'blocks' && blocks !== null ? { items: this.named(blocks, () => ({})) } : {}),
      ...(properties === undefined ? {} : { properties: Object.fromEntries(members) }),
      ...(items === undefined ? {} : { items: inner(items) }),
      // TypeBox's form of a record: any name, one type of value.
      ...(patternProperties === undefined
        ? {}
        : { additionalProperties: inner(Object.values(patternProperties as object)[0]) }),
    };
  }

  #inner(schema: TSchema, blocks: string | null): Json {
    return 'title' in schema ? this.write(schema) : this.inline(schema, blocks);
  }
}

function withoutNull(type: unknown): unknown {
  return Array.isArray(type) ? type.find((name) => name !== 'null') : type;
}

const kinds: Record<string, Json> = {
  plain: { description: 'Text. Markup is removed.' },
  line: { description: 'Text on one line. Markup is removed.' },
  html: { description: 'HTML, reduced to an allow-list.', contentMediaType: 'text/html' },
  url: { description: 'http, https, mailto, tel, or relative.' },
  media: { description: 'The id of a medium that `GET /media` lists.' },
  color: { description: 'The id of a colour that `GET /brand/colors` lists.' },
  blocks: { description: 'Blocks inside this one, at most four levels deep.' },
};
