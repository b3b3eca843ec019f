import { paths } from '../../content/catalog/paths.js';
import { removeColor } from '../../operations/colors.js';
import { removeEntry } from '../../operations/context.js';
import { removeMedia } from '../../operations/media.js';
import { deletePage, showPage } from '../../operations/pages.js';
import { addressedPart, type BrandContext, type Reply } from '../context.js';
import { ChangeList, historyPart } from '../parts/change-list.js';
import { timeText } from '../parts/text.js';
import { sectionName } from '../words.js';

/** Versions of a page, section, fact, colour or medium, the newest first, each with links to compare and restore it. */
export async function versionsPage(context: BrandContext): Promise<Reply> {
  const { base, scope } = addressedPart(context.params);
  const { name, isRestorable } = await versionedPart(context);
  const { from, entries, pager } = await historyPart(context, `${base}/versions`, scope);
  const compareHref = (query: Record<string, string>): string => context.href(`${base}/compare`, query);
  const canRestore = isRestorable && context.isAtLeast('editor');
  const body = (
    <>
      <h1>{name}: versions</h1>
      <p class="hint">Each line is one change, the newest first. Open one to see what changed, word by word.</p>
      {entries.length === 0 && <p>There is no version of this.</p>}
      <ChangeList
        context={context}
        entries={entries}
        hrefOf={(commit) => compareHref({ to: commit })}
        links={({ commit, time, operation }, index) => (
          <>
            <a
              href={compareHref({ to: commit })}
              aria-label={`Compare with the one before: version of ${timeText(time)}`}
            >
              Compare with the one before
            </a>
            {(index > 0 || from !== undefined) && (
              <a href={compareHref({ from: commit })} aria-label={`Compare with now: version of ${timeText(time)}`}>
                Compare with now
              </a>
            )}
            {canRestore && (index > 0 || from !== undefined) && !removals.includes(operation ?? '') && (
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

/** Operations after which there is nothing to restore. */
const removals: readonly string[] = [deletePage.name, removeMedia.name, removeColor.name, removeEntry.name];

/** Name of the part that the address names; a deleted page cannot be restored from its versions, only from the trash. */
async function versionedPart(
  context: BrandContext,
): Promise<{ readonly name: string; readonly isRestorable: boolean }> {
  const { page, section, entry, media, color } = context.params;
  if (section !== undefined) return { name: `Language: ${sectionName(section)}`, isRestorable: true };
  if (media !== undefined) {
    const medium = (await context.catalog()).media.get(Number(media));
    const name = `Medium ${media}${medium === undefined ? ', removed' : ''}`;
    return { name: medium?.title ?? name, isRestorable: true };
  }
  if (color !== undefined) {
    const current = (await context.catalog()).colors.get(Number(color));
    return { name: current?.name ?? `Colour ${color}, removed`, isRestorable: true };
  }
  if (page === undefined) return { name: `Fact ${entry}`, isRestorable: true };
  const { pages, problems } = await context.catalog();
  if (problems.has(paths.page(Number(page)))) return { name: `Page ${page}, damaged`, isRestorable: true };
  if (!pages.has(Number(page))) return { name: `Page ${page}, deleted`, isRestorable: false };
  const { title } = await context.read(showPage);
  return { name: title, isRestorable: true };
}
