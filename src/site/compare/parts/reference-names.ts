import type { MediaKind } from '../../../content/files/types.js';
import { fill, words } from '../../../words/words.js';
import { blockViewOf } from '../../blocks/block-view.js';
import type { BlockView } from '../../blocks/view.js';
import type { BrandContext } from '../../context.js';

/** Title of a medium, or its number. */
export const mediumName = ({ id, title }: { readonly id: number; readonly title: string | null }): string =>
  title ?? fill(words().references.medium, { id: String(id) });

/** `image 5`. */
export const typedName = (type: MediaKind, id: number): string =>
  fill(words().references.media[type], { id: String(id) });

/** Labels of the media, colours, collections and pages that content refers to by id, and how the portal shows it. */
export interface Names {
  medium(id: unknown): string;
  color(id: unknown): string;
  collection(id: unknown): string;
  /** @param id `null` for the top level */
  page(id: number | null): string;
  /** View of blocks, as in the portal. */
  readonly view: BlockView;
}

/**
 * Names that a brand has now. Old versions of content show these names, too, because a version holds only ids. A label says
 * that its thing was removed.
 *
 * @param pageId of the page whose blocks are shown
 * @param page by whose language it is read
 */
export function namesIn(portal: BrandContext, pageId?: number, page?: Parameters<typeof blockViewOf>[2]): Names {
  const texts = words().references;
  const { colors, collections, media, pages, trash } = portal.catalog;
  return {
    view: blockViewOf(portal, pageId, page),
    medium(id) {
      if (id === undefined || id === null) return texts.noMedium;
      const medium = media.get(Number(id));
      if (medium === undefined) return fill(texts.goneMedium, { id: String(id) });
      const { type, title, width, height, released } = medium;
      const kind = typedName(type, medium.id);
      const name = title === null ? kind : `${kind} ${fill(words().common.quoted, { text: title })}`;
      const size = width !== null && height !== null && `${width} × ${height}`;
      return [name, size, !released && texts.notReleased].filter(Boolean).join(' · ');
    },
    color: (id) => colors.get(Number(id))?.name ?? fill(texts.goneColor, { id: String(id) }),
    collection: (id) => collections.get(Number(id))?.title ?? fill(texts.goneCollection, { id: String(id) }),
    page(id) {
      if (id === null) return texts.topLevel;
      const page = pages.get(id) ?? trash.get(id);
      return page === undefined
        ? fill(texts.gonePage, { id: String(id) })
        : fill(words().common.quoted, { text: page.title });
    },
  };
}
