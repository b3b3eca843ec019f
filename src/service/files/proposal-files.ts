import { parsePath } from '../../content/catalog/paths.js';
import { parsePointer } from '../../content/files/pointer.js';
import {
  allProposals,
  type Proposal,
  type Proposals,
  proposalPaths,
  proposalsProjection,
} from '../../content/proposals/catalog.js';
import { closedStates, type ProposalFile } from '../../content/proposals/format.js';
import type { BrandFiles, FoundFile, ListedFile, Spooled, SpoolOptions } from '../../files/brand-files.js';
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

/** Files that proposals may name: the brand's, and those that came with proposals, where new ones go. */
export class ProposalFiles implements BrandFiles {
  constructor(
    private readonly brand: BrandFiles,
    private readonly own: BrandFiles,
  ) {}

  spool(source: AsyncIterable<Uint8Array>, options: SpoolOptions): Promise<Spooled> {
    return this.own.spool(source, options);
  }

  keep(spooled: Spooled): Promise<void> {
    return this.own.keep(spooled);
  }

  async find(sha256: string): Promise<FoundFile | null> {
    return (await this.brand.find(sha256)) ?? this.own.find(sha256);
  }

  async size(sha256: string): Promise<number | null> {
    return (await this.brand.size(sha256)) ?? this.own.size(sha256);
  }

  async modified(sha256: string): Promise<Date | null> {
    return (await this.brand.modified(sha256)) ?? this.own.modified(sha256);
  }

  list(): AsyncIterable<ListedFile> {
    return this.own.list();
  }

  erase(sha256: string): Promise<void> {
    return this.own.erase(sha256);
  }
}

/** Files that a brand's proposals name, other than those that are closed for long, and that the brand may not have. */
export async function* proposedFiles(snapshot: Snapshot<Proposals>, now: Date): AsyncGenerator<NamedFile> {
  for (const proposal of allProposals(snapshot.catalog))
    if (needsFiles(proposal.record, now)) yield* filesOf(proposal, snapshot);
}

/** Files that a proposal names. */
export async function* filesOf({ record, files }: Proposal, snapshot: Snapshot<Proposals>): AsyncGenerator<NamedFile> {
  for (const [path, { file }] of files) {
    if (file === null || parsePath(path)?.kind !== 'file') continue;
    const pointer = parsePointer(await snapshot.read(file));
    if (pointer !== null) yield { ...pointer, path: proposalPaths.file(record.number, path) };
  }
}

/**
 * The proposals in a repository.
 *
 * @throws when they cannot be read
 */
export async function readProposals(fs: FileSystem, gitdir: string): Promise<Snapshot<Proposals>> {
  return (await Repository.open(fs, gitdir, proposalsProjection)).read();
}

/**
 * Sweeps the files of a brand's proposals on this machine.
 *
 * @throws before any change when proposals cannot be read completely
 */
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
