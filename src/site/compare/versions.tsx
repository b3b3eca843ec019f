import type { Catalog } from '../../content/catalog/catalog.js';
import { removeColor } from '../../operations/colors.js';
import { removeEntry } from '../../operations/context.js';
import { pathsIn } from '../../operations/history.js';
import { removeMedia } from '../../operations/media.js';
import { deletePage } from '../../operations/pages.js';
import { addressedPart, type BrandContext, type Fields, type Reply } from '../context.js';
import { ChangeList, historyPart } from '../parts/change-list.js';
import { partIn, partName } from '../parts/part-name.js';
import { Crumb, timeText } from '../parts/text.js';

/** Versions of a page, section, fact, colour or medium, the newest first, each with links to compare and restore it. */
export async function versionsPage(context: BrandContext): Promise<Reply> {
  const { base, scope, shownAt } = addressedPart(context.params);
  const catalog = await context.catalog();
  const state = stateIn(catalog, context.params);
  const isThere = state === '';
  const name = partName(catalog, context.params) + state;
  const { from, entries, pager } = await historyPart(context, `${base}/versions`, scope);
  const isNewest = (commit: string): boolean => from === undefined && commit === entries[0]?.commit;
  const compareHref = (query: Record<string, string>): string => context.href(`${base}/compare`, query);
  // A deleted page comes back only from the trash.
  const canRestore = state !== ', deleted';
  const body = (
    <>
      {isThere && <Crumb up={[context.href(shownAt), name]}>Versions</Crumb>}
      <h1>{name}: versions</h1>
      <p class="hint">Each line is one change, the newest first. Open one to see what changed, word by word.</p>
      {entries.length === 0 && <p>There is no version of this.</p>}
      <ChangeList
        context={context}
        entries={entries}
        hrefOf={(commit) => compareHref({ to: commit })}
        links={({ commit, time, operation }) => (
          <>
            <a
              href={compareHref({ to: commit })}
              aria-label={`Compare with the one before: version of ${timeText(time)}`}
            >
              Compare with the one before
            </a>
            {!isNewest(commit) && (
              <a href={compareHref({ from: commit })} aria-label={`Compare with now: version of ${timeText(time)}`}>
                Compare with now
              </a>
            )}
            {canRestore && !isNewest(commit) && !removals.includes(operation ?? '') && (
              <a
                href={context.href(`${base}/restore`, { to: commit })}
                aria-label={`Restore this version of ${timeText(time)}`}
              >
                Restore this version
              </a>
            )}
          </>
        )}
      />
      {pager}
    </>
  );
  return { title: `${name}: versions`, body };
}

/** State of the addressed part, as text after its name. Empty if the part exists. */
function stateIn(catalog: Catalog, params: Fields): string {
  if (params.section !== undefined || partIn(catalog, params) !== undefined) return '';
  const isDamaged = pathsIn(addressedPart(params).scope)?.some((path) => catalog.problems.has(path));
  if (isDamaged) return ', damaged';
  return params.page === undefined ? ', removed' : ', deleted';
}

/** Operations after which there is nothing to restore. */
const removals: readonly string[] = [deletePage.name, removeMedia.name, removeColor.name, removeEntry.name];
