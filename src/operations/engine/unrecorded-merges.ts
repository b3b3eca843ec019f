import { LRUCache } from 'lru-cache';
import type { Catalog } from '../../content/catalog/catalog.js';
import type { Proposal } from '../../content/proposals/catalog.js';
import type { ProposalFile } from '../../content/proposals/format.js';
import { derived } from '../../lib/derived.js';
import { PortalError } from '../../lib/errors.js';
import { say } from '../../lib/say.js';
import { failClosed } from '../../store/follower.js';
import { parseCommit, trailerOf } from '../../store/git/commit.js';
import { commitsSince, hasAncestor } from '../../store/history/commits.js';
import type { Repository } from '../../store/repository.js';

/** A merge of a proposal, as its commit on `main` says. */
export interface PublishedMerge {
  readonly number: number;
  readonly commit: string;
  readonly at: string;
  /** Commit of the proposals that was approved. */
  readonly approved: string;
  /** Final ids by the provisional ones. */
  readonly finals: ReadonlyMap<number, number>;
  /** Person who merged it; `null` for the operator. */
  readonly person: string | null;
}

/** Refusal of a write to a proposal that does not know all its merges. */
export class UnrecordedMerge extends PortalError {
  constructor(readonly proposal: number) {
    super('conflict', say`Proposal ${proposal} has just been published. Look at it again.`);
  }
}

interface Known {
  readonly head: string;
  readonly merges: readonly PublishedMerge[];
}

const knownIn = derived((_: Repository<Catalog>) => new LRUCache<string, Known>({ max: 1000 }));

/** Merges on `main` up to a head, of one proposal or of all, the oldest first. Only commits since the last read are read. */
async function mergesIn(
  main: Repository<Catalog>,
  head: string | null,
  { base, number }: { readonly base: string | null; readonly number?: number },
): Promise<readonly PublishedMerge[]> {
  if (head === null) return [];
  const { objects } = main;
  const memo = knownIn(main);
  const key = `${number} ${base}`;
  const merges = await failClosed(async () => {
    const last = memo.get(key);
    // After a reset of `main`, the head does not descend from the last one.
    const known = last !== undefined && (await hasAncestor(objects, head, last.head)) ? last : null;
    const newer: PublishedMerge[] = [];
    for await (const [commit, body] of commitsSince(objects, head, known?.head ?? base)) {
      const merge = mergeOf(commit, body);
      if (merge !== null && (number ?? merge.number) === merge.number) newer.unshift(merge);
    }
    return [...(known?.merges ?? []), ...newer];
  });
  memo.set(key, { head, merges });
  return merges;
}

function mergeOf(commit: string, body: Buffer): PublishedMerge | null {
  const [number, approved] = trailerOf(body, 'Proposal')?.split(' ') ?? [];
  if (approved === undefined) return null;
  const pairs = (trailerOf(body, 'Final-Ids') ?? '').matchAll(/(?<!\d)(\d+)=(\d+)/g);
  const finals = new Map([...pairs].map(([, provisional, final]) => [Number(provisional), Number(final)]));
  const at = parseCommit(body).time;
  return { number: Number(number), commit, at, approved, finals, person: trailerOf(body, 'Person') };
}

/**
 * Merges of a proposal that `main` has and its record lacks, the oldest first.
 *
 * @param head commit of `main`
 */
export async function unrecordedMerges(
  main: Repository<Catalog>,
  head: string | null,
  { number, base, merges }: ProposalFile,
): Promise<readonly PublishedMerge[]> {
  const found = await mergesIn(main, head, { number, base });
  return found.filter(({ commit }) => !merges.some((merge) => merge.commit === commit));
}

/** Those of some proposals whose records may lack merges that `main` has, or have others. The history is read once for all. */
export async function maybeUnrecorded(
  main: Repository<Catalog>,
  head: string | null,
  proposals: readonly Proposal[],
): Promise<Proposal[]> {
  if (proposals.length === 0) return [];
  const found = await mergesIn(main, head, { base: null });
  const commits = new Set(found.map(({ commit }) => commit));
  return proposals.filter(({ record: { number, merges } }) => {
    const recorded = new Set(merges.map(({ commit }) => commit));
    return (
      merges.some(({ commit }) => !commits.has(commit)) ||
      found.some((merge) => merge.number === number && !recorded.has(merge.commit))
    );
  });
}

/** Whether a reset of `main` has removed content that is recorded as merged. */
export async function isMergeLost({ state, merges }: ProposalFile, { past }: Repository<Catalog>): Promise<boolean> {
  const last = merges.at(-1);
  return state === 'merged' && last !== undefined && !(await past.contains(last.commit));
}

/** @throws `UnrecordedMerge` */
export async function requireRecorded(...about: Parameters<typeof unrecordedMerges>): Promise<void> {
  if ((await unrecordedMerges(...about)).length > 0) throw new UnrecordedMerge(about[2].number);
}
