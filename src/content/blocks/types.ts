import { type Static, Type } from '../../validation/schema.js';
import {
  type BlockData,
  type BlockType,
  collection,
  color,
  fields,
  flag,
  html,
  line,
  listOf,
  media,
  nestedBlocks,
  pixels,
  plain,
  type StoredBlock,
  url,
} from './block-type.js';

const types = {
  heading: { data: fields({ text: plain(), level: Type.Integer({ minimum: 1, maximum: 6 }) }) },
  rich_text: { data: fields({ html: html() }) },
  alert: {
    data: fields({ variant: line(), title: line(), body: html() }),
    look: ['variant'],
  },
  button: {
    data: fields({ label: line(), url: url(), style: line(), new_tab: flag() }),
    look: ['style'],
  },
  video: { data: fields({ url: url(), media_id: media(), title: line(), caption: plain() }) },
  image_placeholder: { data: fields({ label: line(), width: pixels(), height: pixels() }) },
  accordion: { data: fields({ items: listOf(fields({ title: line(), body: html() })) }) },
  table: { data: fields({ caption: plain(), header: listOf(plain()), rows: listOf(listOf(html())) }) },
  columns: { data: fields({ columns: listOf(fields({ width: pixels(), blocks: nestedBlocks() })) }) },
  group: { data: fields({ title: line(), blocks: nestedBlocks() }) },
  image: { data: fields({ media_id: media(), alt: plain(), caption: plain(), link: url() }) },
  gallery: {
    data: fields({
      collection: collection(),
      items: listOf(fields({ media_id: media(), alt: plain(), caption: plain() })),
      layout: line(),
    }),
    look: ['layout'],
  },
  tabs: { data: fields({ items: listOf(fields({ title: line(), blocks: nestedBlocks() })) }) },
  asset_download: { data: fields({ media_id: media(), label: line(), description: html() }) },
  download_list: {
    data: fields({
      title: line(),
      collection: collection(),
      items: listOf(fields({ media_id: media(), label: line() })),
    }),
  },
  color_palette: { data: fields({ title: line(), color_ids: listOf(color()) }) },
} satisfies Record<string, Omit<BlockType, 'type'>>;

export type BlockTypeName = keyof typeof types;

type DataOf<Name extends BlockTypeName> = Static<(typeof types)[Name]['data']>;

/** Paths of the lists of blocks in each type that has some; `*` is each row of a list. */
export type BlockListPaths = {
  readonly [Name in BlockTypeName as ListPathIn<DataOf<Name>> extends never ? never : Name]: ListPathIn<DataOf<Name>>;
};

type ListPathIn<Data> = { [Name in keyof Data & string]-?: ListPathAt<Name, NonNullable<Data[Name]>> }[keyof Data &
  string];
type ListPathAt<Name extends string, Value> = Value extends readonly StoredBlock[]
  ? Name
  : Value extends readonly (infer Row extends BlockData)[]
    ? `${Name}.*.${ListPathIn<Row>}`
    : never;

/** Paths of the fields of a type, without the keys of rows and without its lists of blocks. */
export type BlockFieldPath<Name extends BlockTypeName> = PathIn<DataOf<Name>>;

type PathIn<Data> = { [Name in keyof Data & string]-?: PathAt<Name, NonNullable<Data[Name]>> }[keyof Data & string];
type PathAt<Name extends string, Value> = Value extends readonly StoredBlock[] ? never : Name | RowPath<Name, Value>;
type RowPath<Name extends string, Value> = Value extends readonly (infer Row extends BlockData)[]
  ? `${Name}.${PathIn<Row>}`
  : never;

/** Every block type that clients can write, by name. A stored block of another type was made in the backend. */
export const blockTypes: ReadonlyMap<string, BlockType> = new Map(
  Object.entries<Omit<BlockType, 'type'>>(types).map(([type, rest]) => [type, { type, ...rest }]),
);
