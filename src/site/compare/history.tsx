import type { ComponentChild } from 'preact';
import type { PageRecord } from '../../content/catalog/page-record.js';
import type { BlockCounts } from '../../content/diff/page-diff.js';
import { languageOf } from '../../content/language-tags.js';
import { comparePage, type PageComparison } from '../../operations/compare.js';
import { type HistoryEntry, historyPage } from '../../operations/history.js';
import { previewReset } from '../../operations/reset.js';
import { Filled } from '../../words/filled.js';
import { fill, words } from '../../words/words.js';
import { commitId } from '../addresses.js';
import { Block } from '../blocks/block.js';
import type { BrandContext, WorkContext } from '../context.js';
import { mayEdit } from '../frame/bar.js';
import { Icon } from '../parts/icon.js';
import { Time } from '../parts/time.js';
import { notFoundPage } from '../read/not-found.js';
import type { PageReply, WorkReply } from '../replies.js';
import { Author, AuthorPicture, deedText } from './parts/change-list.js';
import { comparedBlocks } from './parts/compared-blocks.js';
import { BothVersions, FieldChange } from './parts/field-differences.js';
import { partName } from './parts/part-name.js';
import { namesIn } from './parts/reference-names.js';
import { type ToldChange, toldChanges } from './parts/told-change.js';

/** Versions that one view lists. */
const limit = 50;

/** Views of a version: its changes, the changes since then, the page as it was. */
const views = ['', 'now', 'was'] as const;

/** Leads from the address in the workspace, with an older version `from` and a newer one `to`, to the page as it is read. */
export function comparePages({ params, query, href }: WorkContext): WorkReply {
  const { from, to } = query;
  const compared = to === undefined ? { version: from, view: from && 'now' } : { version: to, against: from };
  return { to: href(`/-/history/${params.page}`, compared) };
}

/** Versions of a page, for editors: what each changed, marked in the page, or the page as it was. */
export async function pageHistoryPage(context: BrandContext): Promise<PageReply> {
  const { catalog, params, query, perform } = context;
  const { id = '' } = params;
  if (!mayEdit(context)) return notFoundPage(context);

  const scope = { page: id };
  const asked = commitId(query.version);
  const against = commitId(query.against);
  const repository = await context.repository();
  const listed = (from: string | null) => historyPage(repository, scope, { limit, ...(from && { from }) });
  const from = commitId(query.from);
  const first = await listed(from);
  const isListed = asked === null || first.entries.some(({ commit }) => commit === asked);
  // The list begins with an older version.
  const { entries, next } = isListed ? first : await listed(asked);
  const chosen = isListed && asked !== null ? entries.find(({ commit }) => commit === asked) : entries[0];
  if (chosen === undefined) return notFoundPage(context);

  const view = views.find((name) => name === query.view) ?? '';
  const { commit } = chosen;
  const isAgainst = view === '' && against !== null;
  const range = view === 'now' ? { from: commit } : { to: commit, ...(isAgainst && { from: against }) };
  const { value: comparison } = await perform(comparePage, { params: scope, query: range });
  const was = view === 'now' ? comparison.from : comparison.to;
  const page = catalog.pages.get(Number(id)) ?? catalog.trash.get(Number(id));
  const isNewest = isListed && from === null && chosen === entries[0];
  // A deleted page comes back only from the trash.
  const isRestorable = !isNewest && was.state === 'active' && !catalog.trash.has(Number(id));
  const older = isAgainst ? await historyPage(repository, scope, { limit: 1, from: against }) : undefined;
  const list: VersionsProps = {
    ...{ context, id, page: catalog.pages.get(Number(id)), chosen, view, next },
    entries: await toldChanges(context, entries),
    from: isListed ? from : asked,
    plan: isRestorable ? await planOf(context, id, commit) : null,
  };
  const title = page?.title ?? was.value?.title ?? partName(catalog, { page: id });
  const shown = <Version {...{ context, title, page, chosen, view, comparison }} older={older?.entries[0]} />;
  return {
    title: fill(words().pageHistory.titleOf, { title }),
    ...(list.page && { pageId: list.page.id }),
    language: languageOf(catalog, page),
    isElsewhere: true,
    isUnlisted: true,
    // On a phone the list comes first until a version is chosen.
    body: asked === null ? [<Versions {...list} />, shown] : [shown, <Versions {...list} />],
  };
}

interface ChosenVersion {
  readonly context: BrandContext;
  readonly chosen: HistoryEntry;
  readonly view: (typeof views)[number];
}

interface VersionsProps extends ChosenVersion {
  /** Id of the page. */
  readonly id: string;
  /** Page as it is now; `undefined` if there is none. */
  readonly page: PageRecord | undefined;
  readonly entries: readonly ToldChange[];
  /** Version with which the next list begins. */
  readonly next: string | null;
  /** Version with which this list begins; `null` for the newest. */
  readonly from: string | null;
  /** Hash of what a restore of the chosen version would overwrite; `null` if there is nothing to restore. */
  readonly plan: string | null;
}

/** List of the versions. */
function Versions({ context, id, page, chosen, view, entries, next, from, plan }: VersionsProps) {
  const { common, pageHistory: texts, versions } = words();
  const hrefOf = (version: string, shown: string): string =>
    context.href(`/-/history/${id}`, { version, from, view: shown });
  const restoreHref = context.href(`/pages/${id}/restore?to=${chosen.commit}`);
  return (
    <aside class="pan versions" aria-label={common.history}>
      <header>
        <Icon name="history" />
        <h2 class="grow">{common.history}</h2>
        <a
          class="btn ic quiet"
          href={page === undefined ? context.href('/changes') : context.pageHref(page.slug)}
          aria-label={texts.close}
        >
          <Icon name="x" />
        </a>
      </header>
      <nav class="seg" aria-label={texts.shown}>
        {views.map((name) => (
          <a href={hrefOf(chosen.commit, name)} aria-current={name === view ? 'true' : undefined}>
            {texts.views[name || 'changes']}
          </a>
        ))}
      </nav>
      <ol>
        {entries.map((entry) => (
          <li key={entry.commit}>
            <a href={hrefOf(entry.commit, view)} aria-current={entry.commit === chosen.commit ? 'true' : undefined}>
              <AuthorPicture entry={entry} />
              <span>
                <b>
                  <Author entry={entry} />
                </b>
                <small>
                  <Time at={entry.time} form="short" /> · {deedText(entry)}
                </small>
              </span>
            </a>
          </li>
        ))}
      </ol>
      {from !== null && (
        <a class="it" href={context.href(`/-/history/${id}`)}>
          {words().proposals.newest}
        </a>
      )}
      {next !== null && (
        <a class="it" href={context.href(`/-/history/${id}`, { from: next })}>
          {texts.older}
        </a>
      )}
      {plan !== null && (
        <form method="post" action={restoreHref}>
          <input type="hidden" name="plan" value={plan} />
          <button type="submit" class="btn">
            <Icon name="undo-2" />
            {versions.restore}
          </button>
          <a class="it" href={restoreHref}>
            {texts.preview}
          </a>
        </form>
      )}
    </aside>
  );
}

interface VersionProps extends ChosenVersion {
  readonly title: string;
  readonly page: Pick<PageRecord, 'language'> | undefined;
  readonly comparison: PageComparison;
  /** Version that the address names to compare it with. */
  readonly older: HistoryEntry | undefined;
}

/** The page in the chosen version, or what differs from another. */
function Version({ context, title, page, chosen, view, comparison, older }: VersionProps) {
  const texts = words().pageHistory;
  const names = namesIn(context, Number(context.params.id), page);
  const { change, fields, blocks, counts, from, to } = comparison;
  const marked = view === 'was' ? undefined : fields.find(({ field }) => field === 'title');
  const shown = to.value ?? from.value;
  const time = <Time at={chosen.time} form="short" />;
  return (
    <>
      <h1 {...context.lang(page)}>
        {marked === undefined ? (shown?.title ?? title) : <BothVersions field={marked} names={names} />}
      </h1>
      <p class="row wrap counts">
        {view !== 'was' && <Counts counts={counts} />}
        <span class="dim">
          {older ? (
            <Filled text={texts.againstVersion} values={{ time, older: <Time at={older.time} form="short" /> }} />
          ) : (
            <Filled text={texts.shownAt[view || 'changes']} values={{ time }} />
          )}
        </span>
      </p>
      {context.query.version !== undefined && (
        <a class="only-s" href={context.href(`/-/history/${context.params.id}`)}>
          {texts.all}
        </a>
      )}
      {view === 'was' ? (
        to.value?.blocks.map((block) => <Block key={block.id} block={block} view={names.view} />)
      ) : (
        <>
          {change !== 'edited' && <p class="text">{words().labels.pageChanges[change]}</p>}
          {fields
            .filter((field) => field !== marked)
            .map((field) => (
              <div class="cap">
                <FieldChange field={field} names={names} />
              </div>
            ))}
          {comparedBlocks(blocks, names)}
        </>
      )}
    </>
  );
}

/**
 * Hash of what a restore would overwrite, by which it is refused if that has changed.
 *
 * @returns `null` if it would change nothing
 */
async function planOf({ perform }: BrandContext, page: string, to: string): Promise<string | null> {
  const { value } = await perform(previewReset, { query: { page, to } });
  return value.changes.length === 0 ? null : value.plan;
}

function Counts({ counts: { added, removed, edited, moved } }: { readonly counts: BlockCounts }): ComponentChild {
  const texts = words().pageHistory;
  const tags = [
    [added, 'ok', texts.added],
    [removed, 'bad', texts.removed],
    [edited, '', texts.changed],
    [moved, '', texts.moved],
  ] as const;
  return tags.map(([n, kind, text]) => n > 0 && <span class={`tag ${kind}`}>{fill(text, { n })}</span>);
}
