import { parsePath } from '../../content/catalog/paths.js';
import { parsePointer } from '../../content/files/pointer.js';
import { allProposals, type Proposals, proposalPaths, proposalsProjection } from '../../content/proposals/catalog.js';
import { closedStates, type ProposalFile } from '../../content/proposals/format.js';
import { type Swept, sweepFiles } from '../../files/sweep.js';
import { dayMs } from '../../lib/clock.js';
import type { FileSystem } from '../../store/file-system.js';
import { Repository } from '../../store/repository.js';
import type { Snapshot } from '../../store/snapshot.js';
import type { NamedFile } from './named-files.js';

/** Time for which the files of a closed proposal stay: it may be reopened. The brand has those of a merged one. */
const closedMs = 30 * dayMs;

const needsFiles = ({ state, updated_at }: ProposalFile, now: Date): boolean =>
  !closedStates.includes(state) || Date.parse(updated_at) > now.getTime() - closedMs;

/** Files that a brand's proposals name, other than those that are closed for long, and that the brand may not have. */
export async function* proposedFiles(snapshot: Snapshot<Proposals>, now: Date): AsyncGenerator<NamedFile> {
  for (const { record, files } of allProposals(snapshot.catalog)) {
    if (!needsFiles(record, now)) continue;
    for (const [path, { file }] of files) {
      if (file === null || parsePath(path)?.kind !== 'file') continue;
      const pointer = parsePointer(await snapshot.read(file));
      if (pointer !== null) yield { ...pointer, path: proposalPaths.file(record.number, path) };
    }
  }
}

/** The proposals in a repository. @throws when they cannot be read */
export async function readProposals(fs: FileSystem, gitdir: string): Promise<Snapshot<Proposals>> {
  return (await Repository.open(fs, gitdir, proposalsProjection)).read();
}

/** Sweeps the files of a brand's proposals on this machine. @throws before any change when proposals cannot be read completely */
export function sweepProposals(fs: FileSystem, gitdir: string, now: Date): Promise<Swept> {
  const namedFiles = async (): Promise<ReadonlySet<string>> => {
    const snapshot = await readProposals(fs, gitdir);
    const [problem] = snapshot.catalog.problems.keys();
    if (problem !== undefined) throw new Error(`${problem} cannot be read`);
    const named = new Set<string>();
    for await (const { sha256 } of proposedFiles(snapshot, now)) named.add(sha256);
    return named;
  };
  return sweepFiles(fs, gitdir, { now, namedFiles, isNamedNow: async (sha256) => (await namedFiles()).has(sha256) });
}
