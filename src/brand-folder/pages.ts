import { paths } from '../content/files.js';
import { pageFile } from '../content/page.js';
import { type PageContext, type PageDraft, readPage } from './page-file.js';
import { assignIds, assignSlugs } from './page-names.js';
import { type PageNode, readPageTree } from './page-tree.js';
import type { Problems } from './problems.js';
import { readYaml } from './yaml-file.js';

/** The page files below `folder`, one after another: only what becomes of a page is kept, not its YAML. */
export async function readPages(
  root: string,
  folder: string,
  context: PageContext,
  problems: Problems,
  onProgress: (done: number, total: number) => void,
): Promise<ReadonlyMap<string, unknown>> {
  const nodes = await readPageTree(root, folder, problems);
  const drafts: PageDraft[] = [];
  for (const [at, node] of nodes.entries()) {
    const source = await readYaml(root, node.file, problems);
    const draft = source && readPage(source, node, context);
    if (draft) drafts.push(draft);
    onProgress(at + 1, nodes.length);
  }
  return pageFiles(drafts, problems);
}

function pageFiles(drafts: readonly PageDraft[], problems: Problems): Map<string, unknown> {
  const ids = assignIds(drafts, problems);
  const slugs = assignSlugs(drafts, problems);
  const idOf = new Map<PageNode, number>(drafts.map(({ node }, at) => [node, ids[at] as number]));
  const files = new Map<string, unknown>();
  for (const [at, { node, page }] of drafts.entries()) {
    const id = ids[at] as number;
    const parent_id = node.parent === null ? null : (idOf.get(node.parent) ?? null);
    files.set(paths.page(id), pageFile({ ...page, id, slug: slugs[at] as string, parent_id }));
  }
  return files;
}
