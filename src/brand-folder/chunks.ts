import type { Sanitizer } from '../content/html/sanitizer.js';
import type { Problems } from './problems.js';
import { openYaml, type YamlFile } from './yaml-file.js';

const chunkSize = 32;

type Chunk<Item> = readonly (readonly [Item, YamlFile | null])[];

/**
 * Opens many files in their order. Pipelined: while the HTML of one chunk is sanitised in the background, the next one is parsed. A file's
 * YAML is dropped once it is read: memory holds one chunk.
 */
export async function* readChunks<Item extends { readonly file: string }>(
  root: string,
  items: readonly Item[],
  sanitizer: Sanitizer,
  problems: Problems,
): AsyncGenerator<Chunk<Item>> {
  const openChunk = async (chunk: readonly Item[]): Promise<Chunk<Item>> => {
    const sources = chunk.map(({ file }) => openYaml(root, file, problems));
    await sanitizer.prepare(sources.flatMap((source) => source?.texts() ?? []));
    return chunk.map((item, at) => [item, sources[at] ?? null]);
  };
  let prefetched: Promise<Chunk<Item>> | undefined;
  for (let at = 0; at < items.length; at += chunkSize) {
    const next = openChunk(items.slice(at, at + chunkSize));
    if (prefetched !== undefined) yield prefetched;
    prefetched = next;
  }
  if (prefetched !== undefined) yield prefetched;
}
