import { notFound } from '../../lib/errors.js';
import { showPage } from '../../operations/pages.js';
import { Block } from '../blocks/block.js';
import type { HtmlReply, PortalContext } from '../context.js';

/** @throws `not_found` */
export async function pagePage(context: PortalContext): Promise<HtmlReply> {
  const { catalog, params, perform } = context;
  const record = [...catalog.pages.values()].find(({ slug }) => slug === params.page);
  if (record === undefined) throw notFound('Page');
  const { value: page } = await perform(showPage, { params: { page: String(record.id) } });
  return {
    title: page.title,
    pageId: page.id,
    body: (
      <>
        <h1>{page.title}</h1>
        {page.blocks.map((block) => (
          <Block key={block.id} block={block} context={context} />
        ))}
      </>
    ),
  };
}
