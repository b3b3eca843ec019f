import type { BlockType } from '../../src/content/blocks/block-type.js';
import { blockTypes } from '../../src/content/blocks/types.js';
import { isObject } from '../../src/lib/json.js';
import { type BrandIds, never, ours, theirs } from './two-brands.js';

type Kind = keyof BrandIds;

/** Kind of id that a parameter, field or argument names. */
const kinds: Readonly<Record<string, Kind | 'blocks' | 'data' | 'markdown'>> = {
  page: 'page',
  pages: 'page',
  parent_id: 'page',
  block: 'block',
  before: 'block',
  after: 'block',
  color: 'color',
  id: 'color',
  category: 'category',
  blocks: 'blocks',
  data: 'data',
  markdown: 'markdown',
  medium: 'media',
  cover: 'media',
  proposal: 'proposal',
};

/** Those that name nothing which belongs to a brand. One that is in neither list fails the tests. */
const others = new Set(
  (
    'title summary slug type types nav_expansion section content expand width format name caption media_category_id include ' +
    'visibility fields since from to q query text at limit cursor detail expected_version base conflicts note idempotency_key ' +
    'state author reply_to quote tag tags lang texts replace valid description credit licence owner reviewers by check'
  ).split(' '),
);

/** Something that names another brand's thing, and the same naming what never existed. */
export interface Pair<T> {
  readonly name: string;
  readonly foreign: T;
  readonly unknown: T;
}

export type Fields = Readonly<Record<string, unknown>>;

const numeric: ReadonlySet<Kind> = new Set(['page', 'color', 'media', 'proposal']);

/** @param make what holds the id */
function pairs<T>(kind: Kind, name: string, make: (id: string | number) => T): Pair<T>[] {
  const typed = (id: string): string | number => (numeric.has(kind) ? Number(id) : id);
  return theirs[kind].map((id, at) => ({
    name: `${name} ${id}`,
    foreign: make(typed(id)),
    unknown: make(typed(never[kind][at] as string)),
  }));
}

/** Kind of what a field names; what is moved is placed next to its like. */
function kindOf(field: string, where: string): (typeof kinds)[string] | undefined {
  if (field === 'id' && where.includes('/media')) return 'media';
  return (field === 'before' || field === 'after') && /page(?!.*block)/.test(where) ? 'page' : kinds[field];
}

/** What to send for a field to name a thing of another brand, in every way there is. @param makes whether a block is made */
export function foreignFields(field: string, where: string, makes: boolean): Pair<Fields>[] {
  if (where === 'fetch') {
    const named = ['page', 'media', 'entry'] as const;
    return named.flatMap((kind) => pairs(kind, field, (id) => ({ id: `${kind}:${id}` })));
  }
  const kind = kindOf(field, where);
  if (kind === undefined && !others.has(field)) throw new Error(`${where}: no list has the field ${field}`);
  if (kind === undefined) return [];
  if (kind === 'data') {
    return inBlocks((type, data) => (makes ? { type, data } : { block: `ours-${type}`, data }));
  }
  if (kind === 'markdown') return pairs('media', field, (id) => ({ markdown: `![a](media:${id})` }));
  if (kind === 'blocks') {
    const tabs = (block: unknown) => ({ type: 'tabs', data: { items: [{ blocks: [block] }] } });
    return [
      ...inBlocks((type, data) => ({ blocks: [{ type, data }] })),
      ...inBlocks((type, data) => ({ blocks: [{ type: 'group', data: { blocks: [tabs({ type, data })] } }] })),
    ];
  }
  return pairs(kind, field, (id) => ({ [field]: id }));
}

/** Every place of every block type that takes an id. */
function inBlocks(make: (type: string, data: unknown) => Fields): Pair<Fields>[] {
  return [...blockTypes.values()].flatMap((blockType) =>
    references(blockType).flatMap(({ kind, put }) =>
      pairs(kind, blockType.type, (id) => make(blockType.type, put(id))),
    ),
  );
}

interface Reference {
  readonly kind: 'media' | 'color';
  /** Data with the id at this place. */
  put(id: unknown): unknown;
}

function references({ data }: Pick<BlockType, 'data'>): Reference[] {
  const walk = (schema: unknown): Reference[] => {
    const { properties, items, 'x-kind': kind } = schema as Record<string, unknown>;
    if (kind === 'media' || kind === 'color') return [{ kind, put: (id) => id }];
    if (isObject(items)) return walk(items).map(({ kind, put }) => ({ kind, put: (id) => [put(id)] }));
    return Object.entries(properties ?? {}).flatMap(([name, property]) =>
      walk(property).map(({ kind, put }) => ({ kind, put: (id: unknown) => ({ [name]: put(id) }) })),
    );
  };
  return walk(data);
}

/** All ways to name things of another brand by several parameters: by one only, the others ours, and by any of them. */
export function foreignParameters(names: readonly string[], where: string): Pair<Fields>[] {
  let all: Pair<Fields>[] = [{ name: '', foreign: {}, unknown: {} }];
  for (const name of names) {
    const choices = foreignFields(name, where, false);
    all = all.flatMap((pair) => [
      pair,
      ...choices.map((choice) => ({
        name: `${pair.name} ${choice.name}`,
        foreign: { ...pair.foreign, ...choice.foreign },
        unknown: { ...pair.unknown, ...choice.unknown },
      })),
    ]);
  }
  return all.slice(1);
}

/** Ours, for what has to be sent with an id of another brand. */
export const valid: Fields = {
  title: 'New',
  name: 'new.png',
  blocks: [],
  type: 'heading',
  data: {},
  content: { summary: 'New' },
  section: 'voice',
  page: Number(ours.page[1]),
  block: 'ours-heading',
  color: Number(ours.color[0]),
  id: Number(ours.color[0]),
  medium: Number(ours.media[0]),
  expected_version: '0'.repeat(40),
  base: '0'.repeat(40),
  q: 'ours',
  proposal: Number(ours.proposal[0]),
  text: 'Fine.',
  from: '2999-01-01',
  tag: 'de',
  lang: 'de',
};

export function validOf(names: readonly string[]): Fields {
  return Object.fromEntries(
    names.map((name) => {
      if (!Object.hasOwn(valid, name)) throw new Error(`nobody said what to send for ${name}`);
      return [name, valid[name]];
    }),
  );
}
