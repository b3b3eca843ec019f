import type { Format } from './format.js';

/** Upper bound on one file, in bytes. A request brings far less, but a page grows with each. */
export const maxFileBytes = 32 * 1024 * 1024;

/** One file that differs between two versions of a repository. `version` is the git object id of its content. */
export interface FileChange {
  readonly path: string;
  /** `null` if the file was removed. For a file over the limit, zeros: one more than the limit. */
  readonly content: { readonly version: string; readonly bytes: Buffer } | null;
}

/**
 * Read model that the store keeps up with a repository's files, without knowing what they mean.
 *
 * Invariant: applying the changes of many commits one after another gives the same catalog as applying
 * all files of the last commit to `empty`.
 */
export interface Projection<Catalog> {
  readonly empty: Catalog;
  /** Name of such a repository in messages, and the newest readable format. Without it, the format is not checked. */
  readonly format?: { readonly thing: string; readonly newest: Format };
  apply(catalog: Catalog, changes: Iterable<FileChange>): Catalog;
  /** `apply` for changes that another process made: they are checked first. Default: no check. */
  applyExternal?(catalog: Catalog, changes: readonly FileChange[]): Promise<Catalog>;
  /** The empty catalog with what must be remembered of `catalog` after its files are deleted. */
  remember?(catalog: Catalog): Catalog;
}
