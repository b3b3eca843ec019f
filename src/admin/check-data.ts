import { basename, join } from 'node:path';
import { version } from '../lib/package.js';
import { slugPattern } from '../registry/records.js';
import { dataPaths, leftoversOfData } from '../service/data-directory.js';
import { localWrittenBy, WrittenBy } from '../service/written-by.js';
import type { FileSystem } from '../store/file-system.js';
import { type Defect, leftover, warning } from '../store/verify-repository.js';

/** Leftovers of interrupted work, and files that are not of a data directory. */
export async function checkData(fs: FileSystem, data: string): Promise<Defect[]> {
  const isRepository = (name: string): boolean =>
    name.endsWith('.git') && slugPattern.test(name.slice(0, -'.git'.length));
  const leftovers = (await leftoversOfData(fs, data)).map((path) => leftover(path.slice(data.length + 1)));
  const names = (await fs.promises.readdir(dataPaths.brands(data)).catch(() => [])) as string[];
  const otherNames = names.filter((name) => !name.endsWith('.tmp') && !isRepository(name));
  const problem = 'it is not the repository of a brand';
  const others = otherNames.map((name) => warning(join('brands', name), problem, 'Move it away.'));
  return [...leftovers, ...others, ...(await writtenByHigher(fs, data))];
}

async function writtenByHigher(fs: FileSystem, data: string): Promise<Defect[]> {
  const higher = await new WrittenBy(localWrittenBy(fs, data)).higher();
  if (higher === null) return [];
  const problem = `version ${higher} has written here, and this program is ${version}`;
  const advice = 'Remove nothing because of this check: run it with that version.';
  return [warning(basename(dataPaths.writtenBy(data)), problem, advice)];
}
