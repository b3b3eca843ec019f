import { notFound } from '../../lib/errors.js';
import { showPage } from '../../operations/pages.js';
import { Block } from '../blocks/block.js';
import { blockViewOf } from '../blocks/view.js';
import type { HtmlReply, PortalContext } from '../context.js';
import { pagesBySlug } from '../pages-by-slug.js';

/** @throws `not_found` */
export async function pagePage(context: PortalContext): Promise<HtmlReply> {
  const { catalog, params, perform } = context;
  const record = pagesBySlug(catalog).get(params.page ?? '');
  if (record === undefined) throw notFound('Page');
  const { value: page } = await perform(showPage, { params: { page: String(record.id) } });
  const view = blockViewOf(context);
  return {
    title: page.title,
    pageId: page.id,
    body: (
      <>
        <h1>{page.title}</h1>
        {page.blocks.map((block) => (
          <Block key={block.id} block={block} view={view} />
        ))}
      </>
    ),
  };
}
