import type { StoredBlock } from '../../../src/content/blocks/block-type.js';
import { applyOwn, type Catalog, emptyCatalog } from '../../../src/content/catalog/catalog.js';
import { paths } from '../../../src/content/catalog/paths.js';
import { encodeJson } from '../../../src/lib/json.js';
import { referrersOf } from '../../../src/operations/used-by.js';
import { makePage, positionsFor } from '../data.js';
import { type Measurement, median, type Row } from '../harness.js';

const pages = 10_000;
const media = 3000;

/** Three media on each page, and two colours on every tenth. */
function blocksOf(id: number): StoredBlock[] {
  const images = [1, 7, 49].map((step, at) => {
    return { id: `${id}i${at}`, type: 'image', data: { media_id: 1 + ((id * step + at) % media) } };
  });
  const colors = { id: `${id}c`, type: 'color_palette', data: { color_ids: [1 + (id % 40), 41 + (id % 7)] } };
  return id % 10 === 0 ? [...images, colors] : images;
}

/** @returns a catalog, and the bytes that it takes */
function catalogOf(refers: boolean): { readonly catalog: Catalog; readonly bytes: number } {
  const positions = positionsFor(pages);
  const collect = globalThis.gc;
  if (collect === undefined) throw new Error('The catalog is measured with --expose-gc');
  collect();
  const before = process.memoryUsage().heapUsed;
  const catalog = applyOwn(
    emptyCatalog,
    (function* () {
      for (let id = 1; id <= pages; id += 1) {
        const page = makePage(id, positions[id - 1] as string, 1024);
        const content = encodeJson(refers ? { ...page, blocks: blocksOf(id) } : page);
        yield { path: paths.page(id), content: { version: String(id).padStart(40, '0'), bytes: content } };
      }
    })(),
  );
  collect();
  return { catalog, bytes: process.memoryUsage().heapUsed - before };
}

function run(): Promise<Measurement[]> {
  // The first have what is made once, such as shapes of objects.
  catalogOf(false);
  catalogOf(true);
  const without = catalogOf(false);
  const { catalog, bytes } = catalogOf(true);
  const times: number[] = [];
  for (let at = 0; at < 500; at += 1) {
    const start = performance.now();
    const found = referrersOf({ catalog }, 'media', 1 + (at % media));
    times.push(performance.now() - start);
    if (found.length === 0) throw new Error('A medium that no page refers to');
  }
  return Promise.resolve([
    { unit: 'ms', measuredUnit: 'ms', measured: median(times) },
    {
      part: 'memory of the catalog, against pages without references',
      unit: 'bytes',
      measured: bytes / without.bytes,
      ours: bytes,
      theirs: without.bytes,
      target: { atMost: 1.1 },
    },
  ]);
}

export const row: Row = {
  id: 39,
  work: 'pages that use a medium, of 10,000 with three media each',
  comparedWith: '',
  target: { atMost: 5 },
  unit: 'ms',
  run,
};
