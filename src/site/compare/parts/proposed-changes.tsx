import type { ComponentChild } from 'preact';
import { type BlockDiff, isChanged } from '../../../content/diff/page-diff.js';
import type { Comment } from '../../../content/proposals/format.js';
import type { NamedAuthor } from '../../../operations/history.js';
import { type ComparedChange, comparedAtOnce } from '../../../operations/proposals/compare.js';
import type { ProposedChange } from '../../../operations/proposals/present.js';
import { counted, fill, words } from '../../../words/words.js';
import { address, type Fields } from '../../addresses.js';
import { ownLanguageName } from '../../frame/language.js';
import { ButtonLink, Submit } from '../../manage/parts/button.js';
import { Name, Opened } from '../../manage/parts/text.js';
import { Thumbnail } from '../../manage/parts/thumbnail.js';
import { Icon } from '../../parts/icon.js';
import { ChangedFields } from './field-differences.js';
import { NewFindings } from './findings.js';
import { blockTitle, pageDifferences } from './page-differences.js';
import { kindIcon, kindName } from './part-name.js';
import { CommentForm, Comments, type ProposalForms, SmallForm } from './proposal-comments.js';
import { Conflicts } from './proposal-conflicts.js';
import { Tag } from './proposal-state.js';
import type { Names } from './reference-names.js';
import { TranslatedTexts } from './translated-texts.js';

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
  /** Form that was refused. */
  readonly sent: Fields;
}

/** Changes of a proposal. Each changed thing has a card, which shows how it looks, with its comments. */
export function ProposedChanges({ changes, names, ...props }: ProposedChangesProps): ComponentChild {
  if (changes.length === 0) return <p>{words().proposedChanges.nothing}</p>;
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
  const texts = words().proposedChanges;
  const isShown = (at: number): boolean => at >= start && at < start + comparedAtOnce;
  const isConflictElsewhere = changes.some(({ conflicts }, at) => conflicts.length > 0 && !isShown(at));
  return (
    <details class="card pad" open={isConflictElsewhere}>
      <summary>
        {fill(texts.all, { n: changes.length, shown: comparedAtOnce })}
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
              {conflicts.length > 0 && (
                <Tag kind="bad" icon="git-merge" text={counted(words().proposals.conflicts, conflicts.length)} />
              )}{' '}
              <span class="tag ok looked" hidden>
                <Icon name="check" /> {texts.lookedAt}
              </span>
            </li>
          );
        })}
      </ul>
    </details>
  );
}

/** Whether its author writes it as a page. */
export const isWritable = ({ kind, change }: Pick<ProposedChange, 'kind' | 'change'>): boolean =>
  kind === 'page' && (change === 'added' || change === 'edited');

interface ChangedThingProps extends Omit<ProposedChangesProps, 'changes' | 'names'> {
  readonly change: ComparedChange;
  readonly names: Names;
  /** Whether the page has its main button here. */
  readonly isMain: boolean;
}

function ChangedThing({
  change,
  author,
  names,
  comments,
  mayDecline,
  editHref,
  sent,
  isMain,
  ...forms
}: ChangedThingProps) {
  const said = words().proposedChanges;
  const newSinceReview = <Tag kind="info" icon="clock" text={said.newSinceReview} />;
  const declined = <p class="hint">{said.losesIt}</p>;
  const { kind, id, title, diff, conflicts, findings, readers, newBlocks, texts } = change;
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
        {newBlocks?.has(block.id) && newSinceReview}
        <Comments {...forms} comments={own} block={block.id} />
        {forms.isOpen && (
          <div class="row wrap">
            <Opened summary={said.comment} look="sm quiet">
              <CommentForm
                {...forms}
                action="comment_block"
                label={fill(said.commentOn, { block: blockTitle(block) })}
                fields={{ page: Number(id), block: block.id }}
              />
            </Opened>
            {mayDecline && hasBlocks && isChanged(block) && (
              <Opened summary={said.declineBlock} look="sm quiet">
                <SmallForm {...forms} action="drop_block" fields={{ ...fields, block: block.id }}>
                  {declined}
                  <Submit
                    text={said.declineBlock}
                    look="sm bad"
                    label={fill(said.declineNamed, { block: blockTitle(block) })}
                  />
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
        <span class="tag">
          {texts !== null && `${ownLanguageName(texts.language)} · `}
          {said.kinds[change.change]}
        </span>
        {newBlocks !== null && newSinceReview}
        {editHref !== null && isWritable(change) && (
          <ButtonLink
            to={editHref(String(id))}
            text={words().common.edit}
            look="sm"
            label={fill(said.editNamed, { name })}
          />
        )}
        <label class="check" hidden data-looked-at={`${kind}-${id}`}>
          <input type="checkbox" /> {said.lookedAt}
        </label>
      </div>
      <div class="pad">
        {forms.isOpen && readers !== null && <p class="hint">{said.readers[readers]}</p>}
        {conflicts.length > 0 && (
          <Conflicts
            {...forms}
            change={change}
            author={author}
            names={names}
            sent={sent}
            fields={fields}
            isMain={isMain}
          />
        )}
        {diff.too_large && <p class="hint">{said.tooLarge}</p>}
        {kind === 'media' && <Thumbnail shown={names.view.medium(id)} alt={name} />}
        {findings !== null && texts === null && (
          <NewFindings findings={findings} blocks={diff.blocks} prefix={prefix} />
        )}
        {texts !== null && <TranslatedTexts {...texts} findings={findings?.breaks ?? []} names={names} />}
        {texts === null && (
          <ChangedFields
            title={kind === 'page' ? <h3>{said.aboutPage}</h3> : undefined}
            // The picture says more than its digest.
            fields={diff.fields.filter(({ field }) => kind !== 'media' || field !== 'sha256')}
            names={names}
          />
        )}
        {pageDifferences(diff.blocks, names, { prefix, tools: blockTools })}
        {mayDecline && (
          <Opened summary={said.declineChange} look="sm">
            <SmallForm {...forms} action="drop" fields={fields}>
              {declined}
              <Submit text={said.declineChange} look="sm bad" label={fill(said.declineChangeNamed, { name })} />
            </SmallForm>
          </Opened>
        )}
      </div>
    </section>
  );
}
