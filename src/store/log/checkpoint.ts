import { createHash, hash } from 'node:crypto';
import { open, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Check } from 'typebox/value';
import { type FileSystem, makeDirectory, replaceFiles, temporaryName } from '../file-system.js';
import { Oid } from '../git/object.js';
import { branchName } from '../local/ref.js';
import { writePack } from '../native/pack-objects.js';
import { type Position, positionFormat } from './branch-cache.js';
import { EntryError } from './entry.js';
import type { ObjectStore } from './object-store.js';
import { readJson, reread, retry } from './retry.js';

/** Files are stored in parts: no object is large, and at most one part is in memory. */
const partBytes = 8 * 1024 * 1024;

/** Time limit of reading all parts. */
const uploadTimeoutMs = 30 * 60 * 1000;

const File = Type.Object({ bytes: Type.Integer(), sha256: Type.String() });

/** A hint where the newest checkpoint is. Losing it costs time. */
const Checkpoint = Type.Object({
  format: Type.Union([Type.Literal(1), Type.Literal(2)]),
  n: Type.Integer(),
  id: Type.String(),
  tip: Oid,
  /** Missing in format 1. */
  registry: Type.Optional(Type.Integer()),
  /** Key of its files, below the log. */
  at: Type.String(),
  /** The name of its pack, as git names it. */
  pack: Type.String({ pattern: '^pack-[0-9a-f]{40}$' }),
  files: Type.Object({ pack: File, idx: File }),
});
type Checkpoint = Static<typeof Checkpoint>;

const hintKey = (log: string): string => `${log}/checkpoint.json`;
const endings = ['pack', 'idx'] as const;

/**
 * Uploads everything that a log holds up to a position of its cache; the hint last.
 *
 * @throws when git or the store fails
 */
export async function saveCheckpoint(
  fs: FileSystem,
  gitdir: string,
  store: ObjectStore,
  log: string,
  position: Position,
  signal: AbortSignal,
): Promise<void> {
  const { tip } = position;
  if (tip === null) throw new Error('An empty log has no checkpoint');
  const folder = temporaryName(join(gitdir, 'checkpoint'));
  await makeDirectory(fs, folder);
  try {
    const name = `pack-${await writePack(gitdir, null, tip, join(folder, 'pack'), signal)}`;
    const at = `checkpoints/${position.n}-${position.id}`;
    const send = async (ending: 'pack' | 'idx') => {
      const path = join(folder, `${name}.${ending}`);
      const hash = createHash('sha256');
      const { size } = await stat(path);
      const file = await open(path, 'r');
      try {
        for (let part = 0; part * partBytes < size; part += 1) {
          signal.throwIfAborted();
          const bytes = Buffer.alloc(Math.min(partBytes, size - part * partBytes));
          await file.read(bytes, 0, bytes.length, part * partBytes);
          hash.update(bytes);
          await retry(() => store.put(`${log}/${at}/${ending}.${part}`, bytes), signal);
        }
      } finally {
        await file.close();
      }
      return { bytes: size, sha256: hash.digest('hex') };
    };
    const files = { pack: await send('pack'), idx: await send('idx') };
    const hint = { format: positionFormat(position), ...position, at, pack: name, files };
    await retry(() => store.put(hintKey(log), Buffer.from(`${JSON.stringify(hint)}\n`)), signal);
  } finally {
    await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
}

/**
 * Puts the newest checkpoint into an empty repository.
 *
 * @param timeoutMs how long the store may take to say whether there is one
 * @returns its position; `null` when none is whole: then all slots are read
 * @throws StoreError when the store does not answer
 */
export async function loadCheckpoint(
  fs: FileSystem,
  gitdir: string,
  store: ObjectStore,
  log: string,
  timeoutMs: number,
): Promise<Position | null> {
  const hint = await readHint(store, log, AbortSignal.timeout(timeoutMs));
  if (hint === null) return null;
  const timeout = AbortSignal.timeout(uploadTimeoutMs);
  const packs = join(gitdir, 'objects', 'pack');
  await makeDirectory(fs, packs);
  const paths: string[] = [];
  for (const ending of endings) {
    const { bytes: size, sha256 } = hint.files[ending];
    const path = join(packs, `${hint.pack}.${ending}`);
    paths.push(path);
    const read = async (): Promise<Buffer> => {
      const parts: Buffer[] = [];
      for (let part = 0; part * partBytes < size; part += 1) {
        const found = await retry(() => store.get(`${log}/${hint.at}/${ending}.${part}`), timeout);
        if (found === null) throw new EntryError(`${log}/${hint.at}/${ending}.${part} is missing`);
        parts.push(found);
      }
      const whole = Buffer.concat(parts);
      if (whole.length === size && hash('sha256', whole) === sha256) return whole;
      throw new EntryError(`${log}/${hint.at}/${ending} is damaged`);
    };
    try {
      await replaceFiles(fs, [{ path, bytes: await reread(read, timeout) }]);
    } catch (error) {
      if (!(error instanceof EntryError)) throw error;
      return drop(fs, paths);
    }
  }
  const ref = join(gitdir, branchName);
  await makeDirectory(fs, dirname(ref));
  await replaceFiles(fs, [{ path: ref, bytes: Buffer.from(`${hint.tip}\n`) }]);
  return { n: hint.n, id: hint.id, tip: hint.tip, registry: hint.registry ?? 0 };
}

/** Slot of the newest checkpoint; `null` when there is none. */
export async function newestCheckpoint(store: ObjectStore, log: string, timeout: AbortSignal): Promise<number | null> {
  return (await readHint(store, log, timeout))?.n ?? null;
}

async function drop(fs: FileSystem, paths: readonly string[]): Promise<null> {
  for (const path of paths) await fs.promises.rm(path, { force: true });
  return null;
}

/** A hint that stays damaged is ignored. */
async function readHint(store: ObjectStore, log: string, timeout: AbortSignal): Promise<Checkpoint | null> {
  try {
    const value = await readJson(store, hintKey(log), timeout);
    return Check(Checkpoint, value) ? value : null;
  } catch (error) {
    if (error instanceof EntryError) return null;
    throw error;
  }
}
