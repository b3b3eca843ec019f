import { applyOwn, type Catalog } from '../../content/catalog/catalog.js';
import { idOf, parsePath } from '../../content/catalog/paths.js';
import { firstProvisionalId } from '../../content/catalog/provisional.js';
import {
  allProposals,
  isProposable,
  type Proposal,
  type Proposals,
  proposalIn,
  proposalPaths,
  proposalsProjection,
} from '../../content/proposals/catalog.js';
import { type ProposalFile, proposalLimits } from '../../content/proposals/format.js';
import { titleAfter } from '../../content/proposals/made-title.js';
import { isSameContent } from '../../content/proposals/three-way.js';
import { invalidField, PortalError } from '../../lib/errors.js';
import { parseJson } from '../../lib/json.js';
import { say } from '../../lib/say.js';
import { includesRight } from '../../registry/rights.js';
import { findFileId } from '../../store/history/commits.js';
import { overlay } from '../../store/overlay.js';
import type { Repository } from '../../store/repository.js';
import { Draft, type Snapshot } from '../../store/snapshot.js';
import type { Actor } from './access.js';
import type { CalledOptions, Tools } from './call.js';
import type { Input } from './contract.js';
import { authorOf, isSameAuthor, requireOwn, requireProposal, requireState } from './proposal-access.js';
import { contentOf, type ProposalContent } from './proposal-content.js';
import { beginning, describeChange, editedBy, isOpen, newProposal, putRecord } from './proposal-record.js';
import { Review } from './review.js';
import { isMergeLost, requireRecorded, UnrecordedMerge } from './unrecorded-merges.js';

interface WrittenInProposal<Value> {
  readonly answer: Value;
  /** The brand with the proposal right after. */
  readonly snapshot: Snapshot<Catalog>;
  /** `null` if there was nothing to store. */
  readonly number: number | null;
}

/** A brand as one proposal would make it, to be read and written like the brand. */
export class ProposedBrand {
  constructor(private readonly options: CalledOptions) {}

  /**
   * @param at the proposals as they were; default: now
   * @throws `not_found` unless the caller may see it
   */
  async content(number: number, at?: Snapshot<Proposals>): Promise<ProposalContent> {
    const { call, tools, repository } = this.options;
    const { slug, actor } = call;
    const proposals = at ?? (await (await tools.brands.proposals(slug))?.read());
    if (proposals === undefined) throw noProposal;
    const proposal = requireProposal(proposals.catalog, number, actor);
    return this.#contentOf(proposal, proposals, await repository.read());
  }

  /**
   * The brand with the proposal that is read, or that a write goes into; `null` if there is none, or it begins with the write.
   *
   * @throws `not_found`
   */
  async before(): Promise<Snapshot<Catalog> | null> {
    const { call, tools, target } = this.options;
    if (target.kind !== 'proposal' && target.kind !== 'newest') return null;
    const proposals = await (await tools.brands.proposals(call.slug))?.read();
    const number = this.#numberIn(proposals?.catalog);
    return number === null ? null : (await this.content(number, proposals)).snapshot;
  }

  /** @returns `null` for a new one */
  #numberIn(catalog: Proposals = proposalsProjection.empty): number | null {
    const { target, call } = this.options;
    if (target.kind !== 'newest') return target.kind === 'proposal' ? target.number : null;
    const author = authorOf(call.actor);
    const drafts = allProposals(catalog).flatMap(({ record }) =>
      record.state === 'draft' && isSameAuthor(record.author, author) ? [record.number] : [],
    );
    return drafts.length === 0 ? null : Math.max(...drafts);
  }

  /**
   * The proposals of the brand, and the brand.
   *
   * @param at as they were; default: now
   */
  async review(
    at: { readonly proposals?: Snapshot<Proposals>; readonly snapshot?: Snapshot<Catalog> } = {},
    draft?: Draft<Proposals>,
  ): Promise<Review> {
    const { call, tools, repository: main } = this.options;
    const { slug, actor } = call;
    const { brands, sanitizer, clock } = tools;
    const repository = await brands.proposals(slug);
    const proposals = at.proposals ?? (await repository?.read()) ?? null;
    const snapshot = at.snapshot ?? (await main.read());
    const write = draft && repository ? { write: { draft, objects: repository.objects } } : {};
    const policy = brands.reviewPolicy(slug);
    const isPublishing = at.snapshot !== undefined;
    return new Review({ main, snapshot, proposals, actor, sanitizer, now: clock(), policy, isPublishing, ...write });
  }

  /** @throws `moved` */
  async #contentOf(proposal: Proposal, proposals: Snapshot<Proposals>, snapshot: Snapshot<Catalog>) {
    const { repository: main, tools, params } = this.options;
    const { sanitizer, clock } = tools;
    const contains = (commit: string) => main.past.contains(commit);
    const content = await contentOf(proposal, { main, snapshot, proposals, sanitizer, now: clock(), contains });
    requireNotMoved(proposal.record, content.snapshot.catalog, params);
    return content;
  }

  /** @throws `not_found` */
  async repository(): Promise<Repository<Proposals>> {
    const { call, target, tools } = this.options;
    const { slug } = call;
    const { brands, clock } = tools;
    const repository = await brands.proposals(slug);
    if (repository !== null) return repository;
    if (target.kind !== 'new' && target.kind !== 'newest') throw noProposal;
    return brands.beginProposals(slug, beginning(slug, clock()));
  }

  /**
   * Work of the proposals' repository, for a write of the brand.
   *
   * @param write gets the brand as the proposal makes it, and the next provisional id
   * @param filesOfProposal of new proposals: with more files there are several, which differ in their files
   */
  work<Value>(write: (draft: Draft<Catalog>, nextId: number) => Promise<Value>, filesOfProposal?: number) {
    return async (outer: Draft<Proposals>): Promise<WrittenInProposal<Value>> => {
      const { call, repository: main, tools } = this.options;
      const { actor } = call;
      const { catalog } = outer.snapshot;
      const number = this.#numberIn(catalog);
      const snapshot = await main.read();
      const proposal =
        number === null
          ? newProposal(catalog, actor, tools.clock(), snapshot.commit)
          : requireOwn(catalog, number, actor);
      const { record } = proposal;
      requireOnlyTexts(proposal, actor);
      await this.#requireRecorded(record, snapshot);
      const content = await this.#contentOf(proposal, outer.snapshot, snapshot);
      if (!isOpen(record)) requireState(record, ['draft', 'open', 'approved', 'blocked'], 'changed');
      const inner = new Draft(content.snapshot);
      const answer = await write(inner, firstProvisionalId + record.provisional);
      if (inner.files.size === 0) {
        return { answer, snapshot: content.snapshot, number };
      }
      if (filesOfProposal === undefined || inner.files.size <= filesOfProposal)
        await this.#store(outer, proposal, content, inner, snapshot);
      else {
        const parts = inPartsOf(inner, filesOfProposal);
        newProposal(catalog, actor, tools.clock(), snapshot.commit, parts.length);
        for (const [at, part] of parts.entries()) {
          const title = `${inner.info.message.subject} (${at + 1} of ${parts.length})`;
          const next = { ...proposal, record: { ...record, number: record.number + at, title } };
          await this.#store(outer, next, content, part, snapshot);
        }
      }
      const after = await overlay(content.snapshot, inner.files, main.objects, { apply: applyOwn });
      return { answer, snapshot: after, number: record.number };
    };
  }

  /** @throws `UnrecordedMerge` where `main` has another merge than the record says */
  async #requireRecorded(record: ProposalFile, { commit }: Snapshot<Catalog>): Promise<void> {
    const { repository: main } = this.options;
    await requireRecorded(main, commit, record);
    if (await isMergeLost(record, main)) throw new UnrecordedMerge(record.number);
  }

  /** Work of an operation on proposals. Its commit has the message that the operation gave the brand's draft. */
  reviewWork<Value>(
    write: (draft: Draft<Catalog>, nextId: undefined, review: Review) => Promise<Value>,
    reviewed: number,
  ) {
    return async (outer: Draft<Proposals>): Promise<WrittenInProposal<Value>> => {
      const review = await this.review({ proposals: outer.snapshot }, outer);
      const proposal = proposalIn(review.catalog, reviewed);
      if (proposal !== undefined) await this.#requireRecorded(proposal.record, review.snapshot);
      const inner = new Draft(review.snapshot);
      const answer = await write(inner, undefined, review);
      const number = outer.files.size === 0 ? null : describeChange(outer, inner.info);
      return { answer, snapshot: review.snapshot, number };
    };
  }

  /** Puts the changed files into the proposal, next to their versions on `main`. */
  async #store(
    outer: Draft<Proposals>,
    { record, files }: Proposal,
    { results }: ProposalContent,
    inner: Draft<Catalog>,
    below: Snapshot<Catalog>,
  ): Promise<void> {
    const { repository: main, call, tools } = this.options;
    const { number } = record;
    // A base stays where a conflict is open, so that no other change of the page settles it.
    const unsettled = new Set(results.flatMap(({ path, conflicts }) => (conflicts.length > 0 ? [path] : [])));
    const written: string[] = [];
    const sizes = new Map([...files.entries()].map(([path, { bytes }]) => [path, bytes]));
    for (const [path, bytes] of inner.files) {
      if (!isProposable(path)) continue;
      written.push(path);
      const id = await findFileId(main.objects.readTree, below.tree, path);
      const theirs = id === null ? null : await below.read(id);
      const [file, base] = [proposalPaths.file(number, path), proposalPaths.base(number, path)];
      const isSame = isSameFile(bytes, theirs);
      if (bytes === null || isSame) outer.remove(file);
      else outer.put(file, bytes);
      if (isSame || theirs === null) outer.remove(base);
      else if (!unsettled.has(path)) outer.put(base, theirs);
      if (isSame) sizes.delete(path);
      else sizes.set(path, bytes?.length ?? 0);
    }
    requireRoom(sizes);
    const used = written.flatMap((path) => {
      const at = parsePath(path);
      return at === null ? [] : Object.values(idOf(at)).map((id) => id - firstProvisionalId + 1);
    });
    const { info } = inner;
    // A provisional id means nothing to people.
    const subject = info.message.subject.replaceAll(/ \d{13}\b/g, '');
    const title = titleAfter(record.title, subject.slice(0, proposalLimits.titleLength));
    const merges: ProposalFile['merges'] = [];
    for (const merge of record.merges) {
      // One that a reset of `main` took away is found by its trailer if it comes back.
      const isThere = await main.past.contains(merge.commit);
      if (isThere) merges.push({ ...merge, paths: merge.paths.filter((path) => !written.includes(path)) });
    }
    const provisional = Math.max(record.provisional, ...used);
    putRecord(outer, editedBy({ ...record, title, merges, provisional }, call.actor, tools.clock()));
    describeChange(outer, info);
  }
}

/** Drafts with a part of the files each. */
function inPartsOf(draft: Draft<Catalog>, size: number): Draft<Catalog>[] {
  const files = [...draft.files];
  return Array.from({ length: Math.ceil(files.length / size) }, (_, at) => {
    const part = new Draft(draft.snapshot);
    for (const [path, bytes] of files.slice(at * size, (at + 1) * size)) {
      if (bytes === null) part.remove(path);
      else part.put(path, bytes);
    }
    part.describe(draft.info);
    return part;
  });
}

/** Whether a brand has a proposal that may still be merged. */
export async function isProposalOpen(
  brands: Pick<Tools['brands'], 'proposals'>,
  slug: string,
  number: number,
): Promise<boolean> {
  const proposals = await (await brands.proposals(slug))?.read();
  const proposal = proposals && proposalIn(proposals.catalog, number);
  return proposal !== undefined && isOpen(proposal.record);
}

const noProposal = new PortalError('not_found', 'Proposal not found.');

/** @throws `moved` when the call names content that was created in the proposal, and has been published since */
function requireNotMoved({ ids }: ProposalFile, { pages, colors, media }: Catalog, params: Input['params']): void {
  const named = new Set(Object.values(params).map(Number));
  const moved = ids.find(({ provisional }) => named.has(provisional));
  if (moved === undefined || [pages, colors, media].some((things) => things.has(moved.provisional))) return;
  throw new PortalError('moved', say`It was published, and has the id ${moved.final}.`, { moved });
}

/** @throws `forbidden` when who only translates would write into a proposal that holds anything else */
function requireOnlyTexts({ files }: Pick<Proposal, 'files'>, { rights, translates = [] }: Actor): void {
  if (includesRight(rights, 'propose')) return;
  const isOwnText = (path: string): boolean => {
    const at = parsePath(path);
    return at?.kind === 'translation' && translates.includes(at.language);
  };
  if (![...files.keys()].every(isOwnText))
    throw new PortalError('forbidden', 'The proposal holds more than texts of its languages.');
}

function isSameFile(some: Buffer | null, other: Buffer | null): boolean {
  if (some === null || other === null) return some === other;
  if (some.equals(other)) return true;
  const [value, otherValue] = [some, other].map((bytes) => parseJson(bytes.toString()));
  return value !== undefined && isSameContent(value, otherValue);
}

/** @throws `invalid` */
function requireRoom(sizes: ReadonlyMap<string, number>): void {
  const { files, bytes } = proposalLimits;
  if (sizes.size > files) throw invalidField('proposal', say`A proposal changes at most ${files} files.`);
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  if (total > bytes) throw invalidField('proposal', say`The changes of a proposal have at most ${bytes} bytes.`);
}
