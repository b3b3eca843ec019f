import { maxTextLength } from '../../validation/json-hardening.js';
import { since } from '../../validation/new-members.js';
import { Nullable, type TObject, Type } from '../../validation/schema.js';
import { maxBlocksInList } from '../limits.js';

export interface StoredBlock {
  /** `null` only in pushed content. */
  readonly id: string | null;
  readonly type: string | null;
  readonly data: BlockData;
}

export type BlockData = Readonly<Record<string, unknown>>;

/** The API description spells this component out: one alternative a type. */
export const StoredBlockShape = Type.Object(
  {
    id: Nullable(Type.String()),
    type: Nullable(Type.String()),
    data: Type.Unsafe<Record<string, unknown>>(Type.Object({})),
  },
  { title: 'Block' },
);

/** A block type's schema of `data`, as walks and comparisons read it. */
export interface DataSchema {
  readonly properties?: Readonly<Record<string, DataSchema>>;
  readonly items?: DataSchema;
  readonly additionalProperties?: unknown;
  readonly 'x-kind'?: Kind;
}

/** A kind of block that clients can write: its name and its `data`. Each is a row of `types.ts`. */
export interface BlockType {
  readonly type: string;
  readonly data: TObject;
  /** Fields of the data that say how it looks: words for programs, not for readers. */
  readonly look?: readonly string[];
}

/**
 * Meaning of a string, number or list in `data` beyond its JSON type; the schema keyword `x-kind` carries it, and
 * `sanitize-text.ts` has the rules of each.
 */
export type Kind = 'plain' | 'line' | 'html' | 'url' | 'media' | 'color' | 'collection' | 'blocks';

/** Things with ids that blocks refer to. */
export const referredKinds = ['media', 'color', 'collection'] as const satisfies readonly Kind[];
export type ReferredKind = (typeof referredKinds)[number];

export const isReferred = (kind: Kind): kind is ReferredKind => (referredKinds as readonly Kind[]).includes(kind);

/** Blocks in a request. `BlockParser` has their rules, and the API description lists them. */
export const SentBlocks = Type.Array(Type.Unknown({ title: 'NewBlock' }), { maxItems: maxBlocksInList });

const maxItems = 1000;

const kind = (name: Kind): { 'x-kind': Kind } => ({ 'x-kind': name });

export const plain = () => Type.String({ maxLength: maxTextLength, ...kind('plain') });
export const line = () => Type.String({ maxLength: maxTextLength, ...kind('line') });
export const html = () => Type.String({ maxLength: maxTextLength, ...kind('html') });
export const url = () => Type.String({ maxLength: 2048, ...kind('url') });
export const media = () => Type.Integer(kind('media'));
export const color = () => Type.Integer(kind('color'));
/** A collection of media, which a reader sees in place of the items of the block: those are empty then. */
export const collection = () => Type.Integer({ ...kind('collection'), [since]: 2 });
export const pixels = () => Type.Integer({ minimum: 0, maximum: 100_000 });
export const flag = () => Type.Boolean();
export const listOf = <T extends Parameters<typeof Type.Array>[0]>(item: T) => Type.Array(item, { maxItems });
export const nestedBlocks = () =>
  Type.Unsafe<StoredBlock[]>({ type: 'array', maxItems: maxBlocksInList, ...kind('blocks') });

/** An object of `data` in which nothing is required and unknown members are dropped. */
export function fields<T extends Parameters<typeof Type.Object>[0]>(properties: T) {
  return Type.Partial(Type.Object(properties), { additionalProperties: false });
}
