import { leadOf } from '../blocks/lead.js';
import { picturesText } from '../blocks/pictures.js';
import { referencesText } from '../blocks/references.js';
import { idsOf } from '../blocks/used-ids.js';
import type { PageFile, TrashFile } from '../page.js';
import { packSources } from '../translations/counts.js';
import { sourcesIn } from '../translations/texts.js';

/** A page without its blocks, which stay in the repository. */
export interface PageRecord extends Omit<PageFile, 'blocks'> {
  /** The version of the page's file: the page's ETag. */
  readonly version: string;
  /** Media, colours and collections that it refers to, as `referencesText` writes them. */
  readonly refs: string;
  /** Pictures that stand for it, as `picturesText` writes them. */
  readonly pictures: string;
  /** Ids of its blocks, one after the other. */
  readonly blockIds: string;
  /** First sentence of its text, for cards and descriptions of pages without a summary; `null` without text. */
  readonly lead: string | null;
  /** Places and fingerprints of its texts, by `packSources`. */
  readonly texts: string;
}

export interface TrashRecord extends PageRecord {
  readonly deleted_at: string;
  readonly deleted_by: string;
}

/** Member by member: of spread objects, each would get a hidden class of its own, larger than the record. */
export function pageRecord(page: PageFile | PageRecord, version: string): PageRecord {
  if ('refs' in page) return page;
  const { id, title, slug, type, parent_id, nav_expansion, visibility, language, summary, cover } = page;
  const { updated_at, position, blocks } = page;
  const [refs, blockIds, texts] = [referencesText(page), idsOf(blocks), packSources(sourcesIn(page))];
  return {
    id,
    title,
    slug,
    type,
    parent_id,
    nav_expansion,
    visibility,
    language,
    summary,
    cover,
    updated_at,
    position,
    version,
    refs,
    pictures: picturesText(blocks),
    blockIds,
    lead: leadOf(blocks),
    texts,
  };
}

export function trashRecord(page: TrashFile | TrashRecord, version: string): TrashRecord {
  if ('refs' in page) return page;
  return { ...pageRecord(page, version), deleted_at: page.deleted_at, deleted_by: page.deleted_by };
}
