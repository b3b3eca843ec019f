import { type Catalog, catalogProjection } from '../../../src/content/catalog/catalog.js';
import { paths } from '../../../src/content/catalog/paths.js';
import { createSanitizer } from '../../../src/content/html/sanitizer.js';
import { encodeJson } from '../../../src/lib/json.js';
import { machineFileSystem } from '../../../src/store/local/machine-file-system.js';
import { Repository } from '../../../src/store/repository.js';
import { gitdirOf, makePage, positionsFor } from '../data.js';
import { type Context, inRounds, type Measurement, type Row, ratio } from '../harness.js';
import { served } from '../served.js';

const [pages, bytes] = [10_000, 4096];
const author = { name: 'Bench', email: 'bench@example.invalid' };

/** Gives a page another title. */
async function writePage(repository: Repository<Catalog>, id: number, title: string): Promise<void> {
  const page = makePage(id, positionsFor(pages)[id - 1] as string, bytes, title);
  await repository.write((draft) => {
    draft.put(paths.page(id), encodeJson(page));
    draft.describe({ author, time: new Date(), message: { subject: title, trailers: [['Operation', 'bench']] } });
  });
}

/** Without the changes, the list would be compared. */
async function changes(context: Context): Promise<Measurement[]> {
  const data = await context.data(pages, bytes);
  const projection = catalogProjection(createSanitizer());
  const repository = await Repository.open(machineFileSystem, gitdirOf(data), projection);
  await repository.read();
  const counts = [context.size(10_000, 2000), 100, 1];
  const since = new Map<number, string>();
  for (let left = counts[0] ?? 0; left > 0; left -= 1) {
    if (counts.includes(left)) since.set(left, repository.latest.commit ?? '');
    await writePage(repository, 1 + (left % pages), `Change ${left}`);
  }
  await repository.close();
  const { client } = await served(context, data);
  const measured: Measurement[] = [];
  for (const [count, commit] of [...since].reverse()) {
    const rounds = await inRounds(context.rounds, async (round) => {
      // A write between makes each answer a new one.
      await client.send('PATCH', '/pages/1', { title: `Title ${count} ${round}` });
      return [(await client.get(`/changes?since=${commit}`)).ms, (await client.get('/pages')).ms] as const;
    });
    measured.push(ratio(rounds, { part: `after ${count} of them`, unit: 'ms' }));
  }
  return measured;
}

export const rows: readonly Row[] = [
  { id: 33, work: 'GET /changes, 10,000 pages', comparedWith: 'GET /pages after a write', run: changes },
];
