import { ProposalState } from '../../content/proposals/format.js';
import { addComment, listComments } from '../../operations/proposals/comments.js';
import {
  listProposals,
  showProposal,
  submitProposal,
  updateProposal,
  withdrawProposal,
} from '../../operations/proposals/proposals.js';
import { reportProblem } from '../../operations/report-problem.js';
import { Input, Nullable, Type } from '../../validation/schema.js';
import { type Fields, type Tool, tool } from '../tool.js';

const args = Input({ proposal: Type.Integer({ description: 'its number' }) });

const summary = { number: Type.Integer(), title: Type.String(), state: ProposalState };

/** Output of a tool that changes a proposal. */
const output = Input(summary);

interface Summary {
  readonly number: number;
  readonly title: string;
  readonly state: string;
}

function summarize({ value: { number, title, state } }: { readonly value: Summary }): Summary & Fields {
  return { number, title, state };
}

/** Tool that only reports: people read it. */
export const reportTool = tool({
  name: 'report_problem',
  title: 'Report a problem',
  description: 'Tells the people of the brand what is wrong or missing on a page.',
  operation: reportProblem,
  args: Input({}),
  wording: {},
  isBare: true,
  output: Input({ note: Type.Integer() }),
  adds: true,
  answer: ({ value }) => value,
});

/** Tools for proposals, in the order of the list. No tool approves, declines or publishes, because people review. */
export const proposalTools: readonly Tool[] = [
  tool({
    name: 'list_proposals',
    title: 'List proposals',
    description: 'Your proposals, and others that you may see, the newest first.',
    operation: listProposals,
    args: Input({
      state: Type.Optional(Type.Array(ProposalState)),
      before: Type.Optional(Type.Integer({ description: 'next_before of the answer before' })),
    }),
    output: Input({ proposals: Type.Array(output), next_before: Nullable(Type.Integer()) }),
    answer: ({ value: proposals, next }) => ({ proposals, next_before: next?.before ? Number(next.before) : null }),
  }),
  tool({
    name: 'read_proposal',
    title: 'Read a proposal',
    description:
      'State, reviews and comments of a proposal, what it changes, and where the brand has changed the same.',
    operation: showProposal,
    args,
    output: Input({ ...summary, changes: Type.Array(Type.Object({})), comments: Type.Array(Type.Object({})) }),
    async answer({ value }, { proposal }, caller) {
      const comments = await caller.run(listComments, { params: { proposal: String(proposal) } });
      return { ...value, comments: comments.value };
    },
  }),
  tool({
    name: 'change_proposal',
    title: 'Describe a proposal',
    description: 'Sets title or note of a proposal. To change pages in it, send its number with the other tools.',
    operation: updateProposal,
    args,
    wording: { title: 'one line', note: 'what for; plain text' },
    output,
    answer: summarize,
  }),
  tool({
    name: 'submit_proposal',
    title: 'Send a proposal for review',
    description: 'Asks people to review a draft. They publish it, or ask for changes: see read_proposal.',
    operation: submitProposal,
    args,
    output,
    answer: summarize,
  }),
  tool({
    name: 'withdraw_proposal',
    title: 'Withdraw a proposal',
    description: 'Ends a proposal. What was published of it stays.',
    operation: withdrawProposal,
    args,
    output,
    answer: summarize,
  }),
  tool({
    name: 'comment_on_proposal',
    title: 'Comment on a proposal',
    description: 'Adds a comment to a proposal, a page or words of a block, or replies to one.',
    operation: addComment,
    args,
    wording: { text: 'plain text', reply_to: 'id of a comment', page: 'id of a page', block: 'id of a block' },
    output: Input({ id: Type.Integer(), text: Type.String() }),
    adds: true,
    answer: ({ value: { id, text } }) => ({ id, text }),
  }),
];
