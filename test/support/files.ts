import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { git } from './git.js';

export const sha256Of = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** An SVG that no other seed gives. */
export function svg(seed: string | number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><title>${seed}</title><path d="M0 0h8v8z"/></svg>\n`;
}

/** A photo that tells where it was made. */
export function photoWithPlace(width = 40): Promise<Buffer> {
  const gps = {
    GPSLatitudeRef: 'N',
    GPSLatitude: '52/1 31/1 12/1',
    GPSLongitudeRef: 'E',
    GPSLongitude: '13/1 24/1 18/1',
  };
  const create = { width, height: 30, channels: 3, background: '#123456' } as const;
  return sharp({ create }).withExif({ IFD3: gps }).jpeg().toBuffer();
}

/** The beginning of a film, which no program plays. */
export function mp4(seed = ''): Buffer {
  return Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    Buffer.from('ftypisom\0\0\x02\0isommp42'),
    Buffer.from(`....free${seed}`),
  ]);
}

/** A sound of so many bytes, the same for a seed. */
export function wav(bytes: number, seed = 1): Buffer {
  const sound = Buffer.alloc(bytes, `${seed}-`);
  sound.write('RIFF', 0);
  sound.writeUInt32LE(bytes - 8, 4);
  sound.write('WAVEfmt ', 8);
  sound.writeUInt32LE(16, 16);
  sound.writeUInt16LE(1, 20);
  sound.writeUInt16LE(1, 22);
  sound.writeUInt32LE(8000, 24);
  sound.writeUInt32LE(8000, 28);
  sound.writeUInt16LE(1, 32);
  sound.writeUInt16LE(8, 34);
  sound.write('data', 36);
  sound.writeUInt32LE(bytes - 44, 40);
  return sound;
}

/** A file of a name in a folder. @returns its path */
export function fileIn(folder: string, name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** Path of stored bytes in a repository. */
export function storedPath(gitdir: string, sha256: string): string {
  return join(gitdir, 'lfs/objects', sha256.slice(0, 2), sha256.slice(2, 4), sha256);
}

/** Hashes of the files that a repository holds; each is what its name says. */
export function storedFiles(gitdir: string): string[] {
  const paths = readdirSync(join(gitdir, 'lfs/objects'), { recursive: true, encoding: 'utf8' });
  const files = paths.filter((path) => path.length > 64);
  for (const path of files) {
    const name = path.slice(-64);
    if (sha256Of(readFileSync(join(gitdir, 'lfs/objects', path))) !== name) throw new Error(`${path} is damaged`);
  }
  return files.map((path) => path.slice(-64)).sort();
}

/** Whether git-lfs is installed: what tries it is left out without it. */
export const hasGitLfs = spawnSync('git-lfs', ['version']).status === 0;
if (!hasGitLfs) console.warn('Without git-lfs its tests are left out.');

/** Options of git that do what `git lfs install` does, for one command. */
export const lfsFilters = [
  'process=git-lfs filter-process',
  'smudge=git-lfs smudge -- %f',
  'clean=git-lfs clean -- %f',
  'required=true',
].flatMap((filter) => ['-c', `filter.lfs.${filter}`]);

/** Puts files in the place of pointers, as a clone with git-lfs does. @returns the folder */
export function cloneWithFiles(from: string, to: string): string {
  git('/', ['clone', '--quiet', ...lfsFilters, from, to]);
  return to;
}

/** Those of these files that a repository does not hold whole. */
export function lostFiles(gitdir: string, hashes: Iterable<string>): string[] {
  return [...hashes].filter((sha256) => {
    const path = storedPath(gitdir, sha256);
    return !existsSync(path) || sha256Of(readFileSync(path)) !== sha256;
  });
}
