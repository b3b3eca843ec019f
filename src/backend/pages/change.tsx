import type { ComponentChild } from 'preact';
import type { Change } from '../../content/diff/changes.js';
import { notFound } from '../../errors.js';
import { showCommit, thingsBetween } from '../../operations/history.js';
import { commitId } from '../commit-id.js';
import { Who } from '../parts/feed.js';
import { Name } from '../parts/name.js';
import { Pager } from '../parts/pager.js';
import { Time } from '../parts/time.js';
import type { BrandVisit, Reply } from '../visit.js';
import { blockCounts, changeNames, counted, fieldName, thingName } from '../words.js';

/** Things on one page. */
const perPage = 50;

/** One commit, thing by thing. */
export async function changePage(visit: BrandVisit): Promise<Reply> {
  const commit = commitId(visit.params.commit);
  const repository = await visit.service.openBrand(visit.slug);
  if (commit === null || !(await repository.past.contains(commit))) throw notFound('Change');
  const entry = await showCommit(repository, commit);
  const offset = Math.max(0, Math.trunc(Number(visit.query.start)) || 0);
  const { total, next, changes } = await thingsBetween(repository, entry.parent, commit, { offset, limit: perPage });
  const part = (start: number): string => visit.at(`/changes/${commit}`, { start: start === 0 ? null : String(start) });
  const body = (
    <>
      <h1>
        <Name text={entry.subject || 'A change without a message'} />
      </h1>
      <p class="hint">
        <Who entry={entry} /> · <Time at={entry.time} /> · version <code>{commit.slice(0, 10)}</code>
      </p>
      {total === 0 && <p>Nothing that people see was changed.</p>}
      {total > perPage && (
        <p>
          {counted(total, 'thing')} changed; {offset + 1} to {offset + changes.length} shown.
        </p>
      )}
      <ul class="rows">
        {changes.map((change) => (
          <li key={change.path}>
            <Thing visit={visit} change={change} commit={commit} />
          </li>
        ))}
      </ul>
      <Pager
        newer={offset > 0 ? part(Math.max(0, offset - perPage)) : null}
        older={next === null ? null : part(next)}
        names={['Before', 'More things']}
      />
    </>
  );
  return { title: entry.subject || 'Change', body };
}

interface ThingProps {
  readonly visit: BrandVisit;
  readonly change: Change;
  readonly commit: string;
}

function Thing({ visit, change, commit }: ThingProps): ComponentChild {
  const link = comparisonOf(visit, change, commit);
  const name = thingName(change);
  return (
    <>
      <span class="what">
        {link === null ? (
          <Name text={name} />
        ) : (
          <a href={link}>
            <Name text={name} />
          </a>
        )}{' '}
        {changeNames[change.change]}
        <br />
        <small>{summary(change)}</small>
      </span>
      {link !== null && (
        <span class="end">
          <a href={link} aria-label={`What exactly changed: ${name}`}>
            What exactly
          </a>
        </span>
      )}
    </>
  );
}

/** Address of the comparison of a thing's two versions; `null`: there is none. */
function comparisonOf(visit: BrandVisit, { kind, id }: Change, commit: string): string | null {
  if (kind === 'page') return visit.at(`/pages/${id}/compare`, { to: commit });
  if (kind === 'section') return visit.at(`/language/${id}/compare`, { to: commit });
  return kind === 'entry' ? visit.at(`/context/${id}/compare`, { to: commit }) : null;
}

function summary({ fields, counts, change }: Change): string {
  if (change === 'added' || change === 'purged') return '';
  const named = [...new Set(fields.map(fieldChange))].slice(0, 6);
  return [...named, ...blockCounts(counts)].join(' · ');
}

const isShort = (value: unknown): boolean => typeof value !== 'object' && String(value ?? '').length <= 60;

/** A value in a list has its list's name alone: an index says little. */
function fieldChange({ field, from, to }: Change['fields'][number]): string {
  const list = /^(.*?)\.\d+(?:\.|$)/.exec(field)?.[1];
  if (list !== undefined) return fieldName(list);
  const shown = (value: unknown): string => (value === undefined ? 'nothing' : `“${String(value)}”`);
  return isShort(from) && isShort(to) ? `${fieldName(field)}: ${shown(from)} → ${shown(to)}` : fieldName(field);
}
