import type { Catalog } from '../../content/catalog/catalog.js';
import type { Repository } from '../../store/repository.js';
import { lackingRole } from './access.js';
import { answerIn } from './answer-in.js';
import { type Call, type Result, type Tools, toResult } from './call.js';
import { CalledBrand } from './called-brand.js';
import type { Input, Operation, ReadOperation } from './contract.js';
import { executeWrite } from './execute-write.js';
import { langIn } from './lang.js';
import { queryValue, readAsOf, targetOf } from './target.js';
import type { ReadView } from './view.js';
import { hiddenLanguagesFor, visitorOf } from './visitor.js';

/** Runs an operation that the actor may run: on a snapshot when it reads, as one commit when it writes. */
export async function execute<Value>(
  repository: Repository<Catalog>,
  operation: Operation<Value>,
  call: Call,
  input: Input,
  tools: Tools,
): Promise<Result<Value>> {
  const target = targetOf(operation, call.proposal, input.query);
  if (target.kind === 'version' && visitorOf(call.actor) !== null) throw lackingRole('editor');
  const brand = new CalledBrand({ repository, call, params: input.params, tools, target });
  return operation.effect === 'read' ? executeRead(brand, operation, input) : executeWrite(brand, operation, input);
}

/** Reads the newest snapshot, a proposal, or the past. */
async function executeRead<Value>(
  brand: CalledBrand,
  operation: ReadOperation<Value>,
  input: Input,
): Promise<Result<Value>> {
  const { repository, call, tools, target } = brand.options;
  const { sanitizer } = tools;
  if (target.kind === 'version' || input.query.since !== undefined) await brand.confirmNamed();

  const lang = operation.translated === undefined ? undefined : queryValue(input.query, 'lang');
  const isEarly = input.form === undefined && lang === undefined && visitorOf(call.actor) === null;
  const runEarly = isEarly ? operation.runEarly : undefined;
  if (target.kind === 'main' && runEarly !== undefined && !repository.isLoaded) {
    void repository.read().catch(() => {});
    const early = await runEarly(input, { sanitizer, readFile: (path) => repository.readFile(path) });
    if (early !== null) return early;
  }

  const context = brand.bodyContext(operation);
  const { ignored } = context;
  const run = await operation.prepare(input, context);
  const runOn = async (view: ReadView) =>
    lang === undefined ? toResult(await run(view), view.snapshot) : runIn(view, lang);
  const runIn = async (whole: ReadView, lang: unknown) => {
    const { catalog } = whole.snapshot;
    const page = 'page' in input.params ? catalog.pages.get(Number(input.params.page)) : undefined;
    // A resource that does not exist is not found in any language.
    const isGone = 'page' in input.params && page === undefined;
    const tag = isGone ? null : langIn(catalog, lang, page);
    const view = tag === null ? whole : whole.in(tag);
    const answer = await run(view);
    const named = tag === null ? null : { tag, hidden: hiddenLanguagesFor(call.actor) };
    return toResult(named === null ? answer : answerIn(answer, view, named, operation), view.snapshot);
  };
  if (target.kind !== 'version') {
    const proposed = target.kind === 'proposal' ? { proposal: target.number, isPrivate: true } : {};
    return { ...(await runOn(await brand.view(operation))), ignored, ...proposed };
  }

  const { past } = repository;
  const { commit, by } = await readAsOf(past, target.at);
  const early = await runEarly?.(input, { sanitizer, readFile: (path) => repository.readFile(path, commit) });
  const result = early ?? (await runOn(await brand.pastView(commit)));
  return { ...result, ignored, asOf: by };
}
