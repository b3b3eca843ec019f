import mammoth from 'mammoth';
import { noted } from '../../lib/say.js';
import { escapeHtml } from '../html/write.js';
import { type ImportedDocument, Losses, wordsOf } from './document.js';
import { readHtml } from './html.js';
import { stemOf } from './links.js';
import type { ReadDocument } from './read.js';

/** Unpacked parts of a document of Word, by their paths in it. */
export type WordParts = Readonly<Record<string, Uint8Array>>;

/** Styles in addition to those that the library knows: headings, lists, notes. */
const styles = [
  "p[style-name='Title'] => h1.title:fresh",
  "p[style-name='Subtitle'] => p:fresh",
  "p[style-name='Quote'] => blockquote:fresh",
  "p[style-name='Intense Quote'] => blockquote:fresh",
  "p[style-name='HTML Preformatted'] => pre:separator('\\n')",
  "p[style-name='Source Code'] => pre:separator('\\n')",
  "p[style-name='TOC Heading'] => !",
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((level) => `p[style-name='toc ${level}'] => !`),
  'u => u',
];

/** Styles of programs that mean nothing. */
const plainStyles =
  /^(?:list (?:paragraph|bullet|number)|body text|caption|no spacing|normal \(web\)|compact|first paragraph|emphasis|annotation|footnote|endnote|header|footer|default)/i;

const shownPictures = /^image\/(?:png|jpeg|gif|webp|avif|svg\+xml|tiff)$/;

/** A document of Word as a page. One with several headings of the first level and no title has that of the file. */
export async function readDocx(name: string, parts: WordParts): Promise<ReadDocument> {
  const lost = new Losses();
  const embedded: ImportedDocument['embedded'][number][] = [];
  const places = new Map<string, string>();
  const picture = mammoth.images.imgElement(async (image) => {
    // The path, instead of the bytes: the same picture may be there a thousand times.
    const path = await image.read('path');
    const name = path.split('/').at(-1) ?? path;
    const bytes = partAt(parts, path);
    if (!shownPictures.test(image.contentType)) lost.add('picture_refused', name);
    else if (bytes === null) lost.add('image', name);
    else if (!places.has(path)) places.set(path, `embedded:${embedded.push({ name, bytes }) - 1}`);
    return { src: places.get(path) ?? '' };
  });
  // The library asks this for parts, and unpacks nothing by itself.
  const file = {
    exists: (path: string): boolean => partAt(parts, path) !== null,
    async read(path: string, encoding?: string): Promise<string | Uint8Array> {
      return encoding === 'path' ? path : new TextDecoder(encoding).decode(partAt(parts, path) ?? new Uint8Array());
    },
  };
  const input = { path: '', file };
  let html: string;
  try {
    const { value, messages } = await mammoth.convertToHtml(input, {
      ...{ styleMap: styles, includeEmbeddedStyleMap: false, convertImage: picture, externalFileAccess: false },
    });
    const isUntitled = !value.includes('<h1 class="title">') && value.split('<h1>').length > 2;
    html = isUntitled ? `<h1 class="title">${escapeHtml(wordsOf(stemOf(name)))}</h1>${value}` : value;
    for (const { message } of messages) note(message, lost);
  } catch {
    return { problem: noted`It cannot be read as a document of Word.` };
  }
  for (const path of Object.keys(parts)) {
    if (/^word\/(?:charts\/chart|diagrams\/data)\d*\.xml$/.test(path)) lost.add('drawing', path.split('/').at(-1));
    if (path === 'word/comments.xml') lost.add('note');
  }
  if (html.includes('"footnote-') || html.includes('"endnote-')) lost.add('footnote');
  const page = readHtml(html, embedded);
  if (page === null) return { problem: noted`It is too complex to be read.` };
  for (const { kind, name, line } of page.lost) lost.add(kind, name, line);
  return { ...page, lost: lost.list };
}

const partAt = (parts: WordParts, path: string): Uint8Array | null =>
  Object.hasOwn(parts, path) ? (parts[path] ?? null) : null;

/** Notes a warning of the library as a loss. */
function note(message: string, lost: Losses): void {
  const [, element] = /^An unrecognised element was ignored: (\S+)$/.exec(message) ?? [];
  const [, style] = /^Unrecognised (?:paragraph|run) style: '([^']*)'/.exec(message) ?? [];
  const [, address] = /^could not read external image '([^']*)'/.exec(message) ?? [];
  if (element !== undefined) lost.add('html', element);
  if (style !== undefined && !plainStyles.test(style)) lost.add('looks', style);
  if (address !== undefined) lost.add('image_elsewhere', address);
  if (message === 'Could not find image file for a:blip element') lost.add('image');
}
