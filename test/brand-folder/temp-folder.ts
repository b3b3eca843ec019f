import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { FolderError } from '../../src/brand-folder/problems.js';
import { type BrandFolder, readBrandFolder } from '../../src/brand-folder/read-folder.js';
import { temporaryDirectory } from '../support/git.js';
import { sanitizer } from '../support/portal.js';

/** Contents by path; a path that ends in `/` is an empty folder. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

export const brandYaml = `name: Acme
theme:
  colors: { primary: "#111111", accent: "#222222", background: "#ffffff", text: "#111111", link: "#222222" }
  font: sans-serif
`;

/** A brand folder for the running test that holds the files, and a plain `brand.yaml` unless they have one. */
export function folderWith(files: Files, name = 'acme'): string {
  const folder = join(temporaryDirectory(), name);
  for (const [path, content] of Object.entries({ 'brand.yaml': brandYaml, ...files })) {
    mkdirSync(path.endsWith('/') ? join(folder, path) : dirname(join(folder, path)), { recursive: true });
    if (!path.endsWith('/')) writeFileSync(join(folder, path), content);
  }
  return folder;
}

export function read(folder: string): Promise<BrandFolder> {
  let blocks = 0;
  const newBlockId = () => `new-${++blocks}`;
  return readBrandFolder(folder, { sanitizer, newBlockId, time: '2026-01-31T09:30:00Z' });
}

/** What reading the folder fails with. */
export async function failure(folder: string): Promise<FolderError> {
  const error = await read(folder).catch((reason: unknown) => reason);
  if (error instanceof FolderError) return error;
  throw new Error(`${folder} did not fail as an invalid folder`, { cause: error });
}
