import { allBlocks } from '../../content/blocks/block-tree.js';
import { notFound, PortalError } from '../../lib/errors.js';
import { showPage } from '../../operations/pages.js';
import { list } from '../blocks/data.js';
import type { BrandContext } from '../context.js';
import type { ZipReply } from '../replies.js';

const maxFiles = 1000;
const maxBytes = 2 * 1024 ** 3;

const isDownload = (type: string): boolean => type === 'download_list' || type === 'asset_download';

/**
 * All downloads of a page, or of one block of it.
 *
 * @throws `not_found`, `too_large`
 */
export async function zipPage({ catalog, params, query, perform }: BrandContext): Promise<ZipReply> {
  const record = catalog.pages.get(Number(params.page));
  if (record === undefined || String(record.id) !== params.page) throw notFound('Page');
  const { value: page } = await perform(showPage, { params: { page: params.page } });
  const blocks = allBlocks(page.blocks).filter(
    ({ id, type }) => type !== null && isDownload(type) && (query.block ?? id) === id,
  );
  const ids = new Set(blocks.flatMap(({ data }) => [data, ...list(Object(data).items)].map(mediumIn)));
  const files = [...ids].flatMap((id) => {
    const file = catalog.files.get(id);
    return file === undefined ? [] : [{ id, file }];
  });
  if (files.length === 0) throw notFound('File');
  if (files.length > maxFiles || files.reduce((sum, { file }) => sum + file.bytes, 0) > maxBytes) {
    throw new PortalError('too_large', 'These are more files than one ZIP holds: 1,000 of 2 GiB together.');
  }
  return { zip: files, name: `${record.slug}.zip` };
}

const mediumIn = (data: unknown): number => Number(Object(data).media_id);
