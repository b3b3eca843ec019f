import { applyOwn, type Catalog, emptyCatalog } from '../../src/content/catalog/catalog.js';
import { paths } from '../../src/content/catalog/paths.js';
import type { PageFile } from '../../src/content/page.js';
import { encodeJson } from '../../src/lib/json.js';
import { makePage, positionsFor } from './data.js';

/** @returns a catalog of pages of so many bytes, as `change` leaves each, and the bytes that it takes */
export function catalogOf(
  pages: number,
  bytes: number,
  change: (page: PageFile) => PageFile = (page) => page,
): { readonly catalog: Catalog; readonly bytes: number } {
  const positions = positionsFor(pages);
  const collect = globalThis.gc;
  if (collect === undefined) throw new Error('The catalog is measured with --expose-gc');
  collect();
  const before = process.memoryUsage().heapUsed;
  const catalog = applyOwn(
    emptyCatalog,
    (function* () {
      for (let id = 1; id <= pages; id += 1) {
        const content = encodeJson(change(makePage(id, positions[id - 1] as string, bytes)));
        yield { path: paths.page(id), content: { version: String(id).padStart(40, '0'), bytes: content } };
      }
    })(),
  );
  collect();
  if (catalog.pages.size !== pages) throw new Error('The catalog misses pages');
  return { catalog, bytes: process.memoryUsage().heapUsed - before };
}
