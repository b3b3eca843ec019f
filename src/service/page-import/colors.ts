import { posix } from 'node:path';
import type { TokenKind } from '../../content/page-import/colors.js';
import { documentKind, extensionOf, wordsOf } from '../../content/page-import/document.js';
import type { SourceDocument } from '../../content/page-import/links.js';
import type { LeftOut } from '../../content/page-import/plan.js';
import type { Work } from '../../content/work/content-work.js';
import { PortalError } from '../../lib/errors.js';
import type { FoundFile } from '../media-import/archive.js';
import { bytesOf } from './bytes.js';

/** Upper bounds: files that may hold colours, and bytes of one, or of all style sheets. */
const limits = { files: 200, bytes: 1024 ** 2 };

interface ReadColors {
  readonly documents: readonly SourceDocument[];
  readonly left: readonly LeftOut[];
  /** Paths of the style sheets that are one page. */
  readonly taken: ReadonlySet<string>;
}

/** Pages of files of colours and tokens. All style sheets are one page: a saved site has the same one with each of its pages. */
export async function readColorFiles(files: readonly FoundFile[], work: Work, title: string): Promise<ReadColors> {
  const documents: SourceDocument[] = [];
  const left: LeftOut[] = [];
  const small = files.filter(({ bytes }) => bytes <= limits.bytes);
  const read = async (kind: TokenKind, path: string, named: string, bytes: Uint8Array): Promise<void> => {
    const document = await work('readColors', kind, bytes);
    if (document !== null && 'problem' in document) left.push({ path, reason: document.problem });
    else if (document !== null) documents.push({ path, document: { ...document, title: named } });
  };
  const others = small.filter(({ path }) => ['json', 'ase'].includes(extensionOf(path))).slice(0, limits.files);
  for (const file of others) {
    const kind = extensionOf(file.path) === 'ase' ? 'ase' : 'json';
    try {
      const name = wordsOf(posix.basename(file.path).replace(/\.[^.]*$/, ''));
      await read(kind, file.path, name, await bytesOf(file, limits.bytes));
    } catch (error) {
      if (!(error instanceof PortalError) || error.code !== 'invalid') throw error;
      left.push({ path: file.path, reason: error.message });
    }
  }
  const sheets = new Map<string, FoundFile>();
  const all = small.filter(({ path }) => extensionOf(path) === 'css');
  for (const file of all) {
    const key = JSON.stringify([posix.basename(file.path), file.bytes]);
    if (!sheets.has(key) && sheets.size < limits.files) sheets.set(key, file);
  }
  const parts: Buffer[] = [];
  let bytes = 0;
  for (const file of sheets.values()) {
    bytes += file.bytes;
    if (bytes > limits.bytes) break;
    parts.push(await bytesOf(file, limits.bytes).catch(() => Buffer.of()), Buffer.from('\n'));
  }
  const [first] = all;
  const isSite = files.some(({ path }) => documentKind(path) === 'html');
  const before = documents.length;
  if (first !== undefined) await read(isSite ? 'site' : 'css', first.path, title, Buffer.concat(parts));
  return { documents, left, taken: new Set(documents.length > before ? all.map(({ path }) => path) : []) };
}
