import type { Catalog } from '../../content/catalog/catalog.js';
import { proposalIn, proposalPaths } from '../../content/proposals/catalog.js';
import { PortalError } from '../../lib/errors.js';
import type { KeyedRequest } from '../../store/history/keyed-commits.js';
import type { Written } from '../../store/repository.js';
import type { Draft } from '../../store/snapshot.js';
import { type Call, type Result, type Tools, toResult } from './call.js';
import type { CalledBrand } from './called-brand.js';
import { type Answer, type Input, noInput, type WriteOperation } from './contract.js';
import { BrandDraft } from './draft.js';
import { keyedRequest, replayWrite, writeOnce } from './idempotency.js';
import { recordMerges } from './record-merges.js';
import { snapshotOn } from './resource.js';
import type { Review } from './review.js';
import { UnrecordedMerge } from './unrecorded-merges.js';

/** One write of an operation, with its idempotency key, if the call has one. */
interface OneWrite<Value> {
  readonly operation: WriteOperation<Value>;
  readonly params: Input['params'];
  readonly keyed: KeyedRequest | null;
  work(draft: Draft<Catalog>, provisionalId?: number, review?: Review): Promise<Answer<Value>>;
}

/** Writes one commit: of the brand, or of its proposals. */
export async function executeWrite<Value>(
  brand: CalledBrand,
  operation: WriteOperation<Value>,
  input: Input,
  call: Call = brand.options.call,
): Promise<Result<Value>> {
  const { tools, target } = brand.options;
  const { params } = input;
  const { slug, actor, via, requestId, precondition, idempotencyKey } = call;
  const { sanitizer, limits, clock } = tools;
  const context = brand.bodyContext(operation);
  const run = await operation.prepare(input, context);
  const named = target.kind === 'proposal' ? target.number : target.kind;
  const request = named === 'main' ? input : { ...input, params: { ...params, proposal: named } };
  const keyed = idempotencyKey === undefined ? null : keyedRequest(idempotencyKey, actor.id, operation.name, request);
  const writeCall = { actor, via, requestId, precondition, keyed, sanitizer, limits, operation: operation.name };
  const work = (draft: Draft<Catalog>, provisionalId?: number, review?: Review) =>
    run(new BrandDraft(slug, draft, { ...writeCall, provisionalId, review }, clock()));
  const write = { operation, params, keyed, work };
  if (operation.publishes) return publish(brand, write);
  const isOfBrand = operation.effect === 'write' && target.kind === 'main';
  const result = await (isOfBrand ? writeBrand : propose)(brand, write);

  const { ignored, lost, pageFields } = context;
  const spaced = (value: unknown): string => String(value).replace(/\s+/g, ' ');
  const unset = pageFields.filter(({ field, value }) => spaced(Object(result.value)[field]) !== spaced(value));
  return { ...result, ignored, lost: [...lost, ...unset.map(({ field, line }) => `${field}:${line}`)] };
}

/** Stores the content of a proposal in the brand, then records that in the proposal. */
async function publish<Value>(brand: CalledBrand, { params, work }: OneWrite<Value>): Promise<Result<Value>> {
  const { repository, call, tools } = brand.options;
  const result = await recordingFirst(brand, async () => {
    const written = await repository.write(async (draft) => {
      // Withdrawals from before the barriers of this draft are visible, even where reads may be stale.
      await (await tools.brands.proposals(call.slug))?.branch.confirmNewest();
      return work(draft, undefined, await brand.proposed.review({ snapshot: draft.snapshot }));
    });
    return toWritten(written, tools);
  });
  // After a crash in between, the next write to the proposal does it.
  await record(brand, Number(params.proposal));
  return result;
}

async function writeBrand<Value>(brand: CalledBrand, write: OneWrite<Value>): Promise<Result<Value>> {
  const { repository, tools } = brand.options;
  const { clock, semaphores, sanitizer } = tools;
  const { operation, params, keyed, work } = write;
  const once = await writeOnce(repository, { keyed, now: clock(), semaphores, work });
  if ('written' in once) return toWritten(once.written, tools);
  const { commit } = once;
  const snapshot = () => repository.past.snapshotAt(commit);
  const replay = await replayWrite(repository, operation, commit, { params, sanitizer, snapshot });
  return { ...replay, commit, isCommitted: false, isReplayed: true };
}

async function propose<Value>(brand: CalledBrand, write: OneWrite<Value>): Promise<Result<Value>> {
  const result = await recordingFirst(brand, () => writeProposal(brand, write));
  if (write.operation.takesBack && !result.isReplayed) {
    const proposal = Number(write.params.proposal);
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
  const { catalog } = await brand.proposed.review();
  return proposalIn(catalog, proposal)?.record.state === 'merged';
}

async function writeProposal<Value>(
  { options: { tools }, proposed: place }: CalledBrand,
  { operation, params, keyed, work }: OneWrite<Value>,
): Promise<Result<Value>> {
  const { clock, semaphores, sanitizer } = tools;
  const repository = await place.repository();
  const { filesOfProposal } = operation;
  const proposed =
    operation.effect === 'review' ? place.reviewWork(work, Number(params.proposal)) : place.work(work, filesOfProposal);
  const once = await writeOnce(repository, { keyed, now: clock(), semaphores, work: proposed });
  if ('written' in once) {
    const { answer: inner, snapshot, isCommitted } = once.written;
    const result = toResult(inner.answer, snapshotOn(inner.snapshot, clock()));
    return { ...result, commit: snapshot.commit, isCommitted, proposal: inner.number, isPrivate: true };
  }
  const { commit } = once;
  const proposal = Number(await repository.versions.trailerOf(commit, 'Proposal'));
  const then = () => repository.past.snapshotAt(commit);
  const snapshot = async () => (await place.content(proposal, await then())).snapshot;
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
async function record(brand: CalledBrand, proposal: number): Promise<void> {
  const call = { ...brand.options.call, precondition: null, idempotencyKey: undefined };
  await executeWrite(brand, recordMerges, { ...noInput, body: { proposals: [proposal] } }, call);
}

/** The version is the one that a read has now. */
function toWritten<Value>(
  { answer, snapshot, isCommitted }: Written<Catalog, Answer<Value>>,
  { clock }: Pick<Tools, 'clock'>,
): Result<Value> {
  return { ...toResult(answer, snapshotOn(snapshot, clock())), commit: snapshot.commit, isCommitted };
}
