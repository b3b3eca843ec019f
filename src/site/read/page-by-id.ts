import { authorOf, isSameAuthor } from '../../operations/engine/proposal-access.js';
import { isOpen } from '../../operations/engine/proposal-record.js';
import { showProposal } from '../../operations/proposals/proposals.js';
import { address } from '../addresses.js';
import type { BrandContext } from '../context.js';
import { mayEdit } from '../frame/bar.js';
import type { ReadReply } from '../replies.js';
import { notFoundPage } from './not-found.js';
import { pagePage } from './page.js';
import { proposedContext } from './proposed.js';

/** Leads to a page by its id. The page is shown here where the server itself uses the address with its slug. */
export async function pageByIdPage(context: BrandContext): Promise<ReadReply> {
  const { catalog, params, query, href, pageHref } = context;
  const record = catalog.pages.get(Number(params.id));
  if (record === undefined || String(record.id) !== params.id) return (await newPage(context)) ?? notFoundPage(context);
  const to = pageHref(record.slug);
  return to === href(`/-/page/${record.id}`)
    ? pagePage({ ...context, params: { page: record.slug } })
    : { to: address(to, query) };
}

/**
 * A new page of a proposal, for its author; once it is published, its address. Others who work on the brand are led to the proposal.
 *
 * @returns `null` if there is no such page
 */
async function newPage(context: BrandContext): Promise<ReadReply | null> {
  const { catalog, actor, params, perform, person, pageHref } = context;
  const [id] = /^[1-9]\d{0,15}$/.exec(params.id ?? '') ?? [];
  const [draft] = /^[1-9]\d{0,8}$/.exec(context.query.draft ?? '') ?? [];
  if (id === undefined || draft === undefined || person === null || !mayEdit(context)) return null;
  const found = await perform(showProposal, { params: { proposal: draft } }).catch(() => null);
  if (found === null) return null;
  const { number, author, ids, state } = found.value;
  const final = ids.find(({ kind, provisional }) => kind === 'page' && String(provisional) === id)?.final;
  const published = final === undefined ? undefined : catalog.pages.get(final);
  if (published !== undefined) return { to: pageHref(published.slug) };
  const atProposal = { to: context.href(`/proposals/${number}`) };
  if (!isOpen({ state }) || !isSameAuthor(author, authorOf(actor))) return atProposal;
  const proposed = await proposedContext(context, number);
  const record = proposed.catalog.pages.get(Number(id));
  return record === undefined ? atProposal : pagePage({ ...proposed, params: { page: record.slug } }, number);
}
