import type { Catalog } from '../../content/catalog/catalog.js';
import type { Sanitizer } from '../../content/html/sanitizer.js';
import type { BrandLimits } from '../../content/limits.js';
import type { Said } from '../../content/markdown/read.js';
import { proposalIn, proposalPaths } from '../../content/proposals/catalog.js';
import type { Clock } from '../../lib/clock.js';
import type { Semaphores } from '../../lib/concurrency.js';
import { invalidField } from '../../lib/errors.js';
import type { Addresses } from '../../registry/file-address.js';
import type { Search } from '../../search/search.js';
import type { KeyedRequest } from '../../store/history/keyed-commits.js';
import type { Repository, Written } from '../../store/repository.js';
import type { Draft, Snapshot } from '../../store/snapshot.js';
import { type Actor, lackingRole, type Via } from './access.js';
import { type AsOf, named, readAsOf, readProposal } from './as-of.js';
import {
  type Answer,
  type Input,
  noInput,
  type Operation,
  type Run,
  type VersionedAnswer,
  type WriteOperation,
} from './contract.js';
import { BrandDraft } from './draft.js';
import { keyedRequest, replayWrite, writeOnce } from './idempotency.js';
import { type ProposalName, type ProposalRepositories, ProposedBrand } from './proposed-brand.js';
import { recordMerges } from './record-merges.js';
import { type Precondition, versionOf } from './resource.js';
import type { Review } from './review.js';
import { UnrecordedMerge } from './unrecorded-merges.js';
import { ReadView } from './view.js';
import { snapshotFor, visitorOf } from './visitor.js';

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
  /** Time of arrival, by `performance.now()`; left out: now. */
  readonly sinceMs?: number | undefined;
  readonly idempotencyKey?: string | undefined;
  /** The proposal that is read or written in place of the brand. */
  readonly proposal?: ProposalName | undefined;
  /** Modules of the brand: content of other modules is not read. Left out: all. */
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

interface Tools {
  readonly clock: Clock;
  readonly sanitizer: Sanitizer;
  readonly limits: BrandLimits;
  readonly search: Search;
  readonly semaphores: Semaphores;
  readonly brands: ProposalRepositories;
  readonly addresses: { ofBrand(slug: string, at: unknown): Promise<Addresses> };
}

/** Runs an operation that the actor may run: on a snapshot when it reads, as one commit when it writes. */
export async function execute<Value>(
  repository: Repository<Catalog>,
  operation: Operation<Value>,
  call: Call,
  input: Input,
  tools: Tools,
): Promise<Result<Value>> {
  const { clock, sanitizer, limits, search, semaphores, addresses, brands } = tools;
  const { slug, actor, via, requestId, precondition, sinceMs, idempotencyKey, modules } = call;
  const { params } = input;
  const at = operation.right === 'read' && operation.isDated ? named(input.query, 'at') : undefined;
  const number = proposalOf(operation, call, input);
  if (number !== undefined && at !== undefined) throw invalidField('at', 'A proposal has no past: leave out at.');
  const inProposal = (of: ProposalName) =>
    new ProposedBrand({ slug, actor, number: of, main: repository, brands, sanitizer, now: clock(), params });
  const place = number === undefined ? null : inProposal(number);
  const isVisitor = visitorOf(actor) !== null;
  if (isVisitor && at !== undefined) throw lackingRole('editor');
  const mayWrite = actor.rights.includes('write');
  const addressesNow = () => addresses.ofBrand(slug, at);
  const viewOf = (whole: Snapshot<Catalog>) => {
    const snapshot = snapshotFor(actor, whole, repository.past);
    const now = clock();
    const review = async () => inProposal(noNumber).review();
    return new ReadView(slug, snapshot, now, sanitizer, modules, search, repository, mayWrite, addressesNow, review);
  };
  // Another node may have just answered with the version that a call names. Only calls of REST may read what is older.
  const confirmNamed = async () => {
    if (via === 'rest' && repository.branch.position !== null) await repository.branch.confirmNewest();
  };
  const view = async () => {
    if (operation.right === 'write') await confirmNamed();
    const proposed = number === noNumber ? null : await place?.before();
    if (proposed) return viewOf(proposed);
    const reading = repository.read(sinceMs);
    return viewOf(await (operation.searches ? search.whenOpened(reading) : reading));
  };
  const ignored: string[] = [];
  const lost: string[] = [];
  const said: Said[] = [];
  if (operation.right === 'read') {
    if (at !== undefined || input.query.since !== undefined) await confirmNamed();
    const runEarly = input.form === undefined && !isVisitor ? operation.runEarly : undefined;
    if (at === undefined && place === null && runEarly !== undefined && !repository.isLoaded) {
      void repository.read().catch(() => {});
      const early = await runEarly(input, { sanitizer, readFile: (path) => repository.readFile(path) });
      if (early !== null) return early;
    }
    const run = await operation.prepare(input, { sanitizer, view, ignored, lost, said });
    const proposed = typeof number === 'number' ? { proposal: number, isPrivate: true } : {};
    if (at === undefined) return { ...(await runOn(run, await view())), ignored, ...proposed };
    const { past } = repository;
    const { commit, by } = await readAsOf(past, at);
    const early = await runEarly?.(input, { sanitizer, readFile: (path) => repository.readFile(path, commit) });
    const result = early ?? (await runOn(run, viewOf(await past.snapshotAt(commit))));
    return { ...result, ignored, asOf: by };
  }
  const run = await operation.prepare(input, { sanitizer, view, ignored, lost, said });
  const request = { ...input, params: number === undefined ? params : { ...params, proposal: number } };
  const keyed = idempotencyKey === undefined ? null : keyedRequest(idempotencyKey, actor.id, operation.name, request);
  const writeCall = { actor, via, requestId, precondition, keyed, sanitizer, limits, operation: operation.name };
  const draftOf = (draft: Draft<Catalog>, review?: Review, provisionalId?: number) =>
    new BrandDraft(slug, draft, { ...writeCall, provisionalId, review }, clock());
  const work = (draft: Draft<Catalog>, provisionalId?: number, review?: Review) =>
    run(draftOf(draft, review, provisionalId));
  const withLost = (result: Result<Value>): Result<Value> => {
    const spaced = (value: unknown): string => String(value).replace(/\s+/g, ' ');
    const unset = said.filter(([field, value]) => spaced(Object(result.value)[field]) !== spaced(value));
    return { ...result, ignored, lost: [...lost, ...unset.map(([field, , line]) => `${field}:${line}`)] };
  };
  const record = async (proposal: number): Promise<void> => {
    const { proposal: _, idempotencyKey: __, ...recording } = call;
    const body = { proposals: [proposal] };
    await execute(repository, recordMerges, { ...recording, precondition: null }, { ...noInput, body }, tools);
  };
  if (operation.publishes) {
    const publishing = inProposal(noNumber);
    const result = await recordingFirst(record, async () => {
      const publish = async (draft: Draft<Catalog>) =>
        run(draftOf(draft, await publishing.review({ snapshot: draft.snapshot })));
      return toWritten(await repository.write(publish));
    });
    // After a crash in between, the next write to the proposal does it.
    await record(Number(params.proposal));
    return result;
  }
  if (place !== null) {
    const write = () => writeInProposal(place, operation, work, keyed, { clock, semaphores, sanitizer });
    const result = await recordingFirst(record, write);
    if (operation.takesBack && !result.isReplayed) {
      // A merge may have read the proposal before this write: the merges in the brand's queue are settled first.
      await repository.write(async () => {});
      const taken = Number(params.proposal);
      await record(taken);
      const { catalog } = await inProposal(noNumber).review();
      if (proposalIn(catalog, taken)?.record.state === 'merged') throw new UnrecordedMerge(taken);
    }
    return withLost(result);
  }
  if (keyed === null) return withLost(toWritten(await repository.write(work)));
  const once = await writeOnce(repository, { keyed, now: clock(), semaphores, work });
  if ('written' in once) return withLost(toWritten(once.written));
  const { commit } = once;
  const snapshot = () => repository.past.snapshotAt(commit);
  const replay = await replayWrite(repository, operation, commit, { sanitizer, snapshot });
  return withLost({ ...replay, commit, isCommitted: false, isReplayed: true });
}

/** Number of no proposal: an operation on proposals takes the brand as it is. */
const noNumber = 0;

/** The proposal that a call names. @throws `invalid` */
function proposalOf(operation: Operation, { proposal }: Call, { query }: Input): ProposalName | undefined {
  const { right, isProposable, name } = operation;
  if (operation.right === 'write' && operation.writesProposals !== undefined) {
    return operation.writesProposals === 'begins' ? 'new' : noNumber;
  }
  const value = proposal ?? (right === 'read' && isProposable ? named(query, 'proposal') : undefined);
  if (value === undefined || proposal === 'newest') return proposal;
  if (isProposable !== false) return readProposal(value, right === 'write');
  throw invalidField('proposal', `${name} is not proposed.`);
}

/** Does a write again where a proposal does not know all its merges, once it does. */
async function recordingFirst<Value>(
  record: (proposal: number) => Promise<void>,
  write: () => Promise<Value>,
): Promise<Value> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof UnrecordedMerge)) throw error;
    await record(error.proposal);
    return write();
  }
}

async function writeInProposal<Value>(
  place: ProposedBrand,
  operation: WriteOperation<Value>,
  run: (draft: Draft<Catalog>, nextId?: number, review?: Review) => Promise<Answer<Value>>,
  keyed: KeyedRequest | null,
  { clock, semaphores, sanitizer }: Pick<Tools, 'clock' | 'semaphores' | 'sanitizer'>,
): Promise<Result<Value>> {
  const repository = await place.repository();
  const work = operation.writesProposals ? place.reviewWork(run) : place.work(run);
  const once =
    keyed === null
      ? { written: await repository.write(work) }
      : await writeOnce(repository, { keyed, now: clock(), semaphores, work });
  if ('written' in once) {
    const { answer: inner, snapshot, isCommitted } = once.written;
    const result = toResult(inner.answer, inner.snapshot);
    return { ...result, commit: snapshot.commit, isCommitted, proposal: inner.number, isPrivate: true };
  }
  const { commit } = once;
  const proposal = Number(await repository.versions.trailerOf(commit, 'Proposal'));
  const then = () => repository.past.snapshotAt(commit);
  const snapshot = async () => (await place.content(await then(), proposal)).snapshot;
  const review = async () => place.review({ proposals: await then() });
  const prefix = proposalPaths.file(proposal, '');
  const replay = await replayWrite(repository, operation, commit, { sanitizer, snapshot, review }, prefix);
  return { ...replay, commit, isCommitted: false, isReplayed: true, proposal, isPrivate: true };
}

async function runOn<Value>(run: Run<ReadView, Value>, view: ReadView): Promise<Result<Value>> {
  return toResult(await run(view), view.snapshot);
}

function toResult<Value>(answer: Answer<Value>, snapshot: Snapshot<Catalog>): Result<Value> {
  const { resource } = answer;
  return { ...answer, version: resource === null ? (answer.tag ?? null) : versionOf(snapshot, resource) };
}

function toWritten<Value>({ answer, snapshot, isCommitted }: Written<Catalog, Answer<Value>>): Result<Value> {
  return { ...toResult(answer, snapshot), commit: snapshot.commit, isCommitted };
}
