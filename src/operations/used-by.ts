import type { ReferredKind } from '../content/blocks/block-type.js';
import { idsReferredTo, referenceMark, withoutReferences } from '../content/blocks/references.js';
import type { Catalog } from '../content/catalog/catalog.js';
import type { PageRecord, TrashRecord } from '../content/catalog/page-record.js';
import { paths } from '../content/catalog/paths.js';
import { pageFile, trashFile } from '../content/page.js';
import { mediaOfPortal, withoutMedia } from '../content/portal.js';
import { derived } from '../lib/derived.js';
import { PortalError } from '../lib/errors.js';
import { asSaid, type Said, say } from '../lib/say.js';
import type { Answer } from './engine/contract.js';
import type { BrandDraft } from './engine/draft.js';
import type { BrandView } from './engine/view.js';
import { saidPage } from './pages.js';

export interface Referrer {
  readonly id: number;
  readonly title: string;
  readonly in_trash: boolean;
}

/** Answer to the removal of a colour, a medium or a collection: its id, and the pages that it was taken out of. */
export interface Removed {
  readonly removed: number;
  readonly pages: readonly Referrer[];
}

const maxShown = 20;

type View = Pick<BrandView, 'catalog'>;

/** The pages that refer to a colour, a medium or a collection, those in the trash too, by id. */
export function referrersOf(view: View, kind: ReferredKind, id: number): Referrer[] {
  return recordsReferringTo(view, kind, id).map(referrerOf);
}

/** Ids of the media that a page, also one in the trash, or the portal itself shows. */
export const mediaInUse = derived(({ pages, trash, portal }: Catalog): ReadonlySet<number> => {
  const ids = new Set(mediaOfPortal(portal));
  for (const { refs } of [...pages.values(), ...trash.values()]) {
    for (const id of idsReferredTo(refs, 'media')) ids.add(id);
  }
  return ids;
});

function recordsReferringTo(
  { catalog: { pages, trash } }: View,
  kind: ReferredKind,
  id: number,
): (PageRecord | TrashRecord)[] {
  const mark = referenceMark(kind, id);
  const refers = ({ refs }: PageRecord): boolean => refs.includes(mark);
  return [...pages.filter(refers), ...trash.filter(refers).values()].sort((a, b) => a.id - b.id);
}

function referrerOf(record: PageRecord | TrashRecord): Referrer {
  return { id: record.id, title: record.title, in_trash: 'deleted_at' in record };
}

/**
 * Removes a colour, a medium or a collection; with `force` also from all pages, those in the trash among them.
 *
 * @throws `invalid` with the pages as `pages` when any refers to it and it is not forced
 */
export async function removeReferenced(
  draft: BrandDraft,
  kind: ReferredKind,
  id: number,
  { name, subject, force = false }: { readonly name: Said; readonly subject: string; readonly force?: boolean },
): Promise<Answer<Removed>> {
  const records = recordsReferringTo(draft, kind, id);
  const referrers = records.map(referrerOf);
  const { portal } = draft.catalog;
  const isInPortal = kind === 'media' && mediaOfPortal(portal).includes(id);
  if ((referrers.length > 0 || isInPortal) && !force) throw stillUsedError(name, referrers, isInPortal);
  const isOther = (otherId: number): boolean => otherId !== id;
  const stays = { color: () => true, media: () => true, collection: () => true, [kind]: isOther };
  draft.removeNumbered(kind, paths[kind](id), id);
  for (const record of records) {
    const page = await draft.readPage(record);
    const kept = { ...page, ...withoutReferences(page, stays) };
    if ('deleted_at' in record) {
      draft.put(paths.trash(page.id), trashFile(kept, record.deleted_at, record.deleted_by));
    } else draft.put(paths.page(page.id), pageFile({ ...kept, updated_at: draft.time }));
  }
  if (isInPortal) draft.put(paths.portal, withoutMedia(portal, isOther));
  const details = [
    ...referrers.map((page) => `taken out of page ${page.id}`),
    ...(isInPortal ? ['taken out of the portal'] : []),
  ];
  draft.commitAs(subject, details);
  return { value: { removed: id, pages: referrers }, resource: null };
}

function stillUsedError(name: Said, pages: readonly Referrer[], isInPortal: boolean): PortalError {
  const names = pages.slice(0, maxShown).map(saidReferrer);
  const more = pages.length - names.length;
  const blocks = more > 0 ? say`blocks of ${names}, and ${more} more` : say`blocks of ${names}`;
  const users = isInPortal ? say`${blocks} and the portal` : blocks;
  const message = say`${name} is still used by ${pages.length === 0 ? asSaid('the portal') : users}. By force it is taken out of them.`;
  return new PortalError('invalid', message, { extra: { pages } });
}

export const referrerName = (page: Referrer): string => `${saidReferrer(page)}`;

function saidReferrer({ id, title, in_trash }: Referrer): Said {
  const page = saidPage({ id, title, type: 'guideline' });
  return in_trash ? say`${page} (in the trash)` : page;
}
