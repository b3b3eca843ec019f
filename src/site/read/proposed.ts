import { previewProposal } from '../../operations/proposals/preview.js';
import type { BrandContext } from '../context.js';
import { fileHref, proposedBase } from '../file-href.js';
import { pagesBySlug } from '../pages-by-slug.js';

/**
 * The portal as a merge of a proposal would make it, with addresses of files that only the proposal has.
 *
 * @throws `not_found`, also for a reader who may not see the proposal
 */
export async function proposedContext(context: BrandContext, number: number): Promise<BrandContext> {
  const { perform, base, catalog: live } = context;
  const { catalog } = (await perform(previewProposal, { query: { proposal: String(number) } })).value;
  const baseOf = (id: number, name: string): string => {
    const [file, stored] = [catalog.files.get(id), live.files.get(id)];
    const isLive = file?.name === name && file.sha256 === stored?.sha256;
    return isLive ? base : proposedBase(base, number);
  };
  return {
    ...context,
    catalog,
    pageNamed: (slug) => pagesBySlug(catalog).get(slug),
    shownHref: (id, { name }, picture = null) => fileHref(baseOf(id, name), id, name, picture),
    downloadHref: (id, { name }, picture = null) => fileHref(baseOf(id, name), id, name, picture, true),
  };
}

/** The portal as it is, with the media and colours of a proposal, which its changes refer to. */
export async function withProposed(context: BrandContext, number: number): Promise<BrandContext> {
  const proposed = await proposedContext(context, number);
  const { catalog, pageNamed } = context;
  const media = catalog.media.merge(proposed.catalog.media);
  const files = catalog.files.merge(proposed.catalog.files);
  const colors = catalog.colors.merge(proposed.catalog.colors);
  return { ...proposed, pageNamed, catalog: { ...catalog, media, files, colors } };
}
