import type { BrandFiles } from '../files/brand-files.js';
import { proposalsIn } from '../service/data-directory.js';
import { proposedFiles, readProposals } from '../service/files/proposal-files.js';
import { exists, type FileSystem } from '../store/file-system.js';
import { type MirrorReport, mirror } from '../store/native/mirror.js';
import { reasonOf } from '../store/verify-repository.js';
import { FileCopy, linkFiles } from './copy-files.js';

/** Finds the files of a brand, or of its proposals, when they are not in its repository. */
export type StoredFiles = (slug: string, ofProposals?: boolean) => BrandFiles;

interface MirrorOptions {
  readonly fs: FileSystem;
  /** Files of proposals closed long before this time are not copied. */
  readonly now: Date;
  readonly signal?: AbortSignal | undefined;
  /** Files of the source. Default: those in its repository. */
  readonly files?: BrandFiles | undefined;
  readonly proposalFiles?: BrandFiles | undefined;
  /** Whether files that the target has are read, and a damaged one is replaced. */
  readonly readsCopies?: boolean | undefined;
  /** Copy whose files a new target has from the beginning. */
  readonly earlier?: string | undefined;
}

export interface MirroredBrand extends MirrorReport {
  /** Counts of copied files, and a sentence for each failure. */
  readonly files: { readonly copied: number; readonly bytes: number; readonly problems: readonly string[] };
}

/** Prepares the copy of the files that the proposals in a repository name. */
export function proposalCopy(
  fs: FileSystem,
  gitdir: string,
  { now, signal, proposalFiles, readsCopies }: Omit<MirrorOptions, 'fs' | 'files'>,
): FileCopy {
  const named = async function* () {
    yield* proposedFiles(await readProposals(fs, gitdir), now);
  };
  return new FileCopy(fs, gitdir, signal, proposalFiles, named, readsCopies);
}

/**
 * Mirrors the repository of a brand, or the registry, with its files. Proposals are copied first, so that the copied
 * brand has every merge that they record. The brand is copied even if its proposals cannot be copied.
 *
 * @throws as `mirror`
 */
export async function mirrorBrand(source: string, target: string, options: MirrorOptions): Promise<MirroredBrand> {
  const { fs, signal, files: sourceFiles, readsCopies, earlier } = options;
  const proposals = proposalsIn(source);
  const brandCopy = new FileCopy(fs, source, signal, sourceFiles, undefined, readsCopies);
  const proposalsCopy = proposalCopy(fs, proposals, options);
  const problems: string[] = [];

  const copyProposedFiles = async (directory: string): Promise<void> => {
    if (earlier !== undefined) await linkFiles(fs, proposalsIn(earlier), directory);
    await proposalsCopy.copyNewToFolder(directory);
  };

  // `mirror` calls `copyFiles` twice: before and after it fetches.
  let areProposalsMirrored = false;
  const copyFiles = async (directory: string): Promise<void> => {
    if (!areProposalsMirrored) {
      areProposalsMirrored = true;
      problems.push(...(await mirrorProposals(fs, proposals, proposalsIn(directory), copyProposedFiles, signal)));
    }
    if (earlier !== undefined) await linkFiles(fs, earlier, directory);
    await brandCopy.copyNewToFolder(directory);
  };
  const report = await mirror(fs, source, target, signal, copyFiles);

  for (const copy of [brandCopy, proposalsCopy]) problems.push(...copy.problems.values());
  const copied = brandCopy.copied + proposalsCopy.copied;
  const bytes = brandCopy.copiedBytes + proposalsCopy.copiedBytes;
  return { ...report, files: { copied, bytes, problems } };
}

/** @returns problems, as sentences */
async function mirrorProposals(
  fs: FileSystem,
  source: string,
  target: string,
  copyFiles: (directory: string) => Promise<void>,
  signal?: AbortSignal,
): Promise<string[]> {
  if (!(await exists(fs, source))) {
    return (await exists(fs, target)) ? ['the proposals are missing; the existing copy stays'] : [];
  }
  try {
    const { defects } = await mirror(fs, source, target, signal, copyFiles, true);
    return defects.map(({ problem }) => `of the proposals, ${problem}`);
  } catch (cause) {
    signal?.throwIfAborted();
    return [`the proposals cannot be copied: ${reasonOf(cause)}`];
  }
}
