import type { TSchema } from '../../src/validation/schema.js';

const wrong = {
  string: ['a string', 5],
  integer: ['an integer', '2'],
  boolean: ['true or false', 1],
  array: ['an array', {}],
  object: ['an object', 'x'],
} as const;

/** Every place in data of this schema, with the kind of value that belongs there and data that has another one there. */
export function wrongValues(schema: TSchema, path = ''): [path: string, must: string, wrong: unknown][] {
  const { type, properties, items } = schema as { type: keyof typeof wrong; properties?: object; items?: TSchema };
  const [must, value] = wrong[type];
  const inner = [
    ...(items === undefined ? [] : wrongValues(items, '.0').map(([at, one, data]) => [at, one, [data]] as const)),
    ...Object.entries(properties ?? {}).flatMap(([name, one]) =>
      wrongValues(one, `.${name}`).map(([at, kind, data]) => [at, kind, { [name]: data }] as const),
    ),
  ];
  return [[path, must, value], ...inner.map(([at, kind, data]): [string, string, unknown] => [path + at, kind, data])];
}
