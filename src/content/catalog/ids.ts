import { since } from '../../validation/new-members.js';
import { Exact, type Static, Type } from '../../validation/schema.js';
import { firstProvisionalId, isProvisional } from './provisional.js';

export const numbered = ['page', 'color', 'media', 'collection'] as const;
/** Kinds with numbers of their own; no number is handed out twice. */
export type Numbered = (typeof numbered)[number];

/** The highest id of each kind that was ever handed out; 0 for none. */
export type HighestIds = Readonly<Record<Numbered, number>>;

export const noIds: HighestIds = { page: 0, color: 0, media: 0, collection: 0 };

const bounds = { minimum: 0, exclusiveMaximum: firstProvisionalId };
const highest = Type.Integer(bounds);

/** `ids.json`: written when the holder of a kind's highest id disappears. */
export const IdsFile = Exact({
  page_id: highest,
  color_id: Type.Optional(highest),
  media_id: Type.Optional(highest),
  collection_id: Type.Optional(Type.Integer({ ...bounds, [since]: 2 })),
});
export type IdsFile = Static<typeof IdsFile>;

export function idsFile({ page, color, media, collection }: HighestIds): IdsFile {
  return {
    page_id: page,
    ...(color > 0 ? { color_id: color } : {}),
    ...(media > 0 ? { media_id: media } : {}),
    ...(collection > 0 ? { collection_id: collection } : {}),
  };
}

export function idsIn({ page_id, color_id = 0, media_id = 0, collection_id = 0 }: IdsFile): HighestIds {
  return { page: page_id, color: color_id, media: media_id, collection: collection_id };
}

export function higherIds(some: HighestIds, others: Partial<HighestIds>): HighestIds {
  const max = (kind: Numbered): number => {
    const other = others[kind] ?? 0;
    return isProvisional(other) ? some[kind] : Math.max(some[kind], other);
  };
  return { page: max('page'), color: max('color'), media: max('media'), collection: max('collection') };
}
