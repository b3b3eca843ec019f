import type { Visibility } from '../content/brand.js';
import type { Catalog } from '../content/catalog/catalog.js';
import { visiblePages } from '../content/visible-catalog.js';
import { guestOf, viewer } from '../content/visitors.js';
import { found } from '../lib/errors.js';
import type { PortalAccess } from '../registry/records.js';
import { undescribed } from './engine/contract.js';
import { pageId } from './engine/input.js';
import { read } from './engine/operation.js';

/** Readers of a page in the portal, as a visibility that its chapters and the portal allow. */
export interface PageReaders {
  readonly now: Visibility;
  /** Readers if the page were for everyone. */
  readonly shown: Visibility;
  /** Limit of the page's readers, whatever its own visibility. */
  readonly limit: 'portal' | 'chapter' | null;
}

export const showReaders = read({
  name: 'pages.readers',
  summary: 'Show who reads a page',
  role: 'editor',
  params: { page: pageId },
  answers: undescribed<PageReaders>(),
  async run({ catalog, review }, { params }) {
    const page = found(catalog.pages.get(params.page), 'Page');
    const { portal } = (await review()).policy;
    const now = readersIn(catalog, portal)(page.id);
    const pages = catalog.pages.set(page.id, { ...page, visibility: 'public' });
    const shown = readersIn({ ...catalog, pages }, portal)(page.id);
    const limiting = shown === mostReaders[portal] ? 'portal' : 'chapter';
    const value: PageReaders = { now, shown, limit: shown === 'public' ? null : limiting };
    return { value, resource: null, isPrivate: true };
  },
});

/** Readers of a page that is for everyone. */
const mostReaders: Readonly<Record<PortalAccess, Visibility>> = { off: 'hidden', people: 'internal', public: 'public' };

const guest = guestOf({ internal: false, facts: false, language: false });

/** Readers of each page by its id. */
export function readersIn(catalog: Catalog, portal: PortalAccess): (id: number) => Visibility {
  const forGuests = portal === 'public' ? visiblePages(catalog, guest) : null;
  const forViewers = portal === 'off' ? null : visiblePages(catalog, viewer);
  return (id) => (forGuests?.has(id) ? 'public' : forViewers?.has(id) ? 'internal' : 'hidden');
}
