import { join } from 'node:path';
import { paths } from '../content/catalog/paths.js';
import { pageFile } from '../content/page.js';
import { type PageContext, type PageDraft, readPage } from './page-file.js';
import { assignIds, assignSlugs } from './page-names.js';
import { type PageNode, readPageTree } from './page-tree.js';
import type { Problems } from './problems.js';
import { parseText, readText } from './read-yaml.js';
import { openYaml, type YamlFile } from './yaml-file.js';
import { limitsOf } from './yaml-limits.js';

const chunkSize = 32;

type Chunk = readonly (readonly [PageNode, YamlFile | null])[];

/** The page files below `folder`: only what becomes of a page is kept, not its YAML. */
export async function readPages(
  root: string,
  folder: string,
  context: PageContext,
  problems: Problems,
  onProgress: (done: number, total: number) => void,
): Promise<ReadonlyMap<string, unknown>> {
  const nodes = await readPageTree(root, folder, context.maxPages, problems);
  const drafts: PageDraft[] = [];
  let done = 0;
  for await (const chunk of readChunks(root, nodes, context, problems)) {
    for (const [node, source] of chunk) {
      const draft = source && readPage(source, node, context);
      if (draft) drafts.push(draft);
      done += 1;
      onProgress(done, nodes.length);
    }
  }
  return pageFiles(drafts, context.highestPageId, problems);
}

/** While the HTML of one chunk is sanitised in the background, the next one is parsed. */
async function* readChunks(
  root: string,
  nodes: readonly PageNode[],
  { sanitizer }: PageContext,
  problems: Problems,
): AsyncGenerator<Chunk> {
  const open = async (chunk: readonly PageNode[]): Promise<Chunk> => {
    const sources = chunk.map(({ file }) =>
      openYaml(root, file, parseText(readText(join(root, file)), limitsOf(file)), problems),
    );
    await sanitizer.prepare(sources.flatMap((source) => source?.texts() ?? []));
    return chunk.map((node, at) => [node, sources[at] ?? null]);
  };
  let ahead: Promise<Chunk> | undefined;
  for (let at = 0; at < nodes.length; at += chunkSize) {
    const next = open(nodes.slice(at, at + chunkSize));
    if (ahead !== undefined) yield ahead;
    ahead = next;
  }
  if (ahead !== undefined) yield ahead;
}

function pageFiles(drafts: readonly PageDraft[], highestPageId: number, problems: Problems): Map<string, unknown> {
  const ids = assignIds(drafts, highestPageId, problems);
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
