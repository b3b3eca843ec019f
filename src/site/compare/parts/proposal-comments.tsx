import { randomUUID } from 'node:crypto';
import type { ComponentChildren } from 'preact';
import type { Comment } from '../../../content/proposals/format.js';
import { Filled } from '../../../words/filled.js';
import { fill, words } from '../../../words/words.js';
import { Submit } from '../../manage/parts/button.js';
import { Name, Opened, WrittenLines } from '../../manage/parts/text.js';
import { authorText } from '../../parts/avatar.js';
import { Icon } from '../../parts/icon.js';
import { Time } from '../../parts/time.js';
import { AuthorPicture } from './proposal-state.js';

/** Hidden values of the small forms of a proposal's page. */
export interface ProposalForms {
  readonly path: string;
  /** Id of the person who fills them in. */
  readonly person: string;
  /** Version of the proposal that is shown. */
  readonly version: string;
  /** Whether the proposal can still change. */
  readonly isOpen: boolean;
}

interface SmallFormProps extends ProposalForms {
  readonly action: string;
  /** Last field, so that a form that was cut off is refused; `null` if a repeated form does nothing more. */
  readonly guard?: 'version' | 'once' | null;
  /** Hidden fields. */
  readonly fields: Readonly<Record<string, string | number>>;
  readonly children: ComponentChildren;
}

/** A form of one button in the changes or the comments of a proposal. */
export function SmallForm({ path, person, version, action, guard = 'version', fields, children }: SmallFormProps) {
  return (
    <form method="post" action={path}>
      {Object.entries({ as: person, action, ...fields }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      {guard !== null && <input type="hidden" name={guard} value={guard === 'version' ? version : randomUUID()} />}
    </form>
  );
}

interface CommentsProps extends ProposalForms {
  readonly comments: readonly Comment[];
  /** The block that they are about. Default: the whole proposal. */
  readonly block?: string | null;
}

/** Comments on one block, or on the whole, each with its replies. */
export function Comments({ comments, block = null, ...forms }: CommentsProps) {
  return comments
    .filter((comment) => comment.reply_to === null && comment.block === block)
    .map((comment) => (
      <div key={comment.id} class="stack">
        <Message comment={comment} {...forms} />
        {comments
          .filter(({ reply_to }) => reply_to === comment.id)
          .map((reply) => (
            <Message key={reply.id} comment={reply} {...forms} />
          ))}
      </div>
    ));
}

interface CommentFormProps extends ProposalForms {
  readonly action: 'reply' | 'comment_block';
  readonly label: string;
  readonly fields: SmallFormProps['fields'];
}

export function CommentForm({ action, label, fields, ...forms }: CommentFormProps) {
  return (
    <SmallForm {...forms} action={action} guard="once" fields={fields}>
      <div class="field">
        <textarea class="in" name="words" aria-label={label} rows={2} maxLength={5000} required />
      </div>
      <Submit text={words().proposal.addComment} look="sm" />
    </SmallForm>
  );
}

interface MessageProps extends ProposalForms {
  readonly comment: Comment;
}

function Message({ comment: { id, by, at, text, quote, resolved, reply_to }, ...forms }: MessageProps) {
  const texts = words().proposal;
  return (
    <article class={reply_to === null ? 'msg' : 'msg reply'} id={`comment-${id}`}>
      <AuthorPicture by={by} />
      <div class="bub">
        <p>
          <b>
            <Name text={authorText(by)} />
          </b>{' '}
          <small>
            <Time at={at} />
          </small>
        </p>
        {quote !== null && <blockquote>{quote}</blockquote>}
        <WrittenLines text={text} />
        {resolved !== null && (
          <small>
            <Filled text={texts.resolvedBy} values={{ name: <bdi>{authorText(resolved.by)}</bdi> }} />
          </small>
        )}
        {reply_to === null && forms.isOpen && (
          <div class="row wrap">
            <Opened summary={texts.reply} look="sm">
              <CommentForm
                {...forms}
                action="reply"
                label={fill(texts.replyTo, { id: String(id) })}
                fields={{ reply_to: id }}
              />
            </Opened>
            {resolved === null && (
              <SmallForm {...forms} action="resolve" guard={null} fields={{ comment: id }}>
                <button type="submit" class="btn sm quiet" aria-label={fill(texts.resolveNamed, { id: String(id) })}>
                  <Icon name="check" size="s" />
                  {texts.resolve}
                </button>
              </SmallForm>
            )}
          </div>
        )}
      </div>
    </article>
  );
}
