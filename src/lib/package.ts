import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of the package: the nearest folder above that describes one, since a bundle lies higher than its sources. */
export const packageFolder = above(fileURLToPath(import.meta.url));

function above(path: string): string {
  const folder = dirname(path);
  return existsSync(join(folder, 'package.json')) ? folder : above(folder);
}

/** The program's, as its package says. */
export const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as {
  readonly version: string;
};
