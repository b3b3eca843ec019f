import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of the program's package. It is looked for, since a bundle lies higher than its sources; no other has the example brands. */
export const packageFolder = nearestPackage(fileURLToPath(import.meta.url));

function nearestPackage(path: string): string {
  const folder = dirname(path);
  return existsSync(join(folder, 'content-fixtures')) ? folder : nearestPackage(folder);
}

/** Version of the program, from its `package.json`. */
export const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as {
  readonly version: string;
};
