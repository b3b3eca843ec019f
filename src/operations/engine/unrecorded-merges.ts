import { LRUCache } from 'lru-cache';
import type { Catalog } from '../../content/catalog/catalog.js';
import type { ProposalFile } from '../../content/proposals/format.js';
import { derived } from '../../lib/derived.js';
import { PortalError } from '../../lib/errors.js';
import { failClosed } from '../../store/follower.js';
import { parseCommit, trailerOf } from '../../store/git/commit.js';
import { commitsSince, hasAncestor } from '../../store/history/commits.js';
import type { Repository } from '../../store/repository.js';

/** A merge of a proposal, as its commit on `main` says. */
export interface PublishedMerge {
  readonly commit: string;
  readonly at: string;
  /** Commit of the proposals that was approved. */
  readonly approved: string;
  /** Final ids by the provisional ones. */
  readonly finals: ReadonlyMap<number, number>;
  /** Person who merged it; `null`: the operator. */
  readonly person: string | null;
}

/** Refusal of a write to a proposal that does not know all its merges. */
export class UnrecordedMerge extends PortalError {
  constructor(readonly proposal: number) {
    super('conflict', `Proposal ${proposal} has just been published. Look at it again.`);
  }
}

/** Merges of one proposal up to a head, the oldest first. */
interface Known {
  readonly head: string;
  readonly merges: readonly PublishedMerge[];
}

const knownIn = derived((_: Repository<Catalog>) => new LRUCache<string, Known>({ max: 1000 }));

/** Merges of a proposal that `main` has and its record lacks, the oldest first. @param head commit of `main` */
export async function unrecordedMerges(
  main: Repository<Catalog>,
  head: string | null,
  { number, base, merges }: ProposalFile,
): Promise<readonly PublishedMerge[]> {
  if (head === null) return [];
  const { objects } = main;
  const memo = knownIn(main);
  const key = `${number} ${base}`;
  const found = await failClosed(async () => {
    const last = memo.get(key);
    // After a reset of `main`, the head does not descend from the last one.
    const known = last !== undefined && (await hasAncestor(objects, head, last.head)) ? last : null;
    const newer: PublishedMerge[] = [];
    for await (const [commit, body] of commitsSince(objects, head, known?.head ?? base)) {
      const merge = mergeIn(commit, body, number);
      if (merge !== null) newer.unshift(merge);
    }
    return [...(known?.merges ?? []), ...newer];
  });
  memo.set(key, { head, merges: found });
  return found.filter(({ commit }) => !merges.some((one) => one.commit === commit));
}

function mergeIn(commit: string, body: Buffer, number: number): PublishedMerge | null {
  const [merged, approved] = trailerOf(body, 'Proposal')?.split(' ') ?? [];
  if (merged !== String(number) || approved === undefined) return null;
  const pairs = (trailerOf(body, 'Final-Ids') ?? '').matchAll(/(\d+)=(\d+)/g);
  const finals = new Map([...pairs].map(([, provisional, final]) => [Number(provisional), Number(final)]));
  return { commit, at: parseCommit(body).time, approved, finals, person: trailerOf(body, 'Person') };
}

/** Whether a reset of `main` took away what is recorded as merged. */
export async function isMergeLost({ state, merges }: ProposalFile, { past }: Repository<Catalog>): Promise<boolean> {
  const last = merges.at(-1);
  return state === 'merged' && last !== undefined && !(await past.contains(last.commit));
}

/** @throws `UnrecordedMerge` */
export async function requireRecorded(...about: Parameters<typeof unrecordedMerges>): Promise<void> {
  if ((await unrecordedMerges(...about)).length > 0) throw new UnrecordedMerge(about[2].number);
}
