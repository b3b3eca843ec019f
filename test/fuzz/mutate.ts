import type { Json } from './request.js';

const marker = '@hostile';

type Path = readonly (string | number)[];

function pathsIn(value: Json, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const keys: (string | number)[] = Array.isArray(value) ? value.map((_, at) => at) : Object.keys(value);
  return [path, ...keys.flatMap((key) => pathsIn(value[key], [...path, key]))];
}

/** A copy with another value at the path, or without the member when there is none. */
function replaced(value: Json, path: Path, change: (value: Json) => Json): Json {
  const [key, ...rest] = path;
  if (key === undefined) return change(value);
  const inner = replaced(value[key], rest, change);
  if (Array.isArray(value))
    return inner === undefined ? value.toSpliced(Number(key), 1) : value.with(Number(key), inner);
  const { [key]: _, ...others } = value;
  return inner === undefined ? others : { ...value, [key]: inner };
}

/** What makes a body one that is almost right: each changes one value. */
export const mutations: Readonly<Record<string, (value: Json) => Json>> = {
  'type changed': (value) => (typeof value === 'string' ? 7 : typeof value === 'number' ? 'seven' : true),
  'in a list': (value) => [value],
  null: () => null,
  dropped: () => undefined,
  'bound exceeded': (value) => {
    if (typeof value === 'string') return 'z'.repeat(1_048_577);
    if (typeof value === 'number') return 1e9;
    return Array.isArray(value) ? Array.from({ length: 1001 }, () => value[0] ?? null) : Number.MAX_SAFE_INTEGER;
  },
  'negative or empty': (value) => (typeof value === 'number' ? -1 : typeof value === 'string' ? '' : []),
  'extra key': (value) => {
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { ...value, extra: 1 }
      : { extra: value };
  },
  'wrong word': () => 'nonsense',
  'wrong id': () => 999_999,
};

/** @param at which of the values: counted from the outside, in a circle */
export function mutate(body: Json, at: number, mutation: (value: Json) => Json): string {
  const paths = pathsIn(body);
  return JSON.stringify(replaced(body, paths[at % paths.length] as Path, mutation)) ?? '';
}

/** The body with a JSON text in the place of one of its values, even if `JSON.stringify` would never write it. */
export function plant(body: Json, at: number, json: string): string {
  return mutate(body, at, () => marker).replace(`"${marker}"`, () => json);
}
