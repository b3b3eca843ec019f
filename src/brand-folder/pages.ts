import { paths } from '../content/files.js';
import { pageFile } from '../content/page.js';
import { type PageContext, type PageDraft, readPage } from './page-file.js';
import { assignIds, assignSlugs } from './page-names.js';
import { type PageNode, readPageTree } from './page-tree.js';
import type { Problems } from './problems.js';
import { readYaml, type YamlFile } from './yaml-file.js';

const chunkSize = 32;

interface Chunk {
  readonly sources: [PageNode, YamlFile | null][];
  readonly prepared: Promise<void>;
}

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
  let done = 0;
  const finish = async ({ sources, prepared }: Chunk): Promise<void> => {
    await prepared;
    for (const [node, source] of sources) {
      const draft = source && readPage(source, node, context);
      if (draft) drafts.push(draft);
      done += 1;
      onProgress(done, nodes.length);
    }
  };
  // While one chunk's HTML is sanitised in the background, the next chunk's YAML is parsed.
  let ahead: Chunk | undefined;
  for (let at = 0; at < nodes.length; at += chunkSize) {
    const sources: Chunk['sources'] = [];
    for (const node of nodes.slice(at, at + chunkSize)) sources.push([node, await readYaml(root, node.file, problems)]);
    const prepared = context.sanitizer.prepare(sources.flatMap(([, source]) => [...(source?.texts() ?? [])]));
    if (ahead !== undefined) await finish(ahead);
    ahead = { sources, prepared };
  }
  if (ahead !== undefined) await finish(ahead);
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
