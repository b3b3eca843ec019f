import type { Clock } from '../clock.js';
import type { Semaphores } from '../concurrency.js';
import type { Catalog } from '../content/catalog/catalog.js';
import type { Sanitizer } from '../content/html/sanitizer.js';
import type { BrandLimits } from '../content/limits.js';
import type { Search } from '../search/search.js';
import type { Repository, Written } from '../store/repository.js';
import type { Draft, Snapshot } from '../store/snapshot.js';
import type { TObject } from '../validation/schema.js';
import { Violations } from '../validation/violations.js';
import type { Actor, Via } from './actor.js';
import { type AsOf, namedPast, readAsOf } from './as-of.js';
import { type BodyContext, readQuery, reportUnknown } from './body.js';
import type {
  Answer,
  AnswerOf,
  Contract,
  EarlyAnswer,
  EarlyFiles,
  Input,
  Operation,
  ReadDefinition,
  Run,
  WriteDefinition,
} from './contract.js';
import { BrandDraft, type Precondition } from './draft.js';
import { keyedRequest, writeOnce } from './idempotency.js';
import { type Params, readParams } from './params.js';
import { type Resource, versionOf } from './resource.js';
import { BrandView } from './view.js';

export interface Call {
  readonly slug: string;
  readonly actor: Actor;
  readonly via: Via;
  readonly requestId: string;
  readonly precondition: Precondition | null;
  /** That an earlier answer had: what was acknowledged up to it has to be seen. */
  readonly position?: number | undefined;
  /** When the brand was registered that the caller was admitted for: another that got its slug since is not theirs. */
  readonly registeredAt?: string;
  /** When it arrived, by `performance.now()`; left out: now. */
  readonly sinceMs?: number | undefined;
  /** Under which a client may repeat a write. */
  readonly idempotencyKey?: string | undefined;
  /** The brand's: what belongs to another is not read. Left out: all. */
  readonly modules?: readonly string[];
}

export interface Result<Value = unknown> {
  readonly value: Value;
  /** Version of what the value shows, as right after the operation; `null` where a version makes no sense. */
  readonly version: string | null;
  readonly resource: Resource | null;
  /** See `Answer`. */
  readonly next?: Answer<Value>['next'];
  /** Of a read of the past: how it was named. What a commit holds stays as it is, what a time names may not. */
  readonly asOf?: AsOf['by'];
  /** Of a write: the commit that it made, or on which it found nothing to change. */
  readonly commit?: string | null;
  /** Whether a commit was made. */
  readonly isCommitted?: boolean;
  /** Whether this is the answer to an earlier write with the same idempotency key. */
  readonly isReplayed?: boolean;
}

export interface Tools {
  readonly clock: Clock;
  readonly sanitizer: Sanitizer;
  readonly limits: BrandLimits;
  readonly search: Search;
  readonly semaphores: Semaphores;
}

/** Runs an operation that the actor may run: on a snapshot when it reads, as one commit when it writes. */
export async function execute<Value>(
  repository: Repository<Catalog>,
  operation: Operation<Value>,
  { slug, actor, via, requestId, precondition, sinceMs, idempotencyKey, modules }: Call,
  input: Input,
  { clock, sanitizer, limits, search, semaphores }: Tools,
): Promise<Result<Value>> {
  const view = async (): Promise<BrandView> =>
    new BrandView(slug, await repository.read(sinceMs), clock(), sanitizer, modules, search, repository.past);
  if (operation.right === 'read') {
    const at = operation.isDated ? namedPast(input.query) : undefined;
    if (at !== undefined) {
      const run = await operation.prepare(input, { sanitizer, view });
      const { past } = repository;
      const { commit, by } = await readAsOf(past, at);
      if (operation.runEarly !== undefined) {
        const readFile = (path: string) => past.readFile(commit, path);
        return { ...(await operation.runEarly(input, { sanitizer, readFile })), asOf: by };
      }
      const then = new BrandView(slug, await past.snapshotAt(commit), clock(), sanitizer, modules);
      return { ...toResult(await run(then), then.snapshot), asOf: by };
    }
    if (operation.runEarly !== undefined && !repository.isLoaded) {
      void repository.read().catch(() => {});
      return operation.runEarly(input, { sanitizer, readFile: (path) => repository.readFile(path) });
    }
    const run = await operation.prepare(input, { sanitizer, view });
    const brand = await view();
    return toResult(await run(brand), brand.snapshot);
  }
  const run = await operation.prepare(input, { sanitizer, view });
  const keyed = idempotencyKey === undefined ? null : keyedRequest(idempotencyKey, actor.id, operation.name, input);
  const call = { actor, via, requestId, precondition, keyed, sanitizer, limits, operation: operation.name };
  const work = (draft: Draft<Catalog>) => run(new BrandDraft(slug, draft, call, clock()));
  if (keyed === null) return toWritten(await repository.write(work));
  const once = await writeOnce(repository, { keyed, operation, sanitizer, now: clock(), semaphores, work });
  return 'replay' in once ? { ...once.replay, isCommitted: false, isReplayed: true } : toWritten(once);
}

/**
 * Reads the input, once a call; what is returned runs on each content that is tried. Refusals come in this order: what the address
 * names is not there, fields are invalid, the precondition fails.
 */
export async function writeOn<P extends Params, Sent extends object, Checked, Shapes extends Contract['answers']>(
  { params: declared, body, check, expects, apply }: WriteDefinition<P, Sent, Checked, Shapes>,
  input: Input,
  context: BodyContext,
): Promise<Run<BrandDraft, AnswerOf<Shapes>>> {
  const params = readParams(declared, input.params);
  const own = new Violations();
  const { sent, whole } = await body.read(input.body, own, { ...context, params });
  return async (draft) => {
    const violations = new Violations(own);
    const checked = await check(draft, { params, sent }, violations);
    if (violations.any || whole === null || checked === null) throw violations.toError();
    if (expects !== undefined) draft.expect(expects(draft, checked, params));
    return apply(draft, { params, body: whole, checked });
  };
}

type Readable<P extends Params, Q extends TObject> = Pick<ReadDefinition<P, Q, null>, 'params' | 'query'>;

export function readOn<P extends Params, Q extends TObject, Shapes extends Contract['answers']>(
  definition: ReadDefinition<P, Q, Shapes>,
  contract: Contract,
  input: Input,
): Run<BrandView, AnswerOf<Shapes>> {
  const asked = readInput(definition, contract, input);
  return async (view) => definition.run(view, asked);
}

export async function earlyRead<P extends Params, Q extends TObject, Shapes extends Contract['answers']>(
  runEarly: NonNullable<ReadDefinition<P, Q, Shapes>['runEarly']>,
  definition: Readable<P, Q>,
  contract: Contract,
  input: Input,
  files: EarlyFiles,
): Promise<EarlyAnswer<AnswerOf<Shapes>>> {
  return runEarly(files, readInput(definition, contract, input));
}

/** @throws `not_found` for params that name nothing, `invalid` */
function readInput<P extends Params, Q extends TObject>(
  { params: declared, query: described }: Readable<P, Q>,
  { query: known, strict }: Contract,
  input: Input,
) {
  const params = readParams(declared, input.params);
  const violations = new Violations();
  if (strict) reportUnknown(known, input.query, violations);
  const query = readQuery(described, input.query, violations);
  if (query === null || violations.any) throw violations.toError();
  return { params, query };
}

function toResult<Value>({ value, resource, next }: Answer<Value>, snapshot: Snapshot<Catalog>): Result<Value> {
  return { value, resource, next, version: resource === null ? null : versionOf(snapshot, resource) };
}

function toWritten<Value>({ answer, snapshot, isCommitted }: Written<Catalog, Answer<Value>>): Result<Value> {
  return { ...toResult(answer, snapshot), commit: snapshot.commit, isCommitted };
}
