import { dirname, join } from 'node:path';
import { dayMs, isoDay } from '../lib/clock.js';
import { type FileSystem, listDirectory, makeDirectory, syncDirectory } from '../store/file-system.js';
import { LocalFiles, objectPath, quarantineFolder, quarantineFolders } from './local-files.js';

/** Age from which no write in progress can refer to a file. */
const orphanMs = 7 * dayMs;

/** Time for which a file stays in quarantine and can be put back. */
const quarantineMs = 30 * dayMs;

interface SweepRules {
  readonly now: Date;
  /** SHA-256 of all files that any commit names. If it throws, no file is touched. */
  namedFiles(): Promise<ReadonlySet<string>>;
  /** Whether the newest commit names a file. */
  isNamedNow(sha256: string): Promise<boolean>;
}

export interface Swept {
  readonly movedAside: readonly string[];
  readonly putBack: readonly string[];
  readonly deleted: readonly string[];
}

/**
 * Quarantines files that no commit names, and deletes those whose time in quarantine is over; one that a commit names
 * after all is put back. Without certainty nothing is deleted.
 */
export async function sweepFiles(fs: FileSystem, gitdir: string, rules: SweepRules): Promise<Swept> {
  const swept = { movedAside: [] as string[], putBack: [] as string[], deleted: [] as string[] };
  const oldFiles = new Map<string, Date>();
  for await (const { sha256, modified } of new LocalFiles(fs, gitdir).list()) {
    if (modified.getTime() < rules.now.getTime() - orphanMs) oldFiles.set(sha256, modified);
  }
  const quarantined = await quarantinedFiles(fs, gitdir);
  if (oldFiles.size === 0 && quarantined.length === 0) return swept;

  const named = await rules.namedFiles();
  for (const { sha256, path, date } of quarantined) {
    if (named.has(sha256)) {
      await move(fs, path, objectPath(gitdir, sha256));
      swept.putBack.push(sha256);
    } else if (Date.parse(date) < rules.now.getTime() - quarantineMs) {
      await fs.promises.rm(path, { force: true });
      swept.deleted.push(sha256);
    }
  }

  const today = join(quarantineFolder(gitdir), isoDay(rules.now));
  for (const [sha256, modified] of oldFiles) {
    if (named.has(sha256)) continue;
    const path = objectPath(gitdir, sha256);
    const quarantinePath = join(today, sha256);
    await move(fs, path, quarantinePath);
    // Since the files were listed, the same bytes may have been uploaded again, and a commit may name them.
    const isNew = (await fs.promises.stat(quarantinePath)).mtime.getTime() !== modified.getTime();
    if (isNew || (await rules.isNamedNow(sha256))) await move(fs, quarantinePath, path);
    else swept.movedAside.push(sha256);
  }
  return swept;
}

async function quarantinedFiles(fs: FileSystem, gitdir: string) {
  const folders = await quarantineFolders(fs, gitdir);
  const listings = folders.map(async ({ date, path }) => {
    const names = await listDirectory(fs, path);
    return names.map((sha256) => ({ sha256, date, path: join(path, sha256) }));
  });
  return (await Promise.all(listings)).flat();
}

/**
 * Moves a file durably: the new name is on disk before the old one goes, so a crash leaves the file in one place or in
 * both.
 */
async function move(fs: FileSystem, from: string, to: string): Promise<void> {
  await makeDirectory(fs, dirname(to));
  await fs.promises.rename(from, to);
  await syncDirectory(fs, dirname(to));
  await syncDirectory(fs, dirname(from));
}
