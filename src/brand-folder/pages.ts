import { join } from 'node:path';
import { paths } from '../content/files.js';
import { pageFile } from '../content/page.js';
import { type PageContext, type PageDraft, readPage } from './page-file.js';
import { assignIds, assignSlugs } from './page-names.js';
import { type PageNode, readPageTree } from './page-tree.js';
import type { Problems } from './problems.js';
import type { ParsedYaml } from './yaml-document.js';
import { openYaml, type YamlFile } from './yaml-file.js';
import { YamlReader } from './yaml-reader.js';

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
  const reader = new YamlReader();
  try {
    const nodes = await readPageTree(root, folder, context.maxPages, problems, (found) => reader.expect(found));
    const drafts: PageDraft[] = [];
    let done = 0;
    for await (const chunk of readChunks(root, nodes, reader, context, problems)) {
      for (const [node, source] of chunk) {
        const draft = source && readPage(source, node, context);
        if (draft) drafts.push(draft);
        done += 1;
        onProgress(done, nodes.length);
      }
    }
    return pageFiles(drafts, context.highestPageId, problems);
  } finally {
    await reader.close();
  }
}

/** While some chunks are parsed and their HTML is sanitised in the background, an earlier one can be used. */
async function* readChunks(
  root: string,
  nodes: readonly PageNode[],
  reader: YamlReader,
  { sanitizer }: PageContext,
  problems: Problems,
): AsyncGenerator<Chunk> {
  const open = async (chunk: readonly PageNode[]): Promise<Chunk> => {
    const parsed = await reader.read(chunk.map(({ file }) => join(root, file)));
    const sources = chunk.map((node, at) => openYaml(root, node.file, parsed[at] as ParsedYaml, problems));
    await sanitizer.prepare(sources.flatMap((source) => [...(source?.texts() ?? [])]));
    return chunk.map((node, at) => [node, sources[at] ?? null]);
  };
  const ahead: Promise<Chunk>[] = [];
  for (let at = 0; at < nodes.length; at += chunkSize) {
    ahead.push(open(nodes.slice(at, at + chunkSize)));
    if (ahead.length > reader.readsAhead) yield ahead.shift() as Promise<Chunk>;
  }
  yield* ahead;
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
