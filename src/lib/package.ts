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

/** Version of the program. A checkout has that of the next release, with `-dev`. */
export const { version } = readPackageJson('package.json') as { readonly version: string };

/** First release that has this program's formats. */
export const releaseVersion = version.replace(/-dev$/, '');

const buildFile = 'dist/build.json';

interface Build {
  readonly commit: string;
  /** Name of the client's package in `dist/docs`. */
  readonly client: string;
}

/** Facts of the build. Without one, as in tests of the sources, nothing is known. */
const built: Build = existsSync(join(packageFolder, buildFile))
  ? (readPackageJson(buildFile) as Build)
  : { commit: 'unknown', client: 'client.tgz' };

/** Commit that the program was built from, by its full id; `unknown` for a build outside of git. */
export const { commit, client } = built;

/** Version and commit, for people who report a problem. */
export const build = `${version} (${commit.slice(0, 12)})`;

function readPackageJson(path: string): unknown {
  return JSON.parse(readFileSync(join(packageFolder, path), 'utf8'));
}
