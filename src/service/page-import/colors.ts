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
  /** Paths of all files that became pages, or say why they did not. */
  readonly taken: ReadonlySet<string>;
}

/** Pages of files of colours and tokens. All style sheets are one page: a saved site has the same one with each of its pages. */
export async function readColorFiles(files: readonly FoundFile[], work: Work, title: string): Promise<ReadColors> {
  const documents: SourceDocument[] = [];
  const left: LeftOut[] = [];
  const taken = new Set<string>();
  const read = async (kind: TokenKind, path: string, named: string, bytesOfAll: () => Promise<Uint8Array>) => {
    try {
      const document = await work('readColors', kind, await bytesOfAll());
      if (document === null) return false;
      if ('problem' in document) left.push({ path, reason: document.problem });
      else documents.push({ path, document: { ...document, title: named } });
    } catch (error) {
      if (!(error instanceof PortalError) || error.code !== 'invalid') throw error;
      left.push({ path, reason: error.message });
    }
    taken.add(path);
    return true;
  };
  const small = files.filter(({ bytes }) => bytes <= limits.bytes);
  for (const file of small.filter(({ path }) => ['json', 'ase'].includes(extensionOf(path))).slice(0, limits.files)) {
    const { path } = file;
    const name = wordsOf(posix.basename(path).replace(/\.[^.]*$/, ''));
    await read(extensionOf(path) === 'ase' ? 'ase' : 'json', path, name, () => bytesOf(file, limits.bytes));
  }
  const sheets = small.filter(({ path }) => extensionOf(path) === 'css');
  const [first] = sheets;
  if (first === undefined) return { documents, left, taken };
  const kind = files.some(({ path }) => documentKind(path) === 'html') ? 'site' : 'css';
  if (await read(kind, first.path, title, () => joined(sheets))) for (const { path } of sheets) taken.add(path);
  return { documents, left, taken };
}

/** Style sheets one after another, each once, within the limits. */
async function joined(sheets: readonly FoundFile[]): Promise<Buffer> {
  const different = new Map(sheets.map((file) => [JSON.stringify([posix.basename(file.path), file.bytes]), file]));
  const parts: Buffer[] = [];
  let length = 0;
  for (const file of [...different.values()].slice(0, limits.files)) {
    length += file.bytes;
    if (length > limits.bytes) break;
    parts.push(await bytesOf(file, limits.bytes), Buffer.from('\n'));
  }
  return Buffer.concat(parts);
}
