import { type PortalContext, type PortalReply, withQuery } from '../context.js';
import { notFoundPage } from './not-found.js';
import { pagePage } from './page.js';

/** Leads to a page by its id. The page is shown here where the server itself uses the address with its slug. */
export function pageByIdPage(context: PortalContext): PortalReply | Promise<PortalReply> {
  const { catalog, params, query, href, pageHref } = context;
  const record = catalog.pages.get(Number(params.id));
  if (record === undefined || String(record.id) !== params.id) return notFoundPage(context);
  const to = pageHref(record.slug);
  return to === href(`/-/page/${record.id}`)
    ? pagePage({ ...context, params: { page: record.slug } })
    : { to: withQuery(to, query) };
}
