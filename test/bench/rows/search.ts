import { newBrandFile } from '../../../src/content/brand.js';
import { paths } from '../../../src/content/catalog/paths.js';
import { randomNumbers } from '../../support/random.js';
import { makePage, openService, positionsFor, slug } from '../data.js';
import { type Context, compare, figure, type Measurement, median, milliseconds, type Row } from '../harness.js';
import { type Client, Load } from '../load.js';
import { issueKey, portal } from '../processes.js';
import { served } from '../served.js';

const pages = 60_000;
const bytes = 4096;
/** More than the response cache holds. */
const inTurn = 40_000;

const syllables =
  'ba de fi go ku la me ni po ra se ti vo wu schu zen ber gen heit keit mark en er ung ver ab lo stra'.split(' ');

/** Words as a language has them: few are frequent, most are rare (Zipf's law). */
class Vocabulary {
  readonly #random = randomNumbers(11);
  readonly #words = Array.from({ length: 50_000 }, () =>
    Array.from({ length: 2 + this.#random(4) }, () => syllables[this.#random(syllables.length)]).join(''),
  );

  get frequent(): readonly string[] {
    return this.#words.slice(0, 20);
  }

  word(): string {
    const rank = Math.floor(Math.exp((this.#random(1_000_000) / 1_000_000) * Math.log(this.#words.length)));
    return this.#words[rank - 1] as string;
  }

  prose(length: number): string {
    let text = '';
    while (text.length < length) text += `${this.word()} `;
    return text.slice(0, length).trim();
  }
}

async function makeBrand(data: string, vocabulary: Vocabulary): Promise<void> {
  const positions = positionsFor(pages);
  const files = new Map<string, unknown>([[paths.brand, newBrandFile('Bench')]]);
  for (let id = 1; id <= pages; id += 1) {
    const page = makePage(id, positions[id - 1] as string, bytes, `Page ${id} ${vocabulary.word()}`);
    const blocks = page.blocks.map((block) => ({ ...block, data: { html: `<p>${vocabulary.prose(950)}</p>` } }));
    files.set(paths.page(id), { ...page, blocks });
  }
  const service = await openService(data);
  await service.provisioning.create({ slug, modules: [], apiEnabled: true, files, subject: `Create ${pages} pages` });
  await service.close();
}

/** As often as it answers that the index is being built. */
async function searchWhenBuilt(client: Client): Promise<void> {
  for (;;) {
    const { status } = await client.ask('GET', '/search?q=zenbergen');
    if (status === 200) return;
    if (status !== 503) throw new Error(`search answers ${status}`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

async function run(context: Context): Promise<Measurement[]> {
  const data = `${await context.folder()}/data`;
  const vocabulary = new Vocabulary();
  context.progress(`making ${pages} pages`);
  await makeBrand(data, vocabulary);
  const key = await issueKey(data);
  const { server, headers, client } = await served(context, data, { key });
  const built = await milliseconds(() => searchWhenBuilt(client));
  context.progress('built');
  const frequent: number[] = [];
  for (const word of vocabulary.frequent) frequent.push((await client.get(`/search?q=${word}`)).ms);
  await server.end('SIGTERM');
  const again = await served(context, data, { key });
  const { ms: reopened } = await again.client.get('/search?q=zenbergen');
  const load = new Load(context);
  const readTurn = (readPages: number) => load.side(`${again.api}/pages`, { headers, readPages });
  const reads = await compare(context, readTurn(inTurn), readTurn(1), {
    part: `GET of ${inTurn} pages in turn, 64 connections, vs GET of one`,
    unit: 'requests/s',
    target: { atLeast: 0.2 },
  });
  await again.server.end('SIGTERM');
  const checked = await milliseconds(() => portal('check', '--data', data));
  return [
    figure('the first, until the index is built', built, 'ms'),
    figure('the first after a restart', reopened, 'ms', { atMost: 1500 }),
    figure('p50 of a frequent word', median(frequent), 'ms', { atMost: 150 }),
    reads,
    figure('check of the brand', checked, 'ms'),
  ];
}

export const rows: readonly Row[] = [
  { id: 30, work: `a brand of ${pages} pages of 4 KB: GET /search, GET of pages in turn, check`, run },
];
