import { since } from '../../validation/new-members.js';
import { Exact, Nullable, OneOf, type Static, Type } from '../../validation/schema.js';
import { numbered } from '../catalog/ids.js';
import { UtcSecond } from '../page.js';
import { draftDays } from './draft-end.js';

/** Bounds of the proposals of a brand; those of content are the brand's. */
export const proposalLimits = {
  openPerBrand: 500,
  openPerAuthor: 50,
  /** Files of the brand that one proposal changes. */
  files: 200,
  bytes: 32 * 1024 * 1024,
  comments: 500,
  reviews: 100,
  reviewers: 10,
  titleLength: 200,
  textLength: 5000,
  draftDays,
  /** Days after which a closed proposal is removed. */
  closedDays: 365,
} as const;

/**
 * Stored states. Whether `main` has moved below it (outdated), and whether both changed a value (conflict), is computed.
 * `blocked`: an approved one that could not be merged at its time.
 */
export const proposalStates = ['draft', 'open', 'approved', 'blocked', 'merged', 'declined', 'withdrawn'] as const;
export const ProposalState = OneOf(proposalStates);
export type ProposalState = Static<typeof ProposalState>;

/** States in which nothing can change any more but by reopening it. */
export const closedStates: readonly ProposalState[] = ['merged', 'declined', 'withdrawn'];

const Commit = Type.String({ pattern: '^[0-9a-f]{40}$' });

/** Author of a proposal, a review or a comment: an API key, a person, or an agent on behalf of a person. */
export const Author = Exact(
  {
    kind: OneOf(['person', 'key', 'operator', 'system']),
    id: Type.String(),
    name: Type.String(),
    grant: Nullable(Type.String({ description: 'The grant of the agent that acts for the person.' })),
    client: Nullable(
      Type.String({ description: 'The client of this grant: its host, and in quotes the name that it gives itself.' }),
    ),
  },
  { title: 'ProposalAuthor', description: 'A person, an API key, or an agent on behalf of a person.' },
);
export type Author = Static<typeof Author>;

/** A page that a proposal shows to more readers than see it now. */
export const Opening = Exact({ page: Type.Integer(), to: OneOf(['public', 'internal']) });
export type Opening = Static<typeof Opening>;

/** A person who is asked to review. */
const Reviewer = Exact({ id: Type.String(), name: Type.String() });

export const Review = Exact(
  {
    verdict: OneOf(['approved', 'changes_requested', 'declined']),
    by: Author,
    at: UtcSecond,
    note: Type.String(),
    /** Commit of the proposals' repository that was reviewed. */
    commit: Commit,
    /** SHA-256 of each resulting file, without its time, by its path; empty unless approved. */
    results: Type.Unsafe<Readonly<Record<string, string>>>(
      Type.Record(Type.String(), Type.String({ pattern: '^[0-9a-f]{64}$' })),
    ),
    /** Pages that the approval lets it show; empty unless approved. */
    opens: Type.Unsafe<readonly Opening[]>(Type.Array(Opening, { default: [], [since]: 2 })),
  },
  { title: 'ProposalReview' },
);
export type Review = Static<typeof Review>;

/** A merge, of all or of a part. It counts only while `main` has its commit. */
const Merge = Exact({ commit: Commit, at: UtcSecond, by: Author, paths: Type.Array(Type.String()) });

/** Provisional id of a new resource in the proposal, and its final id. */
const FinalId = Exact({ kind: OneOf(numbered), provisional: Type.Integer(), final: Type.Integer() });
export type FinalId = Static<typeof FinalId>;

/** `proposals/<n>/proposal.json`. */
export const ProposalFile = Exact({
  number: Type.Integer({ minimum: 1 }),
  title: Type.String({ minLength: 1 }),
  note: Type.String({ default: '' }),
  state: ProposalState,
  author: Author,
  /** Others who wrote a part of it. */
  contributors: Type.Array(Author, { default: [] }),
  created_at: UtcSecond,
  /** Time of the last change of its content, title or state. */
  updated_at: UtcSecond,
  /** Commit of `main` on which it was begun; `null` if the brand was empty. */
  base: Nullable(Commit),
  /** Approvals that an edit has ended are not among them. */
  reviews: Type.Array(Review, { default: [] }),
  /** People who are asked to review; empty: all who may approve. */
  reviewers: Type.Unsafe<readonly Static<typeof Reviewer>[]>(
    Type.Array(Reviewer, { default: [], maxItems: proposalLimits.reviewers, [since]: 2 }),
  ),
  publish_at: Nullable(
    Type.Object({ at: UtcSecond, zone: Type.String() }, { additionalProperties: false, default: null }),
  ),
  /** Why it was blocked. */
  reason: Nullable(Type.String({ default: null })),
  merges: Type.Array(Merge, { default: [] }),
  ids: Type.Array(FinalId, { default: [] }),
  /** Number of provisional ids that it has used. Pages, colours and media share them, so that a number names one thing. */
  provisional: Type.Integer({ minimum: 0, default: 0 }),
});
export type ProposalFile = Static<typeof ProposalFile>;

export const Comment = Exact(
  {
    id: Type.Integer({ minimum: 1 }),
    by: Author,
    at: UtcSecond,
    text: Type.String({ minLength: 1, description: 'Plain text.' }),
    reply_to: Nullable(Type.Integer({ description: 'The comment that this one replies to.' })),
    page: Nullable(Type.Integer({ description: 'The page that the comment is about; null for the whole proposal.' })),
    block: Nullable(Type.String({ description: 'The block that the comment is about.' })),
    quote: Nullable(Type.String({ description: 'Quoted words of the block.' })),
    resolved: Nullable(Exact({ by: Author, at: UtcSecond })),
  },
  { title: 'ProposalComment' },
);
export type Comment = Static<typeof Comment>;

/** `proposals/<n>/comments.json`, the oldest first. */
export const CommentsFile = Type.Array(Comment);
export type CommentsFile = Static<typeof CommentsFile>;

/** `numbers.json`: written when the holder of the highest number disappears, and when pages were purged. */
export const NumbersFile = Exact({
  /** Highest number ever. */
  proposal: Type.Integer({ minimum: 0 }),
  /** Commit of `main` up to which purged pages have left the proposals. */
  purged_until: Nullable(Type.String({ pattern: '^[0-9a-f]{40}$', default: null })),
});
