import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Folder of the program's package: the nearest that has the example brands, since a bundle is higher up than its
 * sources.
 */
export const packageFolder = nearestPackage(fileURLToPath(import.meta.url));

function nearestPackage(path: string): string {
  const folder = dirname(path);
  return existsSync(join(folder, 'content-fixtures')) ? folder : nearestPackage(folder);
}

export const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as {
  readonly version: string;
};
