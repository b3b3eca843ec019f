import { allBlocks } from '../../content/blocks/block-tree.js';
import { encodeProposed, type Proposal, proposalPaths } from '../../content/proposals/catalog.js';
import { Comment, type CommentsFile, proposalLimits } from '../../content/proposals/format.js';
import { isoSeconds } from '../../lib/clock.js';
import { found } from '../../lib/errors.js';
import { say } from '../../lib/say.js';
import { Input, Type } from '../../validation/schema.js';
import type { Violations } from '../../validation/violations.js';
import type { Answer, CommittedFiles } from '../engine/contract.js';
import type { BrandDraft } from '../engine/draft.js';
import { commentId, fields } from '../engine/input.js';
import { read, write } from '../engine/operation.js';
import { authorOf } from '../engine/proposal-access.js';
import { CommentList, detailsTag, tagOf } from './present.js';
import { changing, params } from './proposals.js';

export const listComments = read({
  name: 'proposals.comments',
  apiChapter: 'Proposals',
  summary: 'List the comments on a proposal (addition)',
  description: 'Returns the comments, oldest first.',
  params,
  answers: CommentList,
  async run(view, { params: { proposal: number } }) {
    const review = await view.review();
    const { comments } = review.proposal(number);
    return { value: comments, resource: null, isPrivate: true, tag: tagOf(comments) };
  },
});

const CommentCreate = Input(
  {
    text: Type.String({ minLength: 1, maxLength: proposalLimits.textLength, description: 'Plain text.' }),
    reply_to: Type.Optional(Comment.properties.reply_to),
    page: Type.Optional(Comment.properties.page),
    block: Type.Optional(Type.String({ maxLength: 100, description: 'The block that the comment is about.' })),
    quote: Type.Optional(Type.String({ maxLength: 500, description: 'Quoted words of the block.' })),
  },
  { title: 'ProposalCommentCreate' },
);

/** A comment as it was after the commit that resolved it, or that added it: then it was the last one. */
async function replayComment(commit: CommittedFiles) {
  const review = await commit.review?.();
  const number = Number(await commit.trailer('Proposal'));
  const comments = review?.proposal(number).comments ?? [];
  const { comment: id } = commit.params;
  const comment = id === undefined ? comments.at(-1) : comments.find((other) => other.id === Number(id));
  if (comment === undefined) throw new Error('A commit of a comment does not have it');
  return { value: comment, resource: null, version: tagOf(comment) };
}

export const addComment = write({
  ...changing,
  name: 'proposals.comment',
  summary: 'Comment on a proposal (addition)',
  description: 'Comments on a proposal, on one of its pages or on a quote from a block, or replies to a comment.',
  body: fields(CommentCreate),
  answers: Comment,
  replay: replayComment,
  async check(draft, { params: { proposal: number }, sent: { reply_to, page, block } }, violations) {
    const proposal = draft.review.proposal(number);
    const { comments, record } = proposal;
    const { comments: max } = proposalLimits;
    if (comments.length >= max) violations.add('text', say`A proposal has at most ${max} comments.`);
    if (reply_to != null && !comments.some(({ id }) => id === reply_to))
      violations.add('reply_to', 'The selected reply_to is invalid: there is no such comment.');
    if (page != null || block != null) await checkPlace(draft, proposal, page ?? null, block ?? null, violations);
    if (!violations.any) draft.expectTag(detailsTag(proposal, draft.review));
    return { comments, record };
  },
  apply(draft, { body, checked: { comments, record } }) {
    const { text, reply_to = null, page = null, block = null, quote = null } = body;
    const id = (comments.at(-1)?.id ?? 0) + 1;
    const by = authorOf(draft.actor);
    const comment = { id, by, at: isoSeconds(draft.now), text, reply_to, page, block, quote, resolved: null };
    return saveComments(draft, record.number, [...comments, comment], comment, `Comment on proposal ${record.number}`);
  },
});

/** A comment is on a page that the proposal changes, or on a block of it, as it is or was. */
async function checkPlace(
  draft: BrandDraft,
  proposal: Proposal,
  page: number | null,
  block: string | null,
  violations: Violations,
): Promise<void> {
  const { results } = await draft.review.contentOf(proposal);
  const changed = results.find(({ at }) => at.kind === 'page' && at.id === page);
  const loaded = block === null ? undefined : await changed?.load();
  const blocks = [loaded?.before, loaded?.content].flatMap((file) =>
    file?.kind === 'page' ? allBlocks(file.value.blocks) : [],
  );
  if (changed === undefined) violations.add('page', 'The selected page is invalid: the proposal does not change it.');
  else if (block !== null && !blocks.some(({ id }) => id === block))
    violations.add('block', 'The selected block is invalid: the page does not have it.');
}

export const resolveComment = write({
  ...changing,
  name: 'proposals.comment.resolve',
  summary: 'Resolve a comment on a proposal, or open it again',
  params: { ...params, comment: commentId },
  body: fields(Input({ resolved: Type.Boolean() })),
  answers: Comment,
  replay: replayComment,
  check({ review }, { params: { proposal: number, comment: id } }) {
    const { comments, record } = review.proposal(number);
    return {
      comments,
      record,
      comment: found(
        comments.find((comment) => comment.id === id),
        'Comment',
      ),
    };
  },
  apply(draft, { body, checked: { comments, record, comment } }) {
    const resolved = comment.resolved ?? { by: authorOf(draft.actor), at: isoSeconds(draft.now) };
    const changed = { ...comment, resolved: body.resolved ? resolved : null };
    const next = comments.with(comments.indexOf(comment), changed);
    const subject = `${body.resolved ? 'Resolve' : 'Open again'} comment ${comment.id} on proposal ${record.number}`;
    return saveComments(draft, record.number, next, changed, subject);
  },
});

function saveComments(
  draft: BrandDraft,
  number: number,
  comments: CommentsFile,
  value: CommentsFile[number],
  subject: string,
): Answer<CommentsFile[number]> {
  draft.review.draft.put(proposalPaths.comments(number), encodeProposed('comments', comments));
  draft.commitAs(subject);
  return { value, resource: null, isPrivate: true, tag: tagOf(value) };
}
