import { derived } from '../lib/derived.js';
import { folded } from '../lib/folded.js';
import type { Catalog } from './catalog/catalog.js';
import type { MediaFile } from './media.js';
import { named, nameLike, nameOrNumber, tagsOf } from './media-names.js';
import { validOn } from './validity.js';

interface MediaFilter {
  /** Words that all are in its texts, or the beginnings of words in them. */
  readonly text?: string | undefined;
  /** Names of tags, all of which it has. */
  readonly tags?: readonly string[] | undefined;
  /** Name or number of a category. */
  readonly category?: string | undefined;
  readonly type?: MediaFile['type'] | undefined;
  /** Day on which it may be used, in the time zone of the brand. */
  readonly valid?: string | undefined;
}

type Content = Pick<Catalog, 'files' | 'tags' | 'media_categories'>;

const foldedTexts = derived((medium: MediaFile): { readonly text: string } => {
  const { title, caption, description, credit, original_name } = medium;
  return { text: folded([title, caption, description, credit, original_name].filter(Boolean).join('\n')) };
});

/** What a filter asks for, looked up once for all media. */
export function mediaFilter(content: Content, { text = '', tags = [], category, type, valid }: MediaFilter) {
  const words = folded(text).split(/\s+/).filter(Boolean);
  const wantedTags = tags.map((name) => nameLike(content.tags, name));
  const likeTag = words.map((word) => new Set(content.tags.items.filter(({ name }) => folded(name).includes(word))));
  const wantedCategory = category === undefined ? null : nameOrNumber(content.media_categories, category);
  return (medium: MediaFile): boolean => {
    if (type !== undefined && medium.type !== type) return false;
    if (category !== undefined) {
      const own = named(content.media_categories, medium.media_category_id);
      const fits = wantedCategory === null ? String(medium.media_category_id) === category : own === wantedCategory;
      if (!fits) return false;
    }
    if (valid !== undefined && validOn(medium, valid) !== 'valid') return false;
    const own = tagsOf(content.tags, medium);
    if (!wantedTags.every((tag) => tag !== null && own.includes(tag))) return false;
    if (words.length === 0) return true;
    const texts = `${foldedTexts(medium).text}\n${content.files.get(medium.id)?.name ?? ''}`;
    return words.every((word, at) => texts.includes(word) || own.some((tag) => likeTag[at]?.has(tag)));
  };
}
