import { isUtf8 } from 'node:buffer';
import { readCsv } from '../../lib/csv.js';
import { PortalError } from '../../lib/errors.js';
import { noted } from '../../lib/say.js';
import { escapeHtml } from '../html/write.js';
import { readMarkdown } from '../markdown/read.js';
import {
  type DocumentKind,
  type ImportedBlock,
  type ImportedDocument,
  Losses,
  type LossKind,
  lossReasons,
  withFile,
} from './document.js';
import { readHtml, readHtmlText, withoutTitle } from './html.js';

/** A document, or why it becomes no page. */
export type ReadDocument = ImportedDocument | { readonly problem: string };

const tooComplex = { problem: noted`It is too complex to be read.` };

/** A file as a page: its blocks are not sanitised yet. */
export async function readDocument(
  kind: Exclude<DocumentKind, 'docx'>,
  name: string,
  bytes: Uint8Array,
): Promise<ReadDocument> {
  if (kind === 'csv') return readTable(name, bytes);
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (kind === 'html') return readHtml(htmlText(buffer)) ?? tooComplex;
  return isUtf8(buffer) ? readMarkdownPage(buffer.toString()) : { problem: noted`It is not UTF-8.` };
}

/** The text in the encoding that it names, by default UTF-8. */
function htmlText(buffer: Buffer): string {
  const start = buffer.subarray(0, 2048).toString('latin1');
  const [, named = ''] = /\bcharset=["']?([\w-]{1,40})/i.exec(start) ?? [];
  const isLatin = /^(?:iso-8859-1|iso-8859-15|windows-1252|latin1)$/i.test(named) && !isUtf8(buffer);
  return isLatin ? new TextDecoder('windows-1252').decode(buffer) : buffer.toString();
}

const known = new Set(['title', 'slug', 'draft']);

/** Losses of Markdown that become blocks here. */
const mended = new Set(['task', 'callout']);

function readMarkdownPage(text: string): ReadDocument {
  const { head, title, blocks: parts, lost, problem } = readMarkdown(text, true);
  if (problem !== null) return { problem };
  const losses = new Losses();
  for (const field of Object.keys(head)) if (!known.has(field)) losses.add('front_matter', field, 1);
  for (const one of lost) {
    const [kind = '', line, ...words] = one.split(':');
    const name = words.join(':') || null;
    const isComment = name?.startsWith('<!--') === true;
    const named = isKind(kind) ? kind : 'html';
    const shown = isComment ? 'note' : name === 'form' ? 'form' : named;
    if (!mended.has(kind)) losses.add(shown, shown === 'html' ? (name ?? kind) : name, Number(line));
  }
  const files: string[] = [];
  const links: string[] = [];
  const embedded: ImportedDocument['embedded'][number][] = [];
  const blocks: ImportedBlock[] = [];
  for (const { type, data } of parts) {
    if (type !== 'rich_text') {
      blocks.push({ type, data });
      continue;
    }
    const read = readHtmlText(String(data.html));
    const shifted = read.files.map((file) =>
      file.replace(/^embedded:(\d+)$/, (_, at) => `embedded:${embedded.length + Number(at)}`),
    );
    blocks.push(...read.blocks.map((block) => withFile(block, (at) => files.length + at)));
    files.push(...shifted);
    links.push(...read.links);
    embedded.push(...read.embedded);
    // A form is listed above, with its line.
    for (const { kind, name, line } of read.lost) if (name !== 'form') losses.add(kind, name, line);
  }
  const named = typeof head.title === 'string' && head.title.trim() !== '' ? head.title.trim() : title;
  return {
    ...{
      title: named,
      slug: typeof head.slug === 'string' ? head.slug : null,
      isHidden: head.draft === true,
      isList: false,
    },
    ...{ blocks: withoutTitle(blocks, named), files, embedded, address: null, above: null, links, lost: losses.list },
  };
}

const isKind = (kind: string): kind is LossKind => Object.hasOwn(lossReasons, kind);

/** A database that was exported as CSV: a table. */
function readTable(name: string, bytes: Uint8Array): ReadDocument {
  try {
    const [head, ...rows] = readCsv(name, bytes);
    if (head === undefined) return { problem: noted`It is empty.` };
    const lost = new Losses();
    if (rows.length > 1000) lost.add('rows');
    const table = {
      header: head.cells,
      rows: rows.slice(0, 1000).map(({ cells }) => cells.map((cell) => escapeHtml(cell).replaceAll('\n', '<br>'))),
    };
    const page = {
      title: null,
      slug: null,
      isHidden: false,
      isList: false,
      files: [],
      embedded: [],
      address: null,
      above: null,
      links: [],
    };
    return { ...page, blocks: [{ type: 'table', data: table }], lost: lost.list };
  } catch (error) {
    if (error instanceof PortalError) return { problem: noted`It cannot be read as CSV.` };
    throw error;
  }
}
