import type { Clock } from '../clock.js';
import type { Catalog } from '../content/catalog.js';
import type { BrandLimits } from '../content/limits.js';
import type { Sanitizer } from '../content/sanitize.js';
import type { Repository } from '../store/repository.js';
import type { Actor } from './actor.js';
import { BrandDraft, type Precondition } from './brand-draft.js';
import { BrandView } from './brand-view.js';
import type { Answer, Input, Operation } from './operation.js';
import { type Resource, versionOf } from './resource.js';

export interface Call {
  readonly slug: string;
  readonly actor: Actor;
  readonly requestId: string;
  readonly precondition: Precondition | null;
}

export interface Result {
  readonly value: unknown;
  /** Version of what the value shows, as right after the operation; `null` where a version makes no sense. */
  readonly version: string | null;
  readonly resource: Resource | null;
}

export interface Tools {
  readonly clock: Clock;
  readonly sanitizer: Sanitizer;
  readonly limits: BrandLimits;
}

export const noInput: Input = { params: {}, query: {}, body: undefined };

/** Runs an operation that the actor may run: on a snapshot when it reads, as one commit when it writes. */
export async function execute(
  repository: Repository<Catalog>,
  operation: Operation,
  call: Call,
  input: Input,
  { clock, sanitizer, limits }: Tools,
): Promise<Result> {
  if (operation.right === 'read') {
    if (operation.runEarly !== undefined && !repository.isLoaded) {
      void repository.read().catch(() => {});
      return operation.runEarly((path) => repository.readFile(path), input, sanitizer);
    }
    const snapshot = await repository.read();
    return toResult(await operation.run(new BrandView(call.slug, snapshot, clock(), sanitizer), input), snapshot);
  }
  if (operation.html !== undefined) {
    const view = async (): Promise<BrandView> => new BrandView(call.slug, await repository.read(), clock(), sanitizer);
    await sanitizer.prepare(await operation.html(input, view));
  }
  const { actor, requestId, precondition } = call;
  const write = { actor, requestId, precondition, sanitizer, limits, operation: operation.name };
  const { answer, snapshot } = await repository.write<Answer>((draft) =>
    operation.run(new BrandDraft(call.slug, draft, write, clock()), input),
  );
  return toResult(answer, snapshot);
}

function toResult({ value, resource }: Answer, snapshot: Parameters<typeof versionOf>[0]): Result {
  return { value, resource, version: resource === null ? null : versionOf(snapshot, resource) };
}
