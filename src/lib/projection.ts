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
  /**
   * Name of the repository in messages, and the newest readable format. If it is omitted, the format is not checked.
   */
  readonly format?: { readonly thing: string; readonly newest: Format };
  apply(catalog: Catalog, changes: Iterable<FileChange>): Catalog;
  /** Applies changes that another process made, after checking them. Default: `apply`, without a check. */
  applyExternal?(catalog: Catalog, changes: readonly FileChange[]): Promise<Catalog>;
  /** The empty catalog, with the facts of `catalog` that must be remembered after its files are deleted. */
  remember?(catalog: Catalog): Catalog;
}
