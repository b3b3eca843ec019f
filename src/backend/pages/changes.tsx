import { parseTime } from '../../lib/clock.js';
import { visible } from '../../lib/display-safety.js';
import { notFound } from '../../lib/errors.js';
import { plural } from '../../lib/plural.js';
import {
  type ActorKind,
  type Area,
  actorKinds,
  countCommits,
  type HistoryScope,
  historyPage,
  isArea,
} from '../../operations/history.js';
import { addressedPart, type BrandContext, commitId, type Fields, type Reply } from '../context.js';
import { Feed, historyPart, orWithoutGit } from '../parts/feed.js';
import { ChoiceFilter, Filters, TextFilter } from '../parts/list.js';

const kinds: Readonly<Record<Area, string>> = {
  page: 'Pages',
  language: 'Language',
  color: 'Colours',
  media: 'Media',
  context: 'Facts',
  settings: 'Settings',
};

const actors: Readonly<Record<ActorKind, string>> = { person: 'people', program: 'programs', agent: 'agents' };

const textIn = (value: string | undefined): string | undefined => value?.trim().slice(0, 200) || undefined;

function dayIn(value = '', timeOfDay?: string): Date | undefined {
  return parseTime(value, timeOfDay) ?? undefined;
}

/** Filters of an address; invalid ones are ignored. */
function filtersIn(sent: Fields) {
  const [author, text] = [textIn(sent.who), textIn(sent.q)];
  const [since, until] = [dayIn(sent.since), dayIn(sent.until, '23:59:59')];
  const kind = sent.kind !== undefined && isArea(sent.kind) ? sent.kind : undefined;
  const actor = actorKinds.find((one) => one === sent.by);
  const days = { since: since && sent.since, until: until && sent.until };
  const scope: HistoryScope = { kinds: kind && [kind] };
  return {
    scope,
    options: { author, text, since, until, actor },
    query: { who: author, q: text, ...days, kind, by: actor },
  };
}

export async function changesPage(context: BrandContext): Promise<Reply> {
  const { scope, options, query } = filtersIn(context.query);
  const { from, entries, pager } = await historyPart(context, '/changes', scope, { ...options, query });
  const repository = await context.repository();
  const newer = from === undefined ? 0 : await countCommits(repository, scope, { ...options, not: from });
  const isFiltered = Object.values(query).some((value) => value !== undefined);
  const body = (
    <>
      <h1>Changes</h1>
      <Filters>
        <div>
          <label for="who">Who</label>
          <input id="who" name="who" value={query.who} maxLength={200} placeholder="anyone" />
        </div>
        <ChoiceFilter
          {...{ name: 'kind', label: 'What', chosen: query.kind }}
          options={[['', 'anything'], ...Object.entries(kinds)]}
        />
        <ChoiceFilter
          {...{ name: 'by', label: 'Made by', chosen: query.by }}
          options={[['', 'anyone'], ...Object.entries(actors)]}
        />
        <div>
          <label for="since">From</label>
          <input id="since" name="since" type="date" value={query.since} />
        </div>
        <div>
          <label for="until">To</label>
          <input id="until" name="until" type="date" value={query.until} />
        </div>
        <TextFilter label="Message contains" text={query.q} />
      </Filters>
      {newer > 0 && (
        <p class="hint">
          {plural(newer, 'newer change')} – <a href={context.href('/changes', query)}>to the newest</a>
        </p>
      )}
      {entries.length === 0 && (
        <p>
          {isFiltered ? 'No change fits these filters. ' : 'No change yet.'}
          {isFiltered && <a href={context.href('/changes')}>Clear the filters</a>}
        </p>
      )}
      <Feed context={context} entries={entries} />
      {pager}
    </>
  );
  return { title: 'Changes', body };
}

/** Poll of a page's script: the number of changes since its commit, or the author of the newest one to its part. */
export async function newerChanges(context: BrandContext): Promise<Reply> {
  const repository = await context.repository();
  const { commit: head } = await repository.read();
  if (commitId(context.query.than) === null || head === context.query.than) return { text: '' };
  const not = await context.commitIn(context.query.than);
  if (not === null) throw notFound('Change');
  const { scope, base } = addressedPart(context.query);
  if (base === '') {
    const count = countCommits(repository, scope, { not });
    const text = count.then((commits) => (commits === 0 ? '' : plural(commits, 'newer change')));
    return { text: await orWithoutGit(text, () => 'Newer changes') };
  }
  const found = historyPage(repository, scope, { not, limit: 1 });
  const [last] = (await orWithoutGit(found, () => ({ entries: [], next: null }))).entries;
  return { text: last === undefined ? '' : `Changed meanwhile by ${visible(last.author) || 'unknown'}` };
}
