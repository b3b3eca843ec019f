import type { Catalog } from '../../content/catalog/catalog.js';
import { proposalIn, proposalPaths } from '../../content/proposals/catalog.js';
import { PortalError } from '../../lib/errors.js';
import type { KeyedRequest } from '../../store/history/keyed-commits.js';
import type { Written } from '../../store/repository.js';
import type { Draft } from '../../store/snapshot.js';
import { type Result, toResult } from './call.js';
import { CalledBrand, noNumber } from './called-brand.js';
import { type Answer, type Input, noInput, type WriteOperation } from './contract.js';
import { BrandDraft } from './draft.js';
import { keyedRequest, replayWrite, writeOnce } from './idempotency.js';
import type { ProposedBrand } from './proposed-brand.js';
import { recordMerges } from './record-merges.js';
import type { Review } from './review.js';
import { UnrecordedMerge } from './unrecorded-merges.js';

/** One write of an operation, with its idempotency key, if the call has one. */
interface OneWrite<Value> {
  readonly operation: WriteOperation<Value>;
  readonly keyed: KeyedRequest | null;
  work(draft: Draft<Catalog>, provisionalId?: number, review?: Review): Promise<Answer<Value>>;
}

/** Writes one commit: of the brand, or of its proposals. */
export async function executeWrite<Value>(
  brand: CalledBrand,
  operation: WriteOperation<Value>,
  input: Input,
): Promise<Result<Value>> {
  const { call, tools, number, params } = brand.options;
  const { slug, actor, via, requestId, precondition, idempotencyKey } = call;
  const { sanitizer, limits, clock } = tools;
  const context = brand.bodyContext(operation);
  const run = await operation.prepare(input, context);
  const request = { ...input, params: number === undefined ? params : { ...params, proposal: number } };
  const keyed = idempotencyKey === undefined ? null : keyedRequest(idempotencyKey, actor.id, operation.name, request);
  const writeCall = { actor, via, requestId, precondition, keyed, sanitizer, limits, operation: operation.name };
  const work = (draft: Draft<Catalog>, provisionalId?: number, review?: Review) =>
    run(new BrandDraft(slug, draft, { ...writeCall, provisionalId, review }, clock()));
  const write = { operation, keyed, work };
  if (operation.publishes) return publish(brand, write);
  const result = brand.proposal === null ? await writeBrand(brand, write) : await propose(brand, brand.proposal, write);

  const { ignored, lost, pageFields } = context;
  const spaced = (value: unknown): string => String(value).replace(/\s+/g, ' ');
  const unset = pageFields.filter(({ field, value }) => spaced(Object(result.value)[field]) !== spaced(value));
  return { ...result, ignored, lost: [...lost, ...unset.map(({ field, line }) => `${field}:${line}`)] };
}

/** Stores the content of a proposal in the brand, then records that in the proposal. */
async function publish<Value>(brand: CalledBrand, { work }: OneWrite<Value>): Promise<Result<Value>> {
  const { repository, params, call, tools } = brand.options;
  const publishing = brand.proposed(noNumber);
  const result = await recordingFirst(brand, async () => {
    const written = await repository.write(async (draft) => {
      // Withdrawals from before the barriers of this draft are visible, even where reads may be stale.
      await (await tools.brands.proposals(call.slug))?.branch.confirmNewest();
      return work(draft, undefined, await publishing.review({ snapshot: draft.snapshot }));
    });
    return toWritten(written);
  });
  // After a crash in between, the next write to the proposal does it.
  await record(brand, Number(params.proposal));
  return result;
}

async function writeBrand<Value>(brand: CalledBrand, write: OneWrite<Value>): Promise<Result<Value>> {
  const { repository, tools, params } = brand.options;
  const { clock, semaphores, sanitizer } = tools;
  const { operation, keyed, work } = write;
  const once = await writeOnce(repository, { keyed, now: clock(), semaphores, work });
  if ('written' in once) return toWritten(once.written);
  const { commit } = once;
  const snapshot = () => repository.past.snapshotAt(commit);
  const replay = await replayWrite(repository, operation, commit, { params, sanitizer, snapshot });
  return { ...replay, commit, isCommitted: false, isReplayed: true };
}

async function propose<Value>(
  brand: CalledBrand,
  place: ProposedBrand,
  write: OneWrite<Value>,
): Promise<Result<Value>> {
  const { params } = brand.options;
  const result = await recordingFirst(brand, () => writeProposal(brand, place, write));
  if (write.operation.takesBack && !result.isReplayed) {
    const proposal = Number(params.proposal);
    const isMerged = await settleMerges(brand, proposal).catch((cause: unknown) => {
      const problem = 'It is not known whether this was stored before the proposal was published.';
      throw new PortalError('undecided', problem, { cause });
    });
    if (isMerged) throw new UnrecordedMerge(proposal);
  }
  return result;
}

/**
 * Settles the merges that may have read the proposal before it was withdrawn, declined or sent back. A barrier makes those of other
 * processes draft again, a write waits for those of this process.
 *
 * @returns whether one of them was stored before
 */
async function settleMerges(brand: CalledBrand, proposal: number): Promise<boolean> {
  const { repository } = brand.options;
  await repository.branch.putBarrier();
  await repository.write(async () => {});
  await record(brand, proposal);
  const { catalog } = await brand.proposed(noNumber).review();
  return proposalIn(catalog, proposal)?.record.state === 'merged';
}

async function writeProposal<Value>(
  brand: CalledBrand,
  place: ProposedBrand,
  { operation, keyed, work }: OneWrite<Value>,
): Promise<Result<Value>> {
  const { params, tools } = brand.options;
  const { clock, semaphores, sanitizer } = tools;
  const repository = await place.repository();
  const proposed = operation.writesProposals ? place.reviewWork(work) : place.work(work);
  const once = await writeOnce(repository, { keyed, now: clock(), semaphores, work: proposed });
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
  const replay = await replayWrite(repository, operation, commit, { params, sanitizer, snapshot, review }, prefix);
  return { ...replay, commit, isCommitted: false, isReplayed: true, proposal, isPrivate: true };
}

/** Does a write again where a proposal does not know all its merges, once it does. */
async function recordingFirst<Value>(brand: CalledBrand, write: () => Promise<Value>): Promise<Value> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof UnrecordedMerge)) throw error;
    await record(brand, error.proposal);
    return write();
  }
}

/** Makes a proposal record its published parts. */
async function record({ options }: CalledBrand, proposal: number): Promise<void> {
  const { proposal: _, idempotencyKey: __, ...recording } = options.call;
  const input = { ...noInput, body: { proposals: [proposal] } };
  const call = { ...recording, precondition: null };
  const brand = new CalledBrand({ ...options, call, params: input.params, number: noNumber });
  await executeWrite(brand, recordMerges, input);
}

function toWritten<Value>({ answer, snapshot, isCommitted }: Written<Catalog, Answer<Value>>): Result<Value> {
  return { ...toResult(answer, snapshot), commit: snapshot.commit, isCommitted };
}
