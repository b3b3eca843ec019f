import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { commanding } from '../support/cli.js';
import { spawnPortal } from '../support/command.js';
import { temporaryDirectory } from '../support/git.js';

export interface Block {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Folder with files, by their paths in it. */
export function folderOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = temporaryDirectory();
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** The brand `acme`, into which the built program imports. */
export async function importing() {
  const { data, json } = await commanding();
  const run = (...args: string[]) => spawnPortal(['page', 'import', 'acme', ...args, '--data', data]);
  const take = async (...args: string[]) => {
    const { stdout, stderr } = await run(...args, '--json');
    if (stdout === '') throw new Error(stderr);
    return JSON.parse(stdout);
  };
  const publish = async (proposals: readonly { readonly number: number }[]): Promise<void> => {
    for (const { number } of proposals) {
      await json('proposal', 'approve', 'acme', String(number));
      await json('proposal', 'merge', 'acme', String(number));
    }
  };
  const pages = async (): Promise<
    { slug: string; title: string; type: string; visibility: string; blocks: Block[] }[]
  > => {
    const listed: { id: number }[] = await json('page', 'list', 'acme');
    return Promise.all(listed.map(({ id }) => json('page', 'show', 'acme', String(id))));
  };
  return { data, json, run, take, publish, pages };
}
