import { readAsOf } from './as-of.js';
import { type Result, toResult } from './call.js';
import type { CalledBrand } from './called-brand.js';
import type { Input, ReadOperation, Run } from './contract.js';
import type { ReadView } from './view.js';
import { visitorOf } from './visitor.js';

/** Reads the newest snapshot, a proposal, or the past. */
export async function executeRead<Value>(
  brand: CalledBrand,
  operation: ReadOperation<Value>,
  input: Input,
): Promise<Result<Value>> {
  const { repository, call, tools, number, at } = brand.options;
  const { sanitizer } = tools;
  if (at !== undefined || input.query.since !== undefined) await brand.confirmNamed();
  const isEarly = input.form === undefined && visitorOf(call.actor) === null;
  const runEarly = isEarly ? operation.runEarly : undefined;
  if (at === undefined && brand.proposal === null && runEarly !== undefined && !repository.isLoaded) {
    void repository.read().catch(() => {});
    const early = await runEarly(input, { sanitizer, readFile: (path) => repository.readFile(path) });
    if (early !== null) return early;
  }
  const context = brand.bodyContext(operation);
  const { ignored } = context;
  const run = await operation.prepare(input, context);
  const proposed = typeof number === 'number' ? { proposal: number, isPrivate: true } : {};
  if (at === undefined) return { ...(await runOn(run, await brand.view(operation))), ignored, ...proposed };
  const { past } = repository;
  const { commit, by } = await readAsOf(past, at);
  const early = await runEarly?.(input, { sanitizer, readFile: (path) => repository.readFile(path, commit) });
  const result = early ?? (await runOn(run, brand.viewOf(await past.snapshotAt(commit))));
  return { ...result, ignored, asOf: by };
}

async function runOn<Value>(run: Run<ReadView, Value>, view: ReadView): Promise<Result<Value>> {
  return toResult(await run(view), view.snapshot);
}
