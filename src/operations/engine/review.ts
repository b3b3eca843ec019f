import type { Catalog } from '../../content/catalog/catalog.js';
import type { Sanitizer } from '../../content/html/sanitizer.js';
import {
  type Proposal,
  type Proposals,
  parseProposalPath,
  proposalsProjection,
} from '../../content/proposals/catalog.js';
import type { ProposalFile } from '../../content/proposals/format.js';
import type { Objects } from '../../store/objects.js';
import { overlay } from '../../store/overlay.js';
import type { Repository } from '../../store/repository.js';
import type { Draft, Snapshot } from '../../store/snapshot.js';
import type { Actor } from './access.js';
import { type BrandPolicy, requireProposal } from './proposal-access.js';
import { contentOf, isOutdated, type ProposalContent } from './proposal-content.js';
import { type PublishedMerge, unrecordedMerges } from './unrecorded-merges.js';

interface ReviewOptions {
  readonly main: Repository<Catalog>;
  /** Snapshot of the brand. */
  readonly snapshot: Snapshot<Catalog>;
  /** `null` if there are none. */
  readonly proposals: Snapshot<Proposals> | null;
  readonly actor: Actor;
  readonly sanitizer: Sanitizer;
  readonly now: Date;
  readonly policy: BrandPolicy;
  /** Whether the brand is being written. */
  readonly isPublishing: boolean;
  /** Draft of the proposals, in a write. */
  readonly write?: { readonly draft: Draft<Proposals>; readonly objects: Objects };
}

/** Two versions of a file, `null` where there is none. */
interface FilePair {
  before(): Promise<Buffer | null>;
  after(): Promise<Buffer | null>;
}

/** The proposals of a brand over its newest content, as operations on them read and write them. */
export class Review {
  constructor(private readonly options: ReviewOptions) {}

  get catalog(): Proposals {
    return this.options.proposals?.catalog ?? proposalsProjection.empty;
  }

  /** Newest commit of the proposals. */
  get commit(): string | null {
    return this.options.proposals?.commit ?? null;
  }

  get actor(): Actor {
    return this.options.actor;
  }

  get policy(): BrandPolicy {
    return this.options.policy;
  }

  get main(): Repository<Catalog> {
    return this.options.main;
  }

  get snapshot(): Snapshot<Catalog> {
    return this.options.snapshot;
  }

  /** Write of the proposals. */
  get draft(): Draft<Proposals> {
    return this.#write.draft;
  }

  /** Objects of the proposals, in a write of them. */
  get objects(): Objects {
    return this.#write.objects;
  }

  get #write() {
    const { write } = this.options;
    if (write === undefined) throw new Error('Only an operation that writes proposals changes them');
    return write;
  }

  /** The proposals right after the write. */
  async after(): Promise<Review> {
    const { draft, objects } = this.#write;
    const proposals = await overlay(draft.snapshot, draft.files, objects, proposalsProjection);
    return new Review({ ...this.options, proposals });
  }

  /** Numbers of the proposals that differ from a version; `null` if there is no such version. */
  async changedSince(commit: string): Promise<number[] | null> {
    const { proposals } = this.options;
    if (!(await proposals?.descendsFrom(commit))) return null;
    const changed = (await proposals?.differences(commit))?.map(({ path }) => parseProposalPath(path)) ?? [];
    return [...new Set(changed.flatMap((at) => (at !== null && 'number' in at ? [at.number] : [])))];
  }

  /**
   * Files of a proposal that differ from those at a commit, by their paths in the brand, with their contents then and now;
   * `null` if there is no such commit.
   */
  async filesSince(commit: string, number: number): Promise<ReadonlyMap<string, FilePair> | null> {
    const { proposals } = this.options;
    if (proposals === null || !(await proposals.descendsFrom(commit))) return null;
    const read = async (oid: string | null) => (oid === null ? null : proposals.find(oid));
    const files = new Map<string, FilePair>();
    for (const { path, before: now, after: then } of await proposals.differences(commit)) {
      const at = parseProposalPath(path);
      if (at?.kind !== 'files' || at.number !== number) continue;
      files.set(at.path, { before: () => read(then), after: () => read(now) });
    }
    return files;
  }

  /** @throws `not_found` */
  proposal(number: number): Proposal {
    return requireProposal(this.catalog, number, this.actor);
  }

  unrecordedMerges(record: ProposalFile): Promise<readonly PublishedMerge[]> {
    return unrecordedMerges(this.main, this.snapshot.commit, record);
  }

  async contentOf(proposal: Proposal): Promise<ProposalContent> {
    return contentOf(proposal, this.#below());
  }

  async isOutdated(proposal: Proposal): Promise<boolean> {
    return isOutdated(proposal, this.#below());
  }

  #below() {
    const { main, snapshot, proposals, sanitizer, now, isPublishing } = this.options;
    if (proposals === null) throw new Error('There are no proposals');
    const contains = (commit: string) => (isPublishing ? snapshot.descendsFrom(commit) : main.past.contains(commit));
    return { main, snapshot, proposals, sanitizer, now, contains };
  }
}
