import type { ComponentChild } from 'preact';
import { PortalError } from '../../../lib/errors.js';
import { shownAuthor } from '../../../lib/shown-names.js';
import { authorKindOf, type HistoryEntry, type HistoryScope, historyPage } from '../../../operations/history.js';
import { toldError } from '../../../words/errors.js';
import { fill, words } from '../../../words/words.js';
import { commitId, type Query } from '../../addresses.js';
import type { WorkContext } from '../../context.js';
import { Pager, Row } from '../../manage/parts/list.js';
import { Name } from '../../manage/parts/text.js';
import { Avatar, authorText } from '../../parts/avatar.js';
import { Time } from '../../parts/time.js';
import { type ToldChange, toldChanges } from './told-change.js';

interface ChangeListProps {
  readonly context: WorkContext;
  readonly entries: readonly ToldChange[];
  /** Level of the headings of the days. */
  readonly heading?: 'h2' | 'h3';
  /** Address that a row leads to. Default: the change's own page. */
  readonly hrefOf?: (commit: string) => string;
  /** Further links of a row, in a list of the versions of one thing. */
  readonly links?: (entry: HistoryEntry) => ComponentChild;
}

/** Commits by day, each with author, subject, note and time. */
export function ChangeList({ context, entries, heading: Heading = 'h2', hrefOf, links }: ChangeListProps) {
  const days: ToldChange[][] = [];
  for (const entry of entries) {
    const last = days.at(-1);
    if (last?.[0]?.time.slice(0, 10) === entry.time.slice(0, 10)) last.push(entry);
    else days.push([entry]);
  }
  return days.map((day) => (
    <>
      <Heading class="day">
        <Time at={day[0]?.time ?? ''} form="day" />
      </Heading>
      <ol class="list">
        {day.map((entry) => (
          <Row
            key={entry.commit}
            name={links ? `${nameOf(entry)} · ${deedText(entry)}` : entry.name || words().changes.noMessage}
            to={hrefOf?.(entry.commit) ?? context.href(`/changes/${entry.commit}`)}
            icon={<AuthorPicture entry={entry} />}
            details={
              links ? (
                <span class="links">{links(entry)}</span>
              ) : (
                <>
                  <Deed entry={entry} /> <ProposalLink context={context} entry={entry} />
                </>
              )
            }
            end={
              <>
                <AuthorTag entry={entry} />
                <Time at={entry.time} form="clock" />
              </>
            }
          />
        ))}
      </ol>
    </>
  ));
}

const nameOf = (entry: HistoryEntry): string =>
  authorText({ name: shownAuthor(entry) || words().forms.unknown, client: entry.client });

export function AuthorPicture({ entry }: { readonly entry: HistoryEntry }): ComponentChild {
  return <Avatar name={nameOf(entry)} kind={authorKindOf(entry)} />;
}

/** `published by Bea Brook`; empty for any other commit. */
const publishedBy = ({ publisher }: ToldChange): string =>
  publisher === null ? '' : fill(words().changes.publishedBy, { name: publisher });

/** Link to the proposal that a commit published. */
export function ProposalLink({
  context,
  entry: { proposal },
}: Pick<ChangeListProps, 'context'> & { readonly entry: HistoryEntry }) {
  return (
    proposal !== null && (
      <span class="links">
        <a href={context.href(`/proposals/${proposal}`)}>{words().forms.seeProposal}</a>
      </span>
    )
  );
}

const byText = (entry: ToldChange): string => [nameOf(entry), publishedBy(entry)].filter(Boolean).join(', ');

/** `published by Bea Brook · Page changed · “Clearer limit”`. */
export const deedText = (entry: ToldChange): string =>
  [publishedBy(entry), entry.deed, noteText(entry)].filter(Boolean).join(' · ');

/** Author, change and note below the name of what was changed, each name isolated. A subject that is the name is not repeated. */
function Deed({ entry }: { readonly entry: ToldChange }): ComponentChild {
  const deed = [entry.deed === entry.name ? '' : entry.deed, noteText(entry)].filter(Boolean).join(' · ');
  return (
    <>
      <Name text={byText(entry)} />
      {deed !== '' && (
        <>
          {' · '}
          <Name text={deed} />
        </>
      )}
    </>
  );
}

/** Note of a commit in quotes; empty without one. */
const noteText = ({ note }: HistoryEntry): string => (note === null ? '' : fill(words().common.quoted, { text: note }));

/** Name of a commit's author, and its kind, such as a program, an agent or git. A person has no kind. */
export function Author({ entry }: { readonly entry: HistoryEntry }): ComponentChild {
  return (
    <>
      <Name text={nameOf(entry)} /> <AuthorTag entry={entry} />
    </>
  );
}

function AuthorTag({ entry }: { readonly entry: HistoryEntry }): ComponentChild {
  // The trailers tell who made a commit if the history does not.
  const kind = authorKindOf(entry) ?? entry.by;
  return kind === 'person' ? null : <span class="tag">{words().changes.authorTags[kind]}</span>;
}

/**
 * Page of the history with 50 entries, which begins with the commit `from` of the address, and its pager.
 *
 * @param query filters that the pager's links keep
 */
export async function historyPart(
  context: WorkContext,
  path: string,
  scope: HistoryScope,
  { query = {}, ...options }: Omit<Parameters<typeof historyPage>[2], 'from' | 'limit'> & { query?: Query } = {},
) {
  const texts = words().proposals;
  const from = commitId(context.query.from) ?? undefined;
  const { entries, next } = await historyPage(await context.repository(), scope, { ...options, from, limit: 50 });
  const newer = from === undefined ? null : context.href(path, query);
  const older = next === null ? null : context.href(path, { ...query, from: next });
  return {
    from,
    entries: await toldChanges(context, entries),
    pager: <Pager newer={newer} older={older} names={[texts.newest, texts.older]} />,
  };
}

/** Value from the history. On a machine without git it is the value of `fallback`. */
export function orWithoutGit<Value>(value: Promise<Value>, fallback: (problem: PortalError) => Value): Promise<Value> {
  return value.catch((error: unknown) => {
    if (error instanceof PortalError && error.code === 'unavailable') return fallback(toldError(error));
    throw error;
  });
}
