import { copyKept, type KeptFiles, KeptFolder } from '../notes/kept-files.js';
import { dataPaths } from '../service/data-directory.js';
import type { FileSystem } from '../store/file-system.js';

/** The notes of a brand in a data directory, or in a backup, which has its layout. */
export const notesIn = (fs: FileSystem, root: string, slug: string): KeptFiles =>
  new KeptFolder(fs, dataPaths.notes(root, slug));

/** Makes the notes of a brand at one place those of another. */
export const copyNotes = (fs: FileSystem, from: string, slug: string, to: KeptFiles): Promise<void> =>
  copyKept(notesIn(fs, from, slug), to);
