import { createHash, type Hash } from 'node:crypto';
import { dirname } from 'node:path';
import { yieldWhenDue } from '../lib/concurrency.js';
import { type FileSystem, makeDirectory, replaceFiles } from './file-system.js';

/** Serialisation of a catalog as lines of text, each quick to decode. */
interface CatalogCodec<Catalog> {
  readonly format: string;
  encode(catalog: Catalog): Iterable<string>;
  decode(lines: AsyncIterable<string>): Promise<Catalog>;
}

interface CachedCatalog<Catalog> {
  readonly commit: string;
  readonly tree: string;
  readonly catalog: Catalog;
}

/**
 * Cache of one commit's catalog in a file that may be deleted at any time: a header line of JSON with a checksum, then the catalog's
 * lines. It yields between lines: a large catalog takes most of a second.
 */
export class CatalogCache<Catalog> {
  constructor(
    private readonly fs: FileSystem,
    private readonly path: string,
    private readonly codec: CatalogCodec<Catalog>,
  ) {}

  /** @returns `null` when there is none, or none that is whole and of this format */
  async load(): Promise<CachedCatalog<Catalog> | null> {
    try {
      const bytes = await this.fs.promises.readFile(this.path);
      const end = bytes.indexOf(0x0a);
      const { format, commit, tree, checksum } = JSON.parse(bytes.toString('utf8', 0, end));
      if (format !== this.codec.format) return null;
      const hash = createHash('sha1');
      const catalog = await this.codec.decode(linesOf(bytes.subarray(end + 1), hash));
      return hash.digest('hex') === checksum ? { commit, tree, catalog } : null;
    } catch {
      return null;
    }
  }

  async save({ commit, tree, catalog }: CachedCatalog<Catalog>): Promise<void> {
    const hash = createHash('sha1');
    const body: Buffer[] = [];
    for (const line of this.codec.encode(catalog)) {
      body.push(Buffer.from(`${line}\n`));
      hash.update(body.at(-1) ?? '');
      await yieldWhenDue();
    }
    const head = JSON.stringify({ format: this.codec.format, commit, tree, checksum: hash.digest('hex') });
    await makeDirectory(this.fs, dirname(this.path));
    await replaceFiles(this.fs, [{ path: this.path, bytes: Buffer.concat([Buffer.from(`${head}\n`), ...body]) }]);
  }
}

async function* linesOf(bytes: Buffer, hash: Hash): AsyncGenerator<string> {
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(0x0a, at) + 1 || bytes.length;
    const line = bytes.subarray(at, end);
    hash.update(line);
    yield line.toString();
    at = end;
    await yieldWhenDue();
  }
}
