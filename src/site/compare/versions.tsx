import type { Catalog } from '../../content/catalog/catalog.js';
import { removeColor } from '../../operations/colors.js';
import { removeEntry } from '../../operations/context.js';
import { pathsIn } from '../../operations/history.js';
import { removeMedia } from '../../operations/media.js';
import { fill, type Words, words } from '../../words/words.js';
import { addressedPart, type Fields } from '../addresses.js';
import type { WorkContext } from '../context.js';
import { Crumb } from '../manage/parts/text.js';
import { timeText } from '../parts/time.js';
import type { WorkReply } from '../replies.js';
import { ChangeList, historyPart } from './parts/change-list.js';
import { partIn, partName } from './parts/part-name.js';

/** Versions of a section, fact, colour or medium, the newest first, each with links to compare and restore it. */
export async function versionsPage(context: WorkContext): Promise<WorkReply> {
  const { page } = context.params;
  if (page !== undefined) return { to: context.href(`/-/history/${page}`) };
  const texts = words().versions;
  const { base, scope, shownAt } = addressedPart(context.params);
  const catalog = (await context.newest()).catalog;
  const state = stateIn(catalog, context.params);
  const plainName = partName(catalog, context.params);
  const name = state === null ? plainName : fill(texts.states[state], { name: plainName });
  const { from, entries, pager } = await historyPart(context, `${base}/versions`, scope);
  const isNewest = (commit: string): boolean => from === undefined && commit === entries[0]?.commit;
  const compareHref = (query: Record<string, string>): string => context.href(`${base}/compare`, query);
  const body = (
    <>
      {state === null && <Crumb up={[context.href(shownAt), name]}>{texts.title}</Crumb>}
      <h1>{fill(texts.titleOf, { name })}</h1>
      <p class="hint">{texts.lead}</p>
      {entries.length === 0 && <p>{texts.none}</p>}
      <ChangeList
        context={context}
        entries={entries}
        hrefOf={(commit) => compareHref({ to: commit })}
        links={({ commit, time, operation }) => (
          <>
            <a href={compareHref({ to: commit })} aria-label={fill(texts.compareBeforeOf, { time: timeText(time) })}>
              {texts.compareBefore}
            </a>
            {!isNewest(commit) && (
              <a href={compareHref({ from: commit })} aria-label={fill(texts.compareNowOf, { time: timeText(time) })}>
                {texts.compareNow}
              </a>
            )}
            {!isNewest(commit) && !removals.includes(operation ?? '') && (
              <a
                href={context.href(`${base}/restore`, { to: commit })}
                aria-label={fill(texts.restoreOf, { time: timeText(time) })}
              >
                {texts.restore}
              </a>
            )}
          </>
        )}
      />
      {pager}
    </>
  );
  return { title: fill(texts.titleOf, { name }), body };
}

/** State of the addressed part; `null` if it exists. */
function stateIn(catalog: Catalog, params: Fields): keyof Words['versions']['states'] | null {
  if (params.section !== undefined || partIn(catalog, params) !== undefined) return null;
  return pathsIn(addressedPart(params).scope)?.some((path) => catalog.problems.has(path)) ? 'damaged' : 'removed';
}

/** Operations after which there is nothing to restore. */
const removals: readonly string[] = [removeMedia.name, removeColor.name, removeEntry.name];
