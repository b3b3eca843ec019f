import type { Catalog } from '../../content/catalog/catalog.js';
import type { Sanitizer } from '../../content/html/sanitizer.js';
import type { BrandLimits } from '../../content/limits.js';
import type { Said } from '../../content/markdown/read.js';
import type { Clock } from '../../lib/clock.js';
import type { Semaphores } from '../../lib/concurrency.js';
import type { Addresses } from '../../registry/file-address.js';
import type { Search } from '../../search/search.js';
import type { Repository, Written } from '../../store/repository.js';
import type { Draft, Snapshot } from '../../store/snapshot.js';
import { type Actor, lackingRole, type Via } from './access.js';
import { type AsOf, namedPast, readAsOf } from './as-of.js';
import type { Answer, Input, Operation, Run, VersionedAnswer } from './contract.js';
import { BrandDraft } from './draft.js';
import { keyedRequest, writeOnce } from './idempotency.js';
import { type Precondition, versionOf } from './resource.js';
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
  /** Number of the proposal that is read or written, or a new one; left out: `main`. */
  readonly proposal?: number | 'new' | undefined;
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
}

interface Tools {
  readonly clock: Clock;
  readonly sanitizer: Sanitizer;
  readonly limits: BrandLimits;
  readonly search: Search;
  readonly semaphores: Semaphores;
  readonly addresses: { ofBrand(slug: string, at: unknown): Promise<Addresses> };
}

/** Runs an operation that the actor may run: on a snapshot when it reads, as one commit when it writes. */
export async function execute<Value>(
  repository: Repository<Catalog>,
  operation: Operation<Value>,
  { slug, actor, via, requestId, precondition, sinceMs, idempotencyKey, modules }: Call,
  input: Input,
  { clock, sanitizer, limits, search, semaphores, addresses }: Tools,
): Promise<Result<Value>> {
  const at = operation.right === 'read' && operation.isDated ? namedPast(input.query) : undefined;
  const isVisitor = visitorOf(actor) !== null;
  if (isVisitor && at !== undefined) throw lackingRole('editor');
  const mayWrite = actor.rights.includes('write');
  const addressesNow = () => addresses.ofBrand(slug, at);
  const viewOf = (whole: Snapshot<Catalog>) => {
    const snapshot = snapshotFor(actor, whole, repository.past);
    return new ReadView(slug, snapshot, clock(), sanitizer, modules, search, repository, mayWrite, addressesNow);
  };
  // Another node may have just answered with the version that a call names. Only calls of REST may read what is older.
  const confirmNamed = async () => {
    if (via === 'rest' && repository.branch.position !== null) await repository.branch.confirmNewest();
  };
  const view = async () => {
    if (operation.right === 'write') await confirmNamed();
    const reading = repository.read(sinceMs);
    return viewOf(await (operation.searches ? search.whenOpened(reading) : reading));
  };
  const ignored: string[] = [];
  const lost: string[] = [];
  const said: Said[] = [];
  if (operation.right === 'read') {
    if (at !== undefined || input.query.since !== undefined) await confirmNamed();
    const runEarly = input.form === undefined && !isVisitor ? operation.runEarly : undefined;
    if (at === undefined && runEarly !== undefined && !repository.isLoaded) {
      void repository.read().catch(() => {});
      const early = await runEarly(input, { sanitizer, readFile: (path) => repository.readFile(path) });
      if (early !== null) return early;
    }
    const run = await operation.prepare(input, { sanitizer, view, ignored, lost, said });
    if (at === undefined) return { ...(await runOn(run, await view())), ignored };
    const { past } = repository;
    const { commit, by } = await readAsOf(past, at);
    const early = await runEarly?.(input, { sanitizer, readFile: (path) => repository.readFile(path, commit) });
    const result = early ?? (await runOn(run, viewOf(await past.snapshotAt(commit))));
    return { ...result, ignored, asOf: by };
  }
  const run = await operation.prepare(input, { sanitizer, view, ignored, lost, said });
  const keyed = idempotencyKey === undefined ? null : keyedRequest(idempotencyKey, actor.id, operation.name, input);
  const call = { actor, via, requestId, precondition, keyed, sanitizer, limits, operation: operation.name };
  const work = (draft: Draft<Catalog>) => run(new BrandDraft(slug, draft, call, clock()));
  const withLost = (result: Result<Value>): Result<Value> => {
    const spaced = (value: unknown): string => String(value).replace(/\s+/g, ' ');
    const unset = said.filter(([field, value]) => spaced(Object(result.value)[field]) !== spaced(value));
    return { ...result, ignored, lost: [...lost, ...unset.map(([field, , line]) => `${field}:${line}`)] };
  };
  if (keyed === null) return withLost(toWritten(await repository.write(work)));
  const once = await writeOnce(repository, { keyed, operation, sanitizer, now: clock(), semaphores, work });
  const result =
    'replay' in once
      ? { ...once.replay, commit: once.commit ?? null, isCommitted: false, isReplayed: true }
      : toWritten(once);
  return withLost(result);
}

async function runOn<Value>(run: Run<ReadView, Value>, view: ReadView): Promise<Result<Value>> {
  return toResult(await run(view), view.snapshot);
}

function toResult<Value>(answer: Answer<Value>, snapshot: Snapshot<Catalog>): Result<Value> {
  const { resource } = answer;
  return { ...answer, version: resource === null ? null : versionOf(snapshot, resource) };
}

function toWritten<Value>({ answer, snapshot, isCommitted }: Written<Catalog, Answer<Value>>): Result<Value> {
  return { ...toResult(answer, snapshot), commit: snapshot.commit, isCommitted };
}
