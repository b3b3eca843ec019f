import type { ComponentChild } from 'preact';
import type { HistoryEntry } from '../../operations/history.js';
import type { BrandVisit } from '../visit.js';
import { Name } from './name.js';
import { Time } from './time.js';

interface Props {
  readonly visit: BrandVisit;
  readonly entries: readonly HistoryEntry[];
  /** Where a change leads; left out, to itself. */
  readonly to?: (commit: string) => string;
  /** What else a row leads to. */
  readonly links?: (entry: HistoryEntry, at: number) => ComponentChild;
}

/** Changes, the newest first: when, who, what. */
export function Feed({ visit, entries, to, links }: Props): ComponentChild {
  return (
    <ol class="feed">
      {entries.map((entry, at) => (
        <li key={entry.commit}>
          <Time at={entry.time} />
          <span class="who">
            <Who entry={entry} />
          </span>
          <a class="what" href={to?.(entry.commit) ?? visit.at(`/changes/${entry.commit}`)}>
            <Name text={entry.subject || 'without a message'} />
          </a>
          {links !== undefined && <span class="end">{links(entry, at)}</span>}
        </li>
      ))}
    </ol>
  );
}

const ways: Readonly<Record<HistoryEntry['by'], string>> = {
  key: 'API key',
  person: '',
  operator: 'command line',
  system: 'by itself',
  git: 'by git',
};

/** An author, and what kind of one it is. */
export function Who({ entry: { author, by } }: { readonly entry: HistoryEntry }): ComponentChild {
  return (
    <>
      <Name text={author || 'unknown'} /> {ways[by] !== '' && <span class="badge">{ways[by]}</span>}
    </>
  );
}
