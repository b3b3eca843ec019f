import { generateNKeysBetween } from 'fractional-indexing';
import { message } from '../validation/messages.js';
import { baseName, type Entry, listFolder } from './folder-entries.js';
import type { Problems } from './problems.js';

export interface PageNode {
  readonly file: string;
  readonly parent: PageNode | null;
  /** Among its siblings, as `PageFile` has it. */
  readonly position: string;
  /** Whether there is a folder for children. */
  readonly hasFolder: boolean;
}

/**
 * The page files below `folder` in navigation order, each page before its children; none when there are too many, which is
 * reported.
 */
export async function readPageTree(
  root: string,
  folder: string,
  maxPages: number,
  problems: Problems,
): Promise<PageNode[]> {
  const nodes: PageNode[] = [];

  const readSiblings = async (path: string, parent: PageNode | null): Promise<void> => {
    const { pages, folders, orphans } = sortOut(await listFolder(root, path, problems), problems);
    const positions = generateNKeysBetween(null, null, pages.size);
    for (const [at, [base, file]] of [...pages].entries()) {
      if (nodes.length > maxPages) return;
      const own = folders.get(base);
      const node = { file, parent, position: positions[at] as string, hasFolder: own !== undefined };
      nodes.push(node);
      if (own !== undefined) await readSiblings(own, node);
    }
    // Their pages have no chapter, but what is wrong with them should still be found.
    for (const orphan of orphans) if (nodes.length <= maxPages) await readSiblings(orphan, null);
  };

  await readSiblings(folder, null);
  if (nodes.length <= maxPages) return nodes;
  problems.add(folder, message.pagesOfBrand(maxPages));
  return [];
}

interface Siblings {
  /** Page files and folders by the name they share. */
  readonly pages: Map<string, string>;
  readonly folders: Map<string, string>;
  /** Folders without a page. */
  readonly orphans: readonly string[];
}

function sortOut(entries: readonly Entry[], problems: Problems): Siblings {
  const pages = new Map<string, string>();
  const folders = new Map<string, string>();
  for (const { name, path, isFolder } of entries) {
    const base = baseName(name);
    if (isFolder) folders.set(name, path);
    else if (base === null) problems.add(path, 'Only YAML files (.yaml) belong here.');
    else if (pages.has(base)) problems.add(path, `The page is there twice: ${pages.get(base)}.`);
    else pages.set(base, path);
  }
  const orphans = [...folders].filter(([name]) => !pages.has(name));
  for (const [name, path] of orphans) problems.add(path, `The folder has no page next to it: ${name}.yaml.`);
  return { pages, folders, orphans: orphans.map(([, path]) => path) };
}
