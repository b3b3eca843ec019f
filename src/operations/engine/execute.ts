import type { Catalog } from '../../content/catalog/catalog.js';
import { invalidField } from '../../lib/errors.js';
import type { Repository } from '../../store/repository.js';
import { lackingRole } from './access.js';
import { queryValue, readAsOf } from './as-of.js';
import { type Call, type Result, type Tools, toResult } from './call.js';
import { CalledBrand, noNumber } from './called-brand.js';
import type { Input, Operation, ReadOperation } from './contract.js';
import { executeWrite } from './execute-write.js';
import { parseProposal } from './proposal-query.js';
import type { ProposalName } from './proposed-brand.js';
import type { ReadView } from './view.js';
import { visitorOf } from './visitor.js';

/** Runs an operation that the actor may run: on a snapshot when it reads, as one commit when it writes. */
export async function execute<Value>(
  repository: Repository<Catalog>,
  operation: Operation<Value>,
  call: Call,
  input: Input,
  tools: Tools,
): Promise<Result<Value>> {
  const at = operation.right === 'read' && operation.isDated ? queryValue(input.query, 'at') : undefined;
  const number = proposalOf(operation, call, input);
  if (number !== undefined && at !== undefined) throw invalidField('at', 'A proposal has no past: leave out at.');
  if (at !== undefined && visitorOf(call.actor) !== null) throw lackingRole('editor');
  const brand = new CalledBrand({ repository, call, params: input.params, tools, number, at });
  return operation.right === 'read' ? executeRead(brand, operation, input) : executeWrite(brand, operation, input);
}

/**
 * The proposal that a call names.
 *
 * @throws `invalid`
 */
function proposalOf(operation: Operation, { proposal }: Call, { query }: Input): ProposalName | undefined {
  const { right, isProposable, name } = operation;
  if (operation.right === 'write' && operation.writesProposals !== undefined) {
    return operation.writesProposals === 'begins' ? 'new' : noNumber;
  }
  const value = proposal ?? (right === 'read' && isProposable ? queryValue(query, 'proposal') : undefined);
  if (value === undefined || proposal === 'newest') return proposal;
  if (isProposable !== false) return parseProposal(value, right === 'write');
  throw invalidField('proposal', `${name} is not proposed.`);
}

/** Reads the newest snapshot, a proposal, or the past. */
async function executeRead<Value>(
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
  const runOn = async (view: ReadView) => toResult(await run(view), view.snapshot);
  if (at === undefined) {
    const proposed = typeof number === 'number' ? { proposal: number, isPrivate: true } : {};
    return { ...(await runOn(await brand.view(operation))), ignored, ...proposed };
  }

  const { past } = repository;
  const { commit, by } = await readAsOf(past, at);
  const early = await runEarly?.(input, { sanitizer, readFile: (path) => repository.readFile(path, commit) });
  const result = early ?? (await runOn(brand.viewOf(await past.snapshotAt(commit))));
  return { ...result, ignored, asOf: by };
}
