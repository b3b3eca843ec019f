import type { ComponentChild } from 'preact';
import { type BlockDiff, isChanged } from '../../content/diff/page-diff.js';
import type { Comment } from '../../content/proposals/format.js';
import { plural } from '../../lib/plural.js';
import type { NamedAuthor } from '../../operations/history.js';
import { type ComparedChange, comparedAtOnce } from '../../operations/proposals/compare.js';
import type { ProposedChange } from '../../operations/proposals/present.js';
import { Icon } from '../../portal/parts/icon.js';
import { blockDifferences, blockTitle } from '../content/block-differences.js';
import { ChangedFields } from '../content/field-differences.js';
import type { Names } from '../content/reference-names.js';
import { address } from '../context.js';
import { Submit } from './button.js';
import { NewFindings } from './findings.js';
import { kindIcon, kindName } from './part-name.js';
import { CommentForm, Comments, type ProposalForms, SmallForm } from './proposal-comments.js';
import { Conflicts } from './proposal-conflicts.js';
import { Tag } from './proposal-state.js';
import { Name, Opened } from './text.js';

interface ProposedChangesProps extends ProposalForms {
  readonly changes: readonly ComparedChange[];
  readonly author: NamedAuthor;
  readonly comments: readonly Comment[];
  /** Names for the references of a page's blocks. */
  names(page?: number): Names;
  /** Whether the reader may decline a part. */
  readonly mayDecline: boolean;
  /** Address at which the reader, who is the author, goes on writing a page; `null` for another reader. */
  readonly editHref: ((page: string) => string) | null;
}

/** Changes of a proposal. Each changed thing has a card, which shows how it looks, with its comments. */
export function ProposedChanges({ changes, names, ...props }: ProposedChangesProps): ComponentChild {
  if (changes.length === 0) return <p>Nothing is left to publish.</p>;
  const inConflict = changes.find(({ conflicts }) => conflicts.length > 0);
  return changes.map((change) => (
    <ChangedThing
      key={`${change.kind} ${change.id}`}
      {...props}
      change={change}
      isMain={props.mayDecline && change === inConflict}
      names={names(change.kind === 'page' ? Number(change.id) : undefined)}
    />
  ));
}

interface AllChangesProps {
  readonly changes: readonly ProposedChange[];
  /** The first that is shown. */
  readonly start: number;
  /** Address of the page of the proposal. */
  readonly path: string;
}

/** Links to all changes of a proposal, of which the page shows a part; open if a conflict is elsewhere. */
export function AllChanges({ changes, start, path }: AllChangesProps): ComponentChild {
  if (changes.length <= comparedAtOnce) return null;
  const isShown = (at: number): boolean => at >= start && at < start + comparedAtOnce;
  const isConflictElsewhere = changes.some(({ conflicts }, at) => conflicts.length > 0 && !isShown(at));
  return (
    <details class="card pad" open={isConflictElsewhere}>
      <summary>
        {changes.length} changes, {comparedAtOnce} at a time
        <span hidden data-looked-count />
      </summary>
      <ul>
        {changes.map(({ kind, id, title, conflicts }, at) => {
          const name = `${kind}-${id}`;
          const first = at - (at % comparedAtOnce);
          const href = isShown(at) ? '' : address(path, { start: first === 0 ? null : String(first) });
          return (
            <li key={name} data-looked-mark={name}>
              <a href={`${href}#${name}`}>
                <Name text={title ?? kindName(kind)} />
              </a>{' '}
              {conflicts.length > 0 && <Tag kind="bad" icon="git-merge" text={plural(conflicts.length, 'conflict')} />}{' '}
              <span class="tag ok looked" hidden>
                <Icon name="check" /> Looked at
              </span>
            </li>
          );
        })}
      </ul>
    </details>
  );
}

const changeNames: Readonly<Record<ComparedChange['change'], string>> = {
  added: 'New',
  edited: 'Changed',
  removed: 'Removed',
  trashed: 'Moved to the trash',
  restored: 'Restored',
};

const declined = <p class="hint">The proposal loses this for good.</p>;

interface ChangedThingProps extends Omit<ProposedChangesProps, 'changes' | 'names'> {
  readonly change: ComparedChange;
  readonly names: Names;
  /** Whether the page has its main button here. */
  readonly isMain: boolean;
}

function ChangedThing({ change, author, names, comments, mayDecline, editHref, isMain, ...forms }: ChangedThingProps) {
  const { kind, id, title, diff, conflicts, findings } = change;
  const prefix = `${kind}-${id}-`;
  const name = title ?? kindName(kind);
  const fields = { kind, id: id ?? '' };
  const about = comments.filter(({ page, reply_to }) => kind === 'page' && (page === id || reply_to !== null));
  // In the trash, all blocks go with their page.
  const hasBlocks = change.change === 'added' || change.change === 'edited';
  const blockTools = (block: BlockDiff): ComponentChild => {
    const own = about.filter(({ block: on, reply_to }) => on === block.id || reply_to !== null);
    if (block.id === null || kind !== 'page') return null;
    return (
      <div class="stack tools">
        <Comments {...forms} comments={own} block={block.id} />
        {forms.isOpen && (
          <div class="row wrap">
            <Opened summary="Comment" look="sm quiet">
              <CommentForm
                {...forms}
                action="comment_block"
                label={`Comment on ${blockTitle(block)}`}
                fields={{ page: Number(id), block: block.id }}
              />
            </Opened>
            {mayDecline && hasBlocks && isChanged(block) && (
              <Opened summary="Decline block" look="sm quiet">
                <SmallForm {...forms} action="drop_block" fields={{ ...fields, block: block.id }}>
                  {declined}
                  <Submit text="Decline block" look="sm bad" label={`Decline ${blockTitle(block)}`} />
                </SmallForm>
              </Opened>
            )}
          </div>
        )}
      </div>
    );
  };
  return (
    <section class="card proposed" id={`${kind}-${id}`}>
      <div class="head">
        <h2>
          <Icon name={kindIcon(kind)} /> <Name text={name} />
        </h2>
        <span class="tag">{changeNames[change.change]}</span>
        {editHref !== null && kind === 'page' && ['added', 'edited'].includes(change.change) && (
          <a class="btn sm quiet" href={editHref(String(id))} aria-label={`Edit: ${name}`}>
            Edit
          </a>
        )}
        <label class="check" hidden data-looked-at={`${kind}-${id}`}>
          <input type="checkbox" /> Looked at
        </label>
      </div>
      <div class="pad">
        {conflicts.length > 0 && (
          <Conflicts {...forms} change={change} author={author} fields={fields} isMain={isMain} />
        )}
        {diff.too_large && <p class="hint">Its two versions are too large to compare here.</p>}
        {findings !== null && <NewFindings findings={findings} blocks={diff.blocks} prefix={prefix} />}
        <ChangedFields
          title={kind === 'page' ? <h3>About the page</h3> : undefined}
          fields={diff.fields}
          view="inline"
          names={names}
        />
        {blockDifferences({ blocks: diff.blocks, view: 'inline', names, prefix, tools: blockTools })}
        {mayDecline && (
          <Opened summary="Decline change" look="sm">
            <SmallForm {...forms} action="drop" fields={fields}>
              {declined}
              <Submit text="Decline change" look="sm bad" label={`Decline change: ${name}`} />
            </SmallForm>
          </Opened>
        )}
      </div>
    </section>
  );
}
