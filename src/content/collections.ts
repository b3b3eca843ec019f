import { since } from '../validation/new-members.js';
import { Nullable, OneOf, type Static, Type } from '../validation/schema.js';
import { visibilities } from './brand.js';
import { maxSlugLength, maxTitleLength } from './page.js';

export const maxCollections = 200;
export const maxMediaOfCollection = 500;
const maxCollectionText = 2000;

/** `collections/<id>.json`: an ordered set of media with an address in the portal. A medium that is not there any more is ignored. */
export const Collection = Type.Object(
  {
    id: Type.Integer({ minimum: 1 }),
    slug: Type.String({ minLength: 1, maxLength: maxSlugLength, pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$' }),
    title: Type.String({ minLength: 1, maxLength: maxTitleLength }),
    text: Nullable(Type.String({ maxLength: maxCollectionText })),
    visibility: OneOf(visibilities),
    media: Type.Array(Type.Integer({ minimum: 1 }), { maxItems: maxMediaOfCollection }),
  },
  { additionalProperties: false, [since]: 2 },
);
export type Collection = Static<typeof Collection>;

interface Content {
  readonly collections: { values(): Iterable<Collection> };
}

/** By id: the oldest first. */
export const collectionsOf = ({ collections }: Content): Collection[] =>
  [...collections.values()].sort((a, b) => a.id - b.id);

/** The oldest with a slug: a push, or two proposals, may give one slug to several. */
export const collectionWithSlug = (content: Content, slug: string): Collection | null =>
  collectionsOf(content).find((collection) => collection.slug === slug) ?? null;
