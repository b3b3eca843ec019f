import { blockViewOf } from '../../portal/block-view.js';
import type { BlockView } from '../../portal/blocks/view.js';
import type { PortalContext } from '../../portal/context.js';

/** Labels of the media, colours and pages that content refers to by id, and how the portal shows it. */
export interface Names {
  medium(id: unknown): string;
  color(id: unknown): string;
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
 */
export function namesIn(portal: PortalContext, pageId?: number): Names {
  const { colors, media, pages, trash } = portal.catalog;
  return {
    view: blockViewOf(portal, pageId),
    medium(id) {
      if (id === undefined || id === null) return 'No medium is chosen';
      const medium = media.get(Number(id));
      if (medium === undefined) return `Medium ${String(id)}, which no longer exists`;
      const { type, title, width, height, released } = medium;
      const name = title === null ? `${type} ${medium.id}` : `${type} ${medium.id} “${title}”`;
      const size = width !== null && height !== null && `${width} × ${height}`;
      return [name, size, !released && 'not released'].filter(Boolean).join(' · ');
    },
    color: (id) => colors.get(Number(id))?.name ?? `Colour ${String(id)}, which no longer exists`,
    page(id) {
      if (id === null) return 'the top level';
      const page = pages.get(id) ?? trash.get(id);
      return page === undefined ? `page ${id}, which no longer exists` : `“${page.title}”`;
    },
  };
}
