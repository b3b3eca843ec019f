import type { Visibility } from '../../content/brand.js';
import type { Catalog } from '../../content/catalog/catalog.js';
import type { ContentPath } from '../../content/catalog/paths.js';
import { groupByItem, type ItemFiles } from '../../content/content-item.js';
import { type PageDiff, uncompared } from '../../content/diff/page-diff.js';
import { pageIn } from '../../content/file-format.js';
import { readAsStored } from '../../content/ingest.js';
import type { Proposal } from '../../content/proposals/catalog.js';
import type { Review } from '../../content/proposals/format.js';
import { ifTooLarge } from '../../content/work/content-work.js';
import type { Compared } from '../../content/work/jobs.js';
import { PortalError } from '../../lib/errors.js';
import { Input, Type } from '../../validation/schema.js';
import type { Actor } from '../engine/access.js';
import { undescribed } from '../engine/contract.js';
import { read } from '../engine/operation.js';
import type { ProposedResult } from '../engine/proposal-results.js';
import type { Review as EngineReview } from '../engine/review.js';
import type { ReadView } from '../engine/view.js';
import { type NamedAuthor, namedAuthorOf } from '../history.js';
import { readersIn } from '../page-readers.js';
import { type ComparedTexts, comparedTexts } from './compared-texts.js';
import { findingsIn, findingsInTexts, type PageFindings } from './findings.js';
import { changesOf, type ProposedChange } from './present.js';
import { params } from './proposals.js';

/** A changed resource, compared word by word. Only pages have blocks. */
export interface ComparedChange extends ProposedChange {
  readonly diff: PageDiff;
  /** Texts of a page in a language, in place of `diff`; `null` for anything else. */
  readonly texts: ComparedTexts | null;
  /** `null` if it is no page or its texts, or was not checked. */
  readonly findings: PageFindings | null;
  /** Readers of a page once the proposal is published; `null` if it is not a page, or none that readers could see. */
  readonly readers: Visibility | null;
  /** Author of the last change on the brand. `null` if there is no conflict, or git is not installed. */
  readonly changedBy: NamedAuthor | null;
  /** Ids of the blocks that changed since the reader asked for changes; `null` if nothing did. */
  readonly newBlocks: ReadonlySet<string> | null;
}

/** Upper bound on the changes that one call compares: each may be a large page. */
export const comparedAtOnce = 20;

/** Differences between the brand as it is now and the result of a merge, in the order of `changes`, from the one at `start` on. */
export const compareProposal = read({
  name: 'proposals.compare',
  summary: `Compare what a proposal changes with the brand, word by word, ${comparedAtOnce} changes at a time`,
  params,
  query: Input({ start: Type.Optional(Type.Integer({ minimum: 0 })) }),
  answers: undescribed<readonly ComparedChange[]>(),
  async run(view, { params: { proposal: number }, query: { start = 0 } }) {
    const review = await view.review();
    const proposal = review.proposal(number);
    const { results, snapshot } = await review.contentOf(proposal);
    const seen = lastRequest(proposal, review.actor);
    const since = seen && (await review.filesSince(seen.commit, number));
    const { catalog } = snapshot;
    const compared = groupByItem(results).slice(start, start + comparedAtOnce);
    const changes = changesOf(compared.flatMap(({ files }) => files));
    const pairs = await Promise.all(compared.map(({ files }) => comparedIn(files)));
    const diffs = await view.work('compare', pairs).catch(ifTooLarge(() => []));
    const readersOf = readersIn(catalog, review.policy.portal);
    const value: ComparedChange[] = [];
    // A page that has too much to compare ends the checks, so that they are bounded.
    let isChecked = true;
    for (const [at, { files }] of compared.entries()) {
      const change = changes[at];
      const page = files.find((file) => file.at.kind === 'page');
      const texts = files[0] ? await comparedTexts(files[0].at, view.snapshot, snapshot, view.sanitizer) : null;
      const findings: PageFindings | null = isChecked ? await checked(page, texts, view.catalog) : null;
      isChecked &&= (page ?? texts ?? undefined) === undefined || findings !== null;
      if (change === undefined) continue;
      const changedBy = change.conflicts.length === 0 ? null : await lastAuthor(view, files);
      const id = Number(change.id);
      const readers = change.kind === 'page' && catalog.pages.has(id) ? readersOf(id) : null;
      value.push({
        ...change,
        diff: diffs[at] ?? uncompared,
        texts,
        findings,
        readers,
        changedBy,
        newBlocks: await newBlocksIn(files, since),
      });
    }
    return { value, resource: null, isPrivate: true };
  },
});

async function checked(
  page: ProposedResult | undefined,
  texts: ComparedTexts | null,
  catalog: Catalog,
): Promise<PageFindings | null> {
  if (page !== undefined) return findingsIn(page, catalog);
  return texts && findingsInTexts(texts, catalog);
}

/** The newest request for changes of a person. */
function lastRequest({ record }: Proposal, { kind, id, agent }: Actor): Review | null {
  const isOwn = ({ by, verdict }: Review): boolean =>
    verdict === 'changes_requested' && by.kind === kind && by.id === id && agent === undefined;
  return record.reviews.findLast(isOwn) ?? null;
}

/** Blocks of the page that differ from those of then, each with all in it. */
async function newBlocksIn(
  files: ItemFiles<ProposedResult>['files'],
  since: Awaited<ReturnType<EngineReview['filesSince']>>,
): Promise<ReadonlySet<string> | null> {
  const changed = files.filter(({ path }) => since?.has(path));
  if (changed.length === 0) return null;
  const blocks = new Set<string>();
  for (const { at, path } of changed) {
    const file = since?.get(path);
    const [then, now] = [await file?.before(), await file?.after()].map((bytes) => blocksIn(at, bytes ?? null));
    for (const id of [...(then?.keys() ?? []), ...(now?.keys() ?? [])]) {
      if (then?.get(id) !== now?.get(id)) blocks.add(id);
    }
  }
  return blocks;
}

/** Stored blocks at the top of a page, as JSON by their ids. */
function blocksIn(at: ContentPath, bytes: Buffer | null): ReadonlyMap<string, string> {
  const page = bytes && pageIn(readAsStored(at, bytes));
  return new Map(page?.blocks.map((block) => [block.id ?? '', JSON.stringify(block)]));
}

/** @returns `null` where git is not installed on this machine */
async function lastAuthor(
  { history }: ReadView,
  files: ItemFiles<ProposedResult>['files'],
): Promise<NamedAuthor | null> {
  try {
    const paths = files.map(({ path }) => path);
    for await (const entry of history.versions.history({ paths, limit: 1 })) return namedAuthorOf(entry);
  } catch (error) {
    if (!(error instanceof PortalError)) throw error;
  }
  return null;
}

async function comparedIn(files: ItemFiles<ProposedResult>['files']): Promise<Compared> {
  const [first] = files;
  const page = files.find(({ at }) => at.kind === 'page');
  const { before = null, content = null } = (await (page ?? first)?.load()) ?? {};
  if (page !== undefined) return { page: [pageIn(before), pageIn(content)] };
  return { value: [before?.value ?? {}, content?.value ?? {}] };
}
