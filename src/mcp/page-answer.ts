import { StoredBlockShape } from '../content/blocks/block-type.js';
import { outlineOf } from '../content/blocks/outline.js';
import type { MediaItemWithFile } from '../content/files/presented.js';
import { type Page, PageSummary } from '../content/page.js';
import type { Result } from '../operations/engine/call.js';
import { Input, Nullable, OneOf, Type } from '../validation/schema.js';
import type { Caller } from './caller.js';
import { type Fields, version } from './tool.js';

export const page = Type.Integer({ description: 'id of a page' });

type Detail = 'outline' | 'full';

/** Extent of the page in the answer: an argument of every tool that changes a page. */
export const detail = Type.Optional(
  OneOf<readonly Detail[]>(['outline', 'full'], { description: 'of the answer; default outline' }),
);

const outline = Type.Array(
  Input({
    id: Nullable(Type.String()),
    type: Nullable(Type.String()),
    depth: Type.Integer(),
    text: Type.String(),
  }),
);

export const outlineOutput = Input({ version, page: PageSummary, outline });

export const fullOutput = Input({
  version,
  page: Input({
    ...PageSummary.properties,
    blocks: Type.Array(StoredBlockShape),
    summary: Type.Optional(Nullable(Type.String())),
    cover: Type.Optional(Nullable(Type.Integer())),
  }),
});

/** Output of a tool that changes a page, for both values of `detail`. */
export const changedOutput = Input({
  version,
  page: Input({
    id: Type.Integer(),
    title: Type.String(),
    slug: Type.String(),
    blocks: Type.Optional(Type.Array(StoredBlockShape)),
  }),
  outline: Type.Optional(outline),
});

/** A medium whose file has an absolute address. */
export function absoluteFile<Medium extends Pick<MediaItemWithFile, 'file'>>(medium: Medium, { door }: Caller): Medium {
  const { file } = medium;
  if (file === null) return medium;
  return { ...medium, file: { ...file, address: new URL(file.address, door.origin).href } };
}

export function presentPage({ value, version }: Result<Page>, detail: Detail = 'outline'): Fields {
  if (detail === 'full') return { version, page: value };
  const { blocks, ...summary } = value;
  return { version, page: summary, outline: outlineOf(blocks) };
}
