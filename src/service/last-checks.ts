import { isObject } from '../lib/json.js';
import { type FileSystem, replaceFiles } from '../store/file-system.js';
import { dataPaths, slugsOnDisk } from './data-directory.js';

/** Result of the last check of a brand: a hint, which `check` writes. */
export interface Checked {
  readonly at: string;
  readonly errors: number;
  readonly warnings: number;
  /** The first problem, and how many others there are; `null` if all is well. */
  readonly problem: string | null;
  /** `null` if they could not be read. */
  readonly pages: number | null;
}

const isChecked = (value: unknown): value is Checked =>
  isObject(value) && typeof value.at === 'string' && typeof value.errors === 'number';

/** Results by the slugs of the brands. */
export async function lastChecks(fs: FileSystem, data: string): Promise<Map<string, Checked>> {
  try {
    const stored: unknown = JSON.parse(await fs.promises.readFile(dataPaths.lastChecks(data), 'utf8'));
    const entries = isObject(stored) ? Object.entries(stored) : [];
    return new Map(entries.flatMap(([slug, checked]) => (isChecked(checked) ? [[slug, checked]] : [])));
  } catch {
    return new Map();
  }
}

export async function noteChecks(fs: FileSystem, data: string, checked: ReadonlyMap<string, Checked>): Promise<void> {
  if (checked.size === 0) return;
  const onDisk = new Set([...(await slugsOnDisk(fs, data)), ...checked.keys()]);
  await write(
    fs,
    data,
    [...(await lastChecks(fs, data)), ...checked].filter(([slug]) => onDisk.has(slug)),
  );
}

export async function forgetChecks(fs: FileSystem, data: string, slug: string): Promise<void> {
  const checks = await lastChecks(fs, data);
  if (checks.delete(slug)) await write(fs, data, [...checks]);
}

async function write(fs: FileSystem, data: string, checks: readonly (readonly [string, Checked])[]): Promise<void> {
  const bytes = Buffer.from(`${JSON.stringify(Object.fromEntries(checks), null, 2)}\n`);
  await replaceFiles(fs, [{ path: dataPaths.lastChecks(data), bytes }]);
}
