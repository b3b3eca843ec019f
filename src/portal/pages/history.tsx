import type { ComponentChild } from 'preact';
import type { PageRecord } from '../../content/catalog/catalog.js';
import type { BlockCounts } from '../../content/diff/page-diff.js';
import { comparePage, type PageComparison } from '../../operations/compare.js';
import { authorKindOf, type HistoryEntry, historyPage } from '../../operations/history.js';
import { previewReset } from '../../operations/reset.js';
import { blockViewOf } from '../block-view.js';
import { Block } from '../blocks/block.js';
import type { BlockView } from '../blocks/view.js';
import type { HtmlReply, PortalContext } from '../context.js';
import { changeTexts } from '../labels.js';
import { Avatar, authorText } from '../parts/avatar.js';
import { mayEdit, workspaceHref } from '../parts/bar.js';
import { BothTexts, comparedBlocks, FieldChange } from '../parts/compared-blocks.js';
import { Icon } from '../parts/icon.js';
import { Time } from '../parts/time.js';
import { notFoundPage } from './not-found.js';

/** Versions that one view lists. */
const limit = 50;

/** Versions of a page, for editors: what each changed, marked in the page, or the page as it was. */
export async function pageHistoryPage(context: PortalContext): Promise<HtmlReply> {
  const { catalog, params, query, service, slug, perform } = context;
  const page = catalog.pages.get(Number(params.id));
  if (page === undefined || !mayEdit(context)) return notFoundPage(context);

  const from = /^[0-9a-f]{40}$/.test(query.from ?? '') ? query.from : undefined;
  const scope = { page: String(page.id) };
  const { entries, next } = await historyPage(await service.openBrand(slug), scope, { limit, from });
  const chosen = query.version === undefined ? entries[0] : entries.find(({ commit }) => commit === query.version);
  if (chosen === undefined) return notFoundPage(context);

  const { value: comparison } = await perform(comparePage, { params: scope, query: { to: chosen.commit } });
  const isNewest = from === undefined && chosen === entries[0];
  const plan = isNewest || comparison.to.value === null ? null : await planOf(context, scope.page, chosen.commit);
  const shown: ShownVersion = { context, page, chosen, wasShown: query.view === 'was' };
  const versions = <Versions {...shown} entries={entries} next={next} from={from} plan={plan} />;
  const version = <Version {...shown} comparison={comparison} />;
  return {
    title: `History: ${page.title}`,
    pageId: page.id,
    isComparison: true,
    isUnlisted: true,
    // On a phone the list comes first until a version is chosen.
    body: query.version === undefined ? [versions, version] : [version, versions],
  };
}

interface ShownVersion {
  readonly context: PortalContext;
  readonly page: PageRecord;
  readonly chosen: HistoryEntry;
  /** Whether the page is shown as it was, and not what the version changed. */
  readonly wasShown: boolean;
}

interface VersionsProps extends ShownVersion {
  readonly entries: readonly HistoryEntry[];
  /** Version with which the next list begins. */
  readonly next: string | null;
  /** Version with which this list begins; `undefined` for the newest. */
  readonly from: string | undefined;
  /** Hash of what a restore of the chosen version would overwrite; `null` if there is nothing to restore. */
  readonly plan: string | null;
}

/** List of the versions. */
function Versions({ context, page, chosen, wasShown, entries, next, from = '', plan }: VersionsProps) {
  const view = wasShown ? 'was' : '';
  const hrefOf = (version: string, view: string): string =>
    context.href(`/-/history/${page.id}`, { version, from, view });
  return (
    <aside class="pan versions" aria-label="History">
      <header>
        <Icon name="history" />
        <h2 class="grow">History</h2>
        <a class="btn ic quiet" href={context.pageHref(page.slug)} aria-label="Close the history">
          <Icon name="x" />
        </a>
      </header>
      <nav class="seg" aria-label="What is shown">
        <a href={hrefOf(chosen.commit, '')} aria-current={wasShown ? undefined : 'true'}>
          Changes
        </a>
        <a href={hrefOf(chosen.commit, 'was')} aria-current={wasShown ? 'true' : undefined}>
          As it was
        </a>
      </nav>
      <ol>
        {entries.map((entry) => (
          <li key={entry.commit}>
            <a href={hrefOf(entry.commit, view)} aria-current={entry === chosen ? 'true' : undefined}>
              <Avatar name={entry.author} kind={authorKindOf(entry)} />
              <span>
                <b>
                  <bdi>{authorText({ ...entry, name: entry.author || 'unknown' })}</bdi>
                </b>
                <small>
                  <Time at={entry.time} form="short" /> · {entry.note ?? deedOf(entry)}
                </small>
              </span>
            </a>
          </li>
        ))}
      </ol>
      {next !== null && (
        <a class="it" href={context.href(`/-/history/${page.id}`, { from: next })}>
          Older versions
        </a>
      )}
      {plan !== null && (
        <form method="post" action={workspaceHref(context, `/pages/${page.id}/restore?to=${chosen.commit}`)}>
          <input type="hidden" name="plan" value={plan} />
          <button type="submit" class="btn">
            <Icon name="undo-2" />
            Restore this version
          </button>
        </form>
      )}
    </aside>
  );
}

/** The page in the chosen version, or what that has changed. */
function Version({ context, page, chosen, wasShown, comparison }: ShownVersion & ComparisonProps) {
  const view = blockViewOf(context);
  const { fields, counts, from, to } = comparison;
  const title = fields.find(({ field }) => field === 'title');
  const shown = to.value ?? from.value;
  return (
    <>
      <h1>
        {title === undefined || wasShown ? (shown?.title ?? page.title) : <BothTexts field={title} view={view} />}
      </h1>
      <p class="row wrap counts">
        {!wasShown && <Counts counts={counts} />}
        <span class="dim">
          <Time at={chosen.time} form="short" />
          {wasShown ? ', the page as it was' : ', against the version before'}
        </span>
      </p>
      {context.query.version !== undefined && (
        <a class="only-s" href={context.href(`/-/history/${page.id}`)}>
          All versions
        </a>
      )}
      {wasShown ? (
        to.value?.blocks.map((block) => <Block key={block.id} block={block} view={view} />)
      ) : (
        <Changes comparison={comparison} view={view} />
      )}
    </>
  );
}

interface ComparisonProps {
  readonly comparison: PageComparison;
}

function Changes({ comparison, view }: ComparisonProps & { readonly view: BlockView }) {
  const { change, fields, blocks } = comparison;
  return (
    <>
      {change !== 'edited' && <p class="text">{changeTexts[change]}</p>}
      {fields
        .filter(({ field }) => field !== 'title')
        .map((field) => (
          <p class="cap">
            {field.field === 'position' ? 'Moved in the navigation' : <FieldChange field={field} view={view} />}
          </p>
        ))}
      {comparedBlocks(blocks, view)}
    </>
  );
}

/**
 * Hash of what a restore would overwrite, by which it is refused if that has changed.
 *
 * @returns `null` if it would change nothing
 */
async function planOf({ perform }: PortalContext, page: string, to: string): Promise<string | null> {
  const { value } = await perform(previewReset, { query: { page, to } });
  return value.changes.length === 0 ? null : value.plan;
}

function Counts({ counts: { added, removed, edited, moved } }: { readonly counts: BlockCounts }): ComponentChild {
  const tags = [
    [added, 'ok', 'added'],
    [removed, 'bad', 'removed'],
    [edited, '', 'changed'],
    [moved, '', 'moved'],
  ] as const;
  return tags.map(
    ([count, kind, words]) =>
      count > 0 && (
        <span class={`tag ${kind}`}>
          {count} {words}
        </span>
      ),
  );
}

const deeds: Readonly<Record<string, string>> = {
  'pages.create': 'page added',
  'pages.duplicate': 'page duplicated',
  'pages.update': 'title or place',
  'pages.move': 'moved in the navigation',
  'pages.visibility': 'readers',
  'pages.slug': 'address',
  'pages.arrange': 'page settings',
  'pages.delete': 'moved to the trash',
  'trash.restore': 'restored from the trash',
  'brand.reset': 'restored',
};

const deedOf = ({ operation, subject }: HistoryEntry): string =>
  operation === null ? subject : (deeds[operation] ?? 'content');
