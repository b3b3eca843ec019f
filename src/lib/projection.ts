import type { Format } from './format.js';

/** Upper bound on one file, in bytes. A request is far smaller, but a page grows with each request. */
export const maxFileBytes = 32 * 1024 * 1024;

/** One file that differs between two versions of a repository. `version` is the git object id of its content. */
export interface FileChange {
  readonly path: string;
  /** `null` if the file was removed. A file over the limit is given as zero bytes, one more than the limit. */
  readonly content: { readonly version: string; readonly bytes: Buffer } | null;
}

/**
 * Read model that the store keeps in step with a repository's files, without knowing what the files mean.
 *
 * Invariant: applying the changes of many commits one after another gives the same catalog as applying
 * all files of the last commit to `empty`.
 */
export interface Projection<Catalog> {
  readonly empty: Catalog;
  /** Name of the repository in messages, and its formats. If it is omitted, the format is neither checked nor written. */
  readonly format?: {
    readonly thing: string;
    /** The newest readable format. */
    readonly newest: Format;
    /** The first format that has the path of a file, and all that is in it. */
    of(path: string, bytes: Buffer): Format;
  };
  apply(catalog: Catalog, changes: Iterable<FileChange>): Catalog;
  /** Applies changes that another process made, after checking them. Default: `apply`, without a check. */
  applyExternal?(catalog: Catalog, changes: readonly FileChange[]): Promise<Catalog>;
  /** The empty catalog, with the facts of `catalog` that must be remembered after its files are deleted. */
  remember?(catalog: Catalog): Catalog;
}

/** Projection of a repository that gets its first commit: it is not read. */
export function unread<Catalog>({ empty, format }: Projection<Catalog>): Projection<Catalog> {
  return { empty, ...(format && { format }), apply: (catalog) => catalog };
}
