import type { StoredBlock } from '../../../src/content/blocks/block-type.js';
import { referrersOf } from '../../../src/operations/used-by.js';
import { catalogOf } from '../catalog.js';
import { type Measurement, median, type Row, ratio } from '../harness.js';

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

function run(): Promise<Measurement[]> {
  // The first have what is made once, such as shapes of objects.
  const referring = () => catalogOf(pages, 1024, (page) => ({ ...page, blocks: blocksOf(page.id) }));
  catalogOf(pages, 1024);
  referring();
  const without = catalogOf(pages, 1024);
  const { catalog, bytes } = referring();
  const times: number[] = [];
  for (let at = 0; at < 500; at += 1) {
    const start = performance.now();
    const found = referrersOf({ catalog }, 'media', 1 + (at % media));
    times.push(performance.now() - start);
    if (found.length === 0) throw new Error('A medium that no page refers to');
  }
  return Promise.resolve([
    { unit: 'ms', measuredUnit: 'ms', measured: median(times) },
    ratio(
      { ours: bytes, theirs: without.bytes },
      { part: 'memory of the catalog, against pages without references', unit: 'bytes', target: { atMost: 1.1 } },
    ),
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
