import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import { type FileSystem, makeDirectory, placeFiles } from './file-system.js';

/** Serialisation of a catalog. The cache file is derived: it may be deleted at any time. */
export interface CatalogCodec<Catalog> {
  readonly format: string;
  encode(catalog: Catalog): Buffer;
  decode(bytes: Buffer): Catalog;
}

export interface CachedCatalog<Catalog> {
  readonly commit: string;
  readonly tree: string;
  readonly catalog: Catalog;
}

/** Cache of one commit's catalog in a file: a header line of JSON with a checksum, then the catalog's bytes. */
export class CatalogCache<Catalog> {
  readonly #fs: FileSystem;
  readonly #path: string;
  readonly #codec: CatalogCodec<Catalog>;

  constructor(fs: FileSystem, path: string, codec: CatalogCodec<Catalog>) {
    this.#fs = fs;
    this.#path = path;
    this.#codec = codec;
  }

  /** @returns `null` when there is none, or none that is whole and of this format */
  async load(): Promise<CachedCatalog<Catalog> | null> {
    try {
      const bytes = await this.#fs.promises.readFile(this.#path);
      const end = bytes.indexOf(0x0a);
      const { format, commit, tree, checksum } = JSON.parse(bytes.toString('utf8', 0, end));
      const body = bytes.subarray(end + 1);
      if (format !== this.#codec.format || checksum !== digest(body)) return null;
      return { commit, tree, catalog: this.#codec.decode(body) };
    } catch {
      return null;
    }
  }

  async save({ commit, tree, catalog }: CachedCatalog<Catalog>): Promise<void> {
    const body = this.#codec.encode(catalog);
    const head = JSON.stringify({ format: this.#codec.format, commit, tree, checksum: digest(body) });
    await makeDirectory(this.#fs, dirname(this.#path));
    await placeFiles(this.#fs, [{ path: this.#path, bytes: Buffer.concat([Buffer.from(`${head}\n`), body]) }]);
  }
}

function digest(bytes: Buffer): string {
  return createHash('sha1').update(bytes).digest('hex');
}
