import type { Clock } from '../clock.js';
import type { Catalog } from '../content/catalog/catalog.js';
import type { Sanitizer } from '../content/html/sanitizer.js';
import type { BrandLimits } from '../content/limits.js';
import type { Repository } from '../store/repository.js';
import type { Snapshot } from '../store/snapshot.js';
import type { Actor } from './actor.js';
import { BrandDraft, type Precondition } from './draft.js';
import type { Answer, Input, Operation } from './operation.js';
import { type Resource, versionOf } from './resource.js';
import { BrandView } from './view.js';

export interface Call {
  readonly slug: string;
  readonly actor: Actor;
  readonly requestId: string;
  readonly precondition: Precondition | null;
}

export interface Result<Value = unknown> {
  readonly value: Value;
  /** Version of what the value shows, as right after the operation; `null` where a version makes no sense. */
  readonly version: string | null;
  readonly resource: Resource | null;
}

export interface Tools {
  readonly clock: Clock;
  readonly sanitizer: Sanitizer;
  readonly limits: BrandLimits;
}

/** Runs an operation that the actor may run: on a snapshot when it reads, as one commit when it writes. */
export async function execute<Value>(
  repository: Repository<Catalog>,
  operation: Operation<Value>,
  { slug, actor, requestId, precondition }: Call,
  input: Input,
  { clock, sanitizer, limits }: Tools,
): Promise<Result<Value>> {
  const view = async (): Promise<BrandView> => new BrandView(slug, await repository.read(), clock(), sanitizer);
  if (operation.right === 'read') {
    const run = await operation.prepare(input, { sanitizer, view });
    const brand = await view();
    return toResult(await run(brand), brand.snapshot);
  }
  const run = await operation.prepare(input, { sanitizer, view });
  const call = { actor, requestId, precondition, sanitizer, limits, operation: operation.name };
  const { answer, snapshot } = await repository.write((draft) => run(new BrandDraft(slug, draft, call, clock())));
  return toResult(answer, snapshot);
}

function toResult<Value>({ value, resource }: Answer<Value>, snapshot: Snapshot<Catalog>): Result<Value> {
  return { value, resource, version: resource === null ? null : versionOf(snapshot, resource) };
}
