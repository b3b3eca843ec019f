import { createHash } from 'node:crypto';
import { join, relative } from 'node:path';
import { LocalFiles } from '../files/local-files.js';
import { dayMs } from '../lib/clock.js';
import { isObject } from '../lib/json.js';
import { compare } from '../lib/order.js';
import { unlessMissing } from '../lib/system-error.js';
import { proposalsIn } from '../service/data-directory.js';
import type { FileSystem } from '../store/file-system.js';
import { listRefs } from '../store/local/refs.js';

/** State of a brand and its copy in a backup when the copy was verified without a finding. */
export interface VerifiedCopy {
  /** Last time at which the files of media in the copy were read, too. */
  readonly whole_at: string;
  /** `sourceState` */
  readonly source: string;
  /** `copyState` */
  readonly copy: string;
}

/** Records by slug, of the member `verified` of `backup.json`. What has another form counts as not verified. */
export function parseVerified(value: unknown): Map<string, VerifiedCopy> {
  const records = new Map<string, VerifiedCopy>();
  for (const [slug, record] of Object.entries(isObject(value) ? value : {})) {
    if (!isObject(record)) continue;
    const { whole_at, source, copy } = record;
    if ([whole_at, source, copy].some((text) => typeof text !== 'string')) continue;
    records.set(slug, { whole_at, source, copy } as VerifiedCopy);
  }
  return records;
}

/** Time within which each copy has its turn. A backup every night keeps to 30 days with it. */
const cycleMs = 28 * dayMs;

/**
 * Whether the turn of a brand has come since its copy was read whole. Each brand has a moment of its own in the cycle, so
 * that few come in the same night.
 */
export function isDue(slug: string, { whole_at }: VerifiedCopy, now: Date): boolean {
  const moment = (createHash('sha256').update(slug).digest().readUInt32BE(0) / 2 ** 32) * cycleMs;
  const turnAt = (ms: number): number => Math.floor((ms - moment) / cycleMs);
  const last = Date.parse(whole_at);
  return !(last <= now.getTime()) || turnAt(last) !== turnAt(now.getTime());
}

/**
 * Digest of all references of a brand and its proposals, and of the names and sizes of their files.
 *
 * @param hasFiles whether the files are in its repository
 */
export async function sourceState(fs: FileSystem, gitdir: string, hasFiles: boolean): Promise<string> {
  const lines: string[] = [];
  for (const repository of [gitdir, proposalsIn(gitdir)]) {
    for (const [name, oid] of await listRefs(fs, repository)) lines.push(`${repository} ${oid} ${name}`);
    if (!hasFiles) continue;
    for await (const { sha256, bytes } of new LocalFiles(fs, repository).list()) {
      lines.push(`${repository} ${sha256} ${bytes}`);
    }
  }
  return digestOf(lines.map((line) => line.slice(gitdir.length)));
}

/** Digest of the paths, sizes and times of all files of a copy. */
export async function copyState(fs: FileSystem, gitdir: string): Promise<string> {
  const lines: string[] = [];
  const walk = async (folder: string): Promise<void> => {
    const entries = await fs.promises.readdir(folder, { withFileTypes: true }).catch(unlessMissing([]));
    await Promise.all(
      entries.map(async (entry) => {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) return walk(path);
        const { size, mtimeMs } = await fs.promises.lstat(path);
        lines.push(`${size} ${mtimeMs} ${relative(gitdir, path)}`);
      }),
    );
  };
  await walk(gitdir);
  return digestOf(lines);
}

function digestOf(lines: string[]): string {
  return createHash('sha256').update(lines.sort(compare).join('\n')).digest('hex');
}
