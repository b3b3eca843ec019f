import type { Catalog } from '../../content/catalog/catalog.js';
import type { Sanitizer } from '../../content/html/sanitizer.js';
import type { BrandLimits } from '../../content/limits.js';
import type { Proposals } from '../../content/proposals/catalog.js';
import type { ContentWork, Work } from '../../content/work/content-work.js';
import type { Clock } from '../../lib/clock.js';
import type { Semaphores } from '../../lib/concurrency.js';
import type { Notes } from '../../notes/notes.js';
import type { Addresses } from '../../registry/file-address.js';
import type { Search } from '../../search/search.js';
import type { Repository, Work as StoreWork } from '../../store/repository.js';
import type { Snapshot } from '../../store/snapshot.js';
import type { Actor, Via } from './access.js';
import type { Answer, Input, VersionedAnswer } from './contract.js';
import type { BrandPolicy } from './proposal-access.js';
import { type Precondition, versionOf } from './resource.js';
import type { AsOf, ProposalName, Target } from './target.js';

export interface Call {
  readonly slug: string;
  readonly actor: Actor;
  readonly via: Via;
  readonly requestId: string;
  readonly precondition: Precondition | null;
  /** Position of an earlier answer: writes acknowledged up to it have to be seen. */
  readonly position?: number | undefined;
  /** Registration time of the brand that the caller was admitted for: another brand may have got its slug since. */
  readonly registeredAt?: string;
  /** Time of arrival, by `performance.now()`. Default: now. */
  readonly sinceMs?: number | undefined;
  readonly idempotencyKey?: string | undefined;
  /** The proposal that is read or written in place of the brand. */
  readonly proposal?: ProposalName | undefined;
  /** Modules of the brand: content of other modules is not read. Default: all. */
  readonly modules?: readonly string[];
}

export interface Result<Value = unknown> extends VersionedAnswer<Value> {
  /** Kind of name by which the past was read. A commit is immutable, while a time may name another commit later. */
  readonly asOf?: AsOf['by'];
  /** Commit that a write made, or on which it found nothing to change. */
  readonly commit?: string | null;
  readonly isCommitted?: boolean;
  readonly isReplayed?: boolean;
  /** Dotted paths of members of the body that the operation does not know. */
  readonly ignored?: readonly string[];
  /** Parts of the body's Markdown that no block holds. */
  readonly lost?: readonly string[];
  /** The proposal that was read or written. */
  readonly proposal?: number | null;
}

interface ProposalRepositories {
  /** `null` if there is none. */
  proposals(slug: string): Promise<Repository<Proposals> | null>;
  /** Policy of the registry that was read last. */
  reviewPolicy(slug: string): BrandPolicy;
  /** @param work makes the first commit, unless there is one */
  beginProposals(slug: string, work: StoreWork<Proposals, void>): Promise<Repository<Proposals>>;
}

/** Dependencies of every call. */
export interface Tools {
  readonly clock: Clock;
  readonly sanitizer: Sanitizer;
  readonly work: ContentWork;
  readonly limits: BrandLimits;
  readonly search: Search;
  readonly notes: Notes;
  readonly semaphores: Semaphores;
  readonly brands: ProposalRepositories;
  readonly addresses: { ofBrand(slug: string, at: unknown): Promise<Addresses> };
  /** For requests: a repository's snapshot in memory, when it is up to date; else `null`. */
  readonly callers: { current(repository: Repository<Catalog>): Snapshot<Catalog> | null };
}

/** A call with its target in a brand. */
export interface CalledOptions {
  readonly repository: Repository<Catalog>;
  readonly call: Call;
  readonly params: Input['params'];
  readonly tools: Tools;
  readonly target: Target;
}

/** Work for a caller. An agent is another caller than its person. */
export function workFor({ work }: Pick<Tools, 'work'>, { slug, actor }: Pick<Call, 'slug' | 'actor'>): Work {
  return work.of(slug, actor.kind, actor.id, actor.agent?.grant ?? '');
}

export function toResult<Value>(answer: Answer<Value>, snapshot: Snapshot<Catalog>): Result<Value> {
  const { resource } = answer;
  return { ...answer, version: resource === null ? (answer.tag ?? null) : versionOf(snapshot, resource) };
}
