import { type CountFiles, CountFolder, copyCounts } from '../counts/count-files.js';
import { copyKept, type KeptFiles, KeptFolder } from '../notes/kept-files.js';
import { dataPaths } from '../service/data-directory.js';
import type { FileSystem } from '../store/file-system.js';

/** Files of a brand outside of git: its notes and its counts. */
export interface Kept {
  readonly notes: KeptFiles;
  readonly counts: CountFiles;
}

/** Files of a brand outside of git in a data directory, or in a backup, which has its layout. */
export const keptIn = (fs: FileSystem, root: string, slug: string): Kept => ({
  notes: new KeptFolder(fs, dataPaths.notes(root, slug)),
  counts: new CountFolder(fs, dataPaths.counts(root, slug)),
});

/** Makes what one place has of a brand what another has. */
export async function copyAllKept(from: Kept, to: Kept): Promise<void> {
  await copyKept(from.notes, to.notes);
  await copyCounts(from.counts, to.counts);
}
