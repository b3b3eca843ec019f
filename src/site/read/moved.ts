import { PortalError } from '../../lib/errors.js';
import type { BrandContext } from '../context.js';
import type { ReadReply, RedirectReply } from '../replies.js';

/**
 * Reply of a route; where it finds no page, the way to a page that had the slug of the address while this reader could see it, and
 * that the reader sees now. All of it depends only on what this reader sees and could see.
 */
export async function orMoved(
  context: BrandContext,
  hrefOf: (context: BrandContext, slug: string) => string,
  run: () => ReadReply | Promise<ReadReply>,
): Promise<ReadReply> {
  try {
    const reply = await run();
    const isMissing = 'body' in reply && reply.status === 404;
    return (isMissing ? await movedTo(context, hrefOf) : null) ?? reply;
  } catch (error) {
    const isMissing = error instanceof PortalError && error.code === 'not_found';
    const moved = isMissing ? await movedTo(context, hrefOf) : null;
    if (moved === null) throw error;
    return moved;
  }
}

async function movedTo(
  context: BrandContext,
  hrefOf: (context: BrandContext, slug: string) => string,
): Promise<RedirectReply | null> {
  const { catalog, source, service, visitor, params, language } = context;
  const asked = { slug: params.page ?? '', languages: [language ?? source.brand?.language ?? '', ''], visitor };
  const ids = await service.formerPages.find(context.slug, asked);
  const page = ids.map((id) => catalog.pages.get(id)).find((one) => one !== undefined);
  return page === undefined ? null : { to: hrefOf(context, page.slug), isMoved: true };
}
