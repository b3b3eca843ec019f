import { allBlocks } from '../../content/blocks/block-tree.js';
import { withCollections } from '../../content/blocks/collection-blocks.js';
import { type FilePointer, savedAs } from '../../content/files/pointer.js';
import { fileTypeOf } from '../../content/files/types.js';
import { notFound, PortalError } from '../../lib/errors.js';
import { showPage } from '../../operations/pages.js';
import { words } from '../../words/words.js';
import { list } from '../blocks/data.js';
import { rightsText } from '../blocks/rights.js';
import type { BrandContext } from '../context.js';
import type { RedirectReply, ZipReply } from '../replies.js';

const maxFiles = 1000;
const maxBytes = 4 * 1024 ** 3;

const isDownload = (type: string): boolean => type === 'download_list' || type === 'asset_download';

/**
 * All downloads of a page, or of one block of it.
 *
 * @throws `not_found`, `too_large`
 */
export async function zipPage(context: BrandContext): Promise<ZipReply | RedirectReply> {
  const { catalog, params, query, perform } = context;
  const record = catalog.pages.get(Number(params.page));
  if (record === undefined || String(record.id) !== params.page) throw notFound('Page');
  const { value: page } = await perform(showPage, { params: { page: params.page } });
  const blocks = allBlocks(withCollections(page.blocks, catalog)).filter(
    ({ id, type }) => type !== null && isDownload(type) && (query.block ?? id) === id,
  );
  const ids = new Set(blocks.flatMap(({ data }) => [data, ...list(Object(data).items)].map(mediumIn)));
  return zipOf(context, ids, record.slug);
}

const mediumIn = (data: unknown): number => Number(Object(data).media_id);

/**
 * Files of media that the reader sees, in one ZIP. A ZIP that would be its only file is sent as it is.
 *
 * @param slug in the name of the ZIP
 * @throws `not_found`, `too_large`
 */
export function zipOf(context: BrandContext, ids: Iterable<number>, slug: string): ZipReply | RedirectReply {
  const { catalog, downloadHref, slug: brand } = context;
  const files = [...ids].flatMap((id) => {
    const file = catalog.files.get(id);
    return file === undefined ? [] : [{ id, file }];
  });
  const [first] = files;
  if (first === undefined) throw notFound('File');
  if (files.length > maxFiles || files.reduce((sum, { file }) => sum + file.bytes, 0) > maxBytes) {
    throw new PortalError('too_large', 'These are more files than one ZIP holds: 1,000 of 4 GiB together.');
  }
  if (files.length === 1 && fileTypeOf(first.file.name)?.extension === 'zip')
    return { to: downloadHref(first.id, first.file) };
  const name = savedAs(brand, null, { name: `${slug}.zip` }).name;
  const zip = named(context, files);
  return { zip, name, credits: creditsOf(context, zip) };
}

/** Rights and credits of the files that have any, by their names. */
function creditsOf({ catalog }: BrandContext, zip: ZipReply['zip']): string {
  const parts = [...zip].flatMap(([entry, { id }]) => {
    const medium = catalog.media.get(id);
    const text = medium === undefined ? '' : rightsText(medium);
    return text === '' ? [] : [`${entry}\r\n${text.replace(/\s+/g, ' ')}\r\n`];
  });
  return parts.length === 0 ? '' : [`${words().fileRights.creditsTitle}\r\n`, ...parts].join('\r\n');
}

/** Files by names that are unique, whatever case a file system minds. Names of stored files have no path. */
function named(
  { catalog, slug }: BrandContext,
  files: readonly { readonly id: number; readonly file: FilePointer }[],
): ZipReply['zip'] {
  const byName = new Map<string, (typeof files)[number]>();
  for (const entry of files) {
    const { name } = savedAs(slug, catalog.media.get(entry.id)?.title ?? null, entry.file);
    const [, stem = '', end = ''] = /^(.*?)(\.[^.]*)?$/.exec(name) ?? [];
    let unique = name;
    for (let number = 2; byName.has(unique); number += 1) unique = `${stem}-${number}${end}`;
    byName.set(unique, entry);
  }
  return byName;
}
