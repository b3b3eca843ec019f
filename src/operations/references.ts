import { references, withoutReferences } from '../content/blocks/references.js';
import type { TrashRecord } from '../content/catalog/catalog.js';
import { paths } from '../content/catalog/paths.js';
import { type PageFile, pageFile, trashFile } from '../content/page.js';
import { PortalError } from '../errors.js';
import type { Answer } from './engine/contract.js';
import type { BrandDraft } from './engine/draft.js';
import type { BrandView } from './engine/view.js';
import { pageName } from './pages.js';

export interface Referrer {
  readonly id: number;
  readonly title: string;
  readonly in_trash: boolean;
}

/** The answer when something numbered was removed: its id, and the pages that it was taken out of. */
export interface Removed {
  readonly removed: number;
  readonly pages: readonly Referrer[];
}

const maxShown = 20;

type Kind = 'color' | 'media';

/** The pages whose blocks refer to a colour or a medium, those in the trash too, by id. */
export async function referrersOf(view: BrandView, kind: Kind, id: number): Promise<Referrer[]> {
  const found: Referrer[] = [];
  for await (const { referrer } of pagesReferringTo(view, kind, id)) found.push(referrer);
  return found;
}

/** Ids of the colours or media that blocks of any page refer to, those in the trash too. */
export async function idsInUse(view: BrandView, kind: Kind): Promise<ReadonlySet<number>> {
  const found = new Set<number>();
  const { pages, trash } = view.catalog;
  for (const record of [...pages.values(), ...trash.values()]) {
    const used = references((await view.readPage(record)).blocks);
    for (const id of kind === 'color' ? used.colors : used.media) found.add(id);
  }
  return found;
}

async function* pagesReferringTo(
  view: BrandView,
  kind: Kind,
  id: number,
): AsyncGenerator<{ page: PageFile; trashed: TrashRecord | null; referrer: Referrer }> {
  const { pages, trash } = view.catalog;
  for (const record of [...pages.values(), ...trash.values()].sort((a, b) => a.id - b.id)) {
    const trashed = pages.get(record.id) === record ? null : (trash.get(record.id) ?? null);
    const page = await view.readPage(record);
    const used = references(page.blocks);
    if (!(kind === 'color' ? used.colors : used.media).includes(id)) continue;
    yield { page, trashed, referrer: { id: page.id, title: page.title, in_trash: trashed !== null } };
  }
}

/**
 * Removes a colour or a medium; with `force` also from the blocks of all pages, those in the trash among them.
 *
 * @throws `invalid` with the pages as `pages` when any refers to it and it is not forced
 */
export async function removeReferenced(
  draft: BrandDraft,
  kind: Kind,
  id: number,
  { name, subject, force = false }: { readonly name: string; readonly subject: string; readonly force?: boolean },
): Promise<Answer<Removed>> {
  const found: Referrer[] = [];
  const others = (one: number): boolean => one !== id;
  const isThere = { color: () => true, media: () => true, [kind]: others };
  for await (const { page, trashed, referrer } of pagesReferringTo(draft, kind, id)) {
    found.push(referrer);
    if (!force) continue;
    const blocks = withoutReferences(page.blocks, isThere);
    if (trashed !== null) {
      draft.put(paths.trash(page.id), trashFile({ ...page, blocks }, trashed.deleted_at, trashed.deleted_by));
    } else draft.put(paths.page(page.id), pageFile({ ...page, blocks, updated_at: draft.time }));
  }
  if (found.length > 0 && !force) throw stillUsedError(name, found);
  draft.removeNumbered(kind, paths[kind](id), id);
  const details = found.map((page) => `taken out of page ${page.id}`);
  draft.commitAs(subject, details);
  return { value: { removed: id, pages: found }, resource: null };
}

function stillUsedError(name: string, pages: readonly Referrer[]): PortalError {
  const shown = pages.slice(0, maxShown).map(referrerName);
  const more = pages.length > maxShown ? `, and ${pages.length - maxShown} more` : '';
  const message = `${name} is still used by blocks of ${shown.join(', ')}${more}. By force it is taken out of them.`;
  return new PortalError('invalid', message, { extra: { pages } });
}

export function referrerName({ id, title, in_trash }: Referrer): string {
  return pageName({ id, title, type: 'guideline' }) + (in_trash ? ' (in the trash)' : '');
}
