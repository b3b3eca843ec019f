import { dirname } from 'node:path';
import { PortalError } from '../lib/errors.js';
import { proposalsIn } from '../service/data-directory.js';
import { exists, type FileSystem, syncDirectory, temporaryName } from '../store/file-system.js';
import { reasonOf, verifyRepository } from '../store/verify-repository.js';
import type { MirroredBrand } from './mirror-brand.js';

/** Upper bound on the problems that one sentence names. The first is enough to act on. */
const maxProblems = 2;

/** Name of a damaged copy while the new one takes its place. It stays if the process ends in between. */
export const asideOf = (gitdir: string): string => `${gitdir}.damaged`;

/** Sentence about the damage of a repository or its proposals, with its path; `null` when git finds none. */
export async function damageOf(fs: FileSystem, gitdir: string, signal?: AbortSignal): Promise<string | null> {
  for (const repository of [gitdir, proposalsIn(gitdir)]) {
    if (repository !== gitdir && !(await exists(fs, repository))) continue;
    const defects = (await verifyRepository(fs, repository, signal)).filter(({ level }) => level === 'error');
    const problems = defects.map(({ path, problem }) => (path === null ? problem : `${path}: ${problem}`));
    if (problems.length > 0) return `${repository} is damaged: ${problems.slice(0, maxProblems).join(', ')}`;
  }
  return null;
}

export interface UpdatedCopy extends MirroredBrand {
  /** Whether the copy was damaged, and a new one has its place. */
  readonly isReplaced: boolean;
}

/**
 * Updates the copy of a repository in a backup. A damaged copy of a sound repository is made again, whole, and keeps its
 * place until the new one is verified.
 *
 * @param copy updates the copy at a place, or makes it there with the files of an earlier one
 * @throws `invalid` with the path of what is damaged
 */
export async function updateCopy(
  { fs, signal }: { readonly fs: FileSystem; readonly signal?: AbortSignal | undefined },
  source: string,
  target: string,
  copy: (place: string, earlier?: string) => Promise<MirroredBrand>,
): Promise<UpdatedCopy> {
  const isThere = await exists(fs, target);
  let failure: unknown;
  const fail = (error: unknown): null => {
    signal?.throwIfAborted();
    failure = error;
    return null;
  };
  const report = await copy(target).catch(fail);
  if (report !== null && report.defects.length + report.files.problems.length === 0)
    return { ...report, isReplaced: false };

  const lost = await damageOf(fs, source, signal);
  if (lost !== null) {
    const kept = isThere ? ' Its copy here is an earlier one, or has the same damage.' : '';
    throw new PortalError('invalid', `${lost}. Put the repository back from a backup.${kept}`);
  }
  const damage = isThere ? await damageOf(fs, target, signal) : null;
  if (damage !== null) {
    const replaced = await makeAgain(fs, target, copy).catch(fail);
    if (replaced !== null) return { ...replaced, isReplaced: true };
    throw new PortalError('invalid', `${damage}. It could not be copied again: ${reasonOf(failure)}`);
  }
  if (report !== null) return { ...report, isReplaced: false };
  throw new PortalError('unavailable', `${source} could not be copied to ${target}: ${reasonOf(failure)}`);
}

/** @throws when the new copy is not sound or lacks the proposals; the old one stays then */
async function makeAgain(
  fs: FileSystem,
  target: string,
  copy: (place: string, earlier?: string) => Promise<MirroredBrand>,
): Promise<MirroredBrand> {
  const place = temporaryName(target);
  try {
    const report = await copy(place, target);
    const lacks = (await exists(fs, proposalsIn(target))) && !(await exists(fs, proposalsIn(place)));
    const problem = report.defects[0]?.problem ?? (lacks ? report.files.problems.join(', ') : undefined);
    if (problem !== undefined) throw new Error(problem);
    const aside = asideOf(target);
    await fs.promises.rm(aside, { recursive: true, force: true });
    await fs.promises.rename(target, aside);
    await fs.promises.rename(place, target);
    await syncDirectory(fs, dirname(target));
    await fs.promises.rm(aside, { recursive: true, force: true });
    return report;
  } finally {
    await fs.promises.rm(place, { recursive: true, force: true }).catch(() => {});
  }
}
