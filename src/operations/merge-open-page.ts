import { allBlocks } from '../content/blocks/block-tree.js';
import { rowsWithBlocks } from '../content/blocks/children.js';
import { paths } from '../content/catalog/paths.js';
import { changedBlocks, type PageContent } from '../content/merge/page.js';
import type { Conflict } from '../content/merge/values.js';
import type { PageFile } from '../content/page.js';
import { PortalError } from '../lib/errors.js';
import { Violations } from '../validation/violations.js';
import type { Actor } from './engine/access.js';
import { undescribed } from './engine/contract.js';
import { pageId } from './engine/input.js';
import { read } from './engine/operation.js';
import type { ReadView } from './engine/view.js';
import { type NamedAuthor, namedAuthorOf } from './history.js';
import { mergeSave, saveBody, unknownBase } from './merge-save.js';
import { type OpenedPage, opened } from './open-page.js';

/** Changes of others since the base version of an open page, and the page merged with them. */
export interface MergedPage {
  /** Page as it is stored, with the texts and media of the merged one. */
  readonly opened: OpenedPage;
  readonly version: string;
  /** Page to continue with: conflicts have the sent value. `null` if only people can merge it. */
  readonly merged: Pick<PageContent, 'title' | 'blocks'> | null;
  readonly conflicts: readonly Conflict[];
  /** Ids of the blocks that others changed. */
  readonly changed: readonly (string | null)[];
  /** Authors of these changes, the last one first, as far as they are known. */
  readonly by: readonly NamedAuthor[];
}

/** Page that was moved to the trash while it was being edited. */
export interface TrashedPage {
  readonly trashedBy: string;
  /** Whether a proposal of the person was published that moved it there. */
  readonly isOwnProposal: boolean;
}

/** The merge of `pages.save` for a page that is being edited. It stores nothing, and new blocks keep their sent ids. */
export const mergeOpenPage = read({
  name: 'pages.merge',
  summary: 'Merge the changes of others into a page that is being edited',
  role: 'editor',
  params: { page: pageId },
  isProposable: true,
  body: saveBody,
  answers: undescribed<MergedPage | TrashedPage>(),
  async run(view, { params: { page: id }, body }) {
    const trashedBy = view.catalog.trash.get(id)?.deleted_by;
    if (trashedBy !== undefined) {
      const isOwnProposal = await isProposedBy((await view.review()).actor, view, id);
      return { value: { trashedBy, isOwnProposal }, resource: null };
    }
    const violations = new Violations();
    const merge = (conflicts: 'refuse' | 'mine') =>
      mergeSave(view, id, { ...body, conflicts }, violations, { keepsIds: true });
    const asked = await merge('refuse');
    const conflicts = asked?.merge?.conflicts ?? [];
    const settled = conflicts.length === 0 ? asked : await merge('mine');
    if (settled === null) throw violations.toError();
    if (!body.basePage) throw new PortalError('precondition_failed', unknownBase);
    const { page, version } = settled;
    const isMerged = settled.merge?.conflicts.length === 0 && conflicts.every((conflict) => isPlaced(conflict, page));
    const merged = isMerged ? settled.merge : null;
    const value: MergedPage = {
      opened: await opened(view, page, [...page.blocks, ...(merged?.blocks ?? [])]),
      version,
      merged,
      conflicts,
      changed: [...new Set(changedBlocks(body.basePage.blocks, page.blocks).map(({ id }) => id))],
      by: await authorsSince(view, id, body.base ?? ''),
    };
    return { value, resource: null };
  },
});

/** Whether a value can still be located after further edits: rows move, and tabs are known only by their order. */
function isPlaced({ block, field }: Conflict, page: PageFile): boolean {
  if (field === null || !/\.\d/.test(field)) return true;
  const type = allBlocks(page.blocks).find(({ id }) => id === block)?.type ?? null;
  return rowsWithBlocks(type) === null;
}

/** Whether a published proposal of the caller was the last change of a page. Without git on this machine, that is not known. */
async function isProposedBy({ kind, id: author }: Actor, { history }: ReadView, id: number): Promise<boolean> {
  try {
    for await (const { proposedBy } of history.versions.history({ paths: [paths.page(id)], limit: 1 }))
      return proposedBy === `${kind} ${author}`;
  } catch (error) {
    if (!(error instanceof PortalError)) throw error;
  }
  return false;
}

/** Upper bound on the commits that are looked at for the names of their authors. */
const maxCommits = 10;

async function authorsSince({ history }: ReadView, id: number, base: string): Promise<NamedAuthor[]> {
  const authors = new Map<string, NamedAuthor>();
  const path = paths.page(id);
  try {
    for await (const entry of history.versions.history({ paths: [path], limit: maxCommits })) {
      const version = (await history.readFile(path, entry.commit))?.version;
      if (version !== undefined && base.startsWith(version)) break;
      if (!authors.has(entry.author)) authors.set(entry.author, namedAuthorOf(entry));
    }
  } catch (error) {
    // Without git on this machine, no author is named.
    if (!(error instanceof PortalError)) throw error;
  }
  return [...authors.values()];
}
