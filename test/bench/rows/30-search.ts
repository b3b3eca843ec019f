import { newBrandFile } from '../../../src/content/brand.js';
import { paths } from '../../../src/content/catalog/paths.js';
import { encodeJson } from '../../../src/lib/json.js';
import { makePage, openService, positionsFor, randomNumbers, slug } from '../data.js';
import {
  type Context,
  type Measurement,
  median,
  milliseconds,
  percentile,
  type Row,
  ratio,
  sideBySide,
} from '../harness.js';
import { type Answer, Client, Load } from '../load.js';
import { issueKey, portal, residentMemory, serve } from '../processes.js';
import { waitsDuring } from '../served.js';

const pages = 60_000;
const bytes = 4096;
/** More than the response cache holds. */
const inTurn = 40_000;
const mebibyte = 1024 * 1024;

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

/** @returns the bytes of all pages */
async function makeBrand(data: string, vocabulary: Vocabulary): Promise<number> {
  const positions = positionsFor(pages);
  const files = new Map<string, unknown>([[paths.brand, newBrandFile('Bench')]]);
  let size = 0;
  for (let id = 1; id <= pages; id += 1) {
    const page = makePage(id, positions[id - 1] as string, bytes, `Page ${id} ${vocabulary.word()}`);
    const blocks = page.blocks.map((block) => ({ ...block, data: { html: `<p>${vocabulary.prose(950)}</p>` } }));
    files.set(paths.page(id), { ...page, blocks });
    size += encodeJson({ ...page, blocks }).length;
  }
  const service = await openService(data);
  await service.provisioning.create({ slug, modules: [], apiEnabled: true, files, subject: `Create ${pages} pages` });
  await service.close();
  return size;
}

async function run(context: Context): Promise<Measurement[]> {
  const data = `${await context.folder()}/data`;
  const vocabulary = new Vocabulary();
  context.progress(`making ${pages} pages`);
  const size = await makeBrand(data, vocabulary);
  const key = await issueKey(data, slug);
  const server = await serve(context, data);
  const [client, other] = [new Client(server.url, key), new Client(server.url, key)];
  context.atEnd(() => client.close());
  context.atEnd(() => other.close());
  const path = (at: number) => `/pages/${1 + ((at * 97) % pages)}`;
  for (let id = 1; id <= 200; id += 1) await other.get(`/pages/${id}`);

  const search = async (words: string): Promise<Answer> => {
    const answer = await client.get(`/search?q=${encodeURIComponent(words)}`);
    if (answer.status !== 200) throw new Error(`search answers ${answer.status}`);
    return answer;
  };
  /** As often as it answers that the index is being built. */
  const searchWhenBuilt = async (words: string) => {
    const start = performance.now();
    let longest = 0;
    for (;;) {
      const { status, ms } = await client.ask('GET', `/search?q=${words}`);
      longest = Math.max(longest, ms);
      if (status === 200) return { ms: performance.now() - start, last: ms, longest };
      if (status !== 503) throw new Error(`search answers ${status}`);
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  };
  const before = await residentMemory(server.pid);
  const { answer: first, waits } = await waitsDuring(other, searchWhenBuilt('zenbergen'), { path });
  const grown = (await residentMemory(server.pid)) - before;
  context.progress('built');

  const times = async (count: number, words: () => string): Promise<number[]> => {
    const all: number[] = [];
    for (let at = 0; at < count; at += 1) all.push((await search(words())).ms);
    return all;
  };
  const count = context.size(300, 60);
  await times(10, () => vocabulary.word());
  const one = await times(count, () => vocabulary.word());
  const two = await times(count, () => `${vocabulary.word()} ${vocabulary.word()}`);
  let turn = 0;
  const dearest = (): string => {
    turn += 1;
    return Array.from({ length: 40 }, (_, at) => syllables[(at + turn) % syllables.length])
      .map((part, at) => `${part}${syllables[(at * turn) % 7]}`)
      .join(' ')
      .slice(0, 199);
  };
  /** Refused after a second (503); what counts is how long that takes, and what others wait. */
  const dear = async (): Promise<number[]> => {
    const all: number[] = [];
    for (let at = 0; at < 5; at += 1)
      all.push((await client.ask('GET', `/search?q=${encodeURIComponent(dearest())}`)).ms);
    return all;
  };
  const heavy = await waitsDuring(other, dear(), { path });
  const idle = await waitsDuring(other, new Promise((resolve) => setTimeout(resolve, first.ms / 2)), { path });
  const frequent: number[] = [];
  for (const word of vocabulary.frequent) frequent.push((await search(word)).ms);
  const changed: number[] = [];
  for (let at = 0; at < count / 3; at += 1) {
    await client.send('PATCH', `/pages/${1 + at * 7}`, { title: `Title ${at} ${vocabulary.word()}` });
    changed.push((await search(vocabulary.word())).ms);
  }
  await server.stop();
  const again = await serve(context, data);
  const later = new Client(again.url, key);
  context.atEnd(() => later.close());
  const { ms: reopened } = await later.get('/search?q=zenbergen');
  const load = new Load(context);
  const authorization = `Bearer ${key}`;
  const readTurn = (readPages: number): Promise<number> =>
    load.perSecond(`${again.url}/api/v1/pages`, { authorization }, { readPages });
  const reads = await sideBySide(
    context,
    () => readTurn(inTurn),
    () => readTurn(1),
  );
  await again.stop();
  const checked = await milliseconds(() => portal('check', '--data', data));
  const ms = { unit: 'ms', measuredUnit: 'ms', target: null };
  const longest = (waits: readonly number[]) => {
    return { ...ms, measured: Math.max(...waits), ours: Math.max(...waits), theirs: Math.max(...idle.waits) };
  };
  return [
    { part: 'the first, until the index is built', ...ms, measured: first.ms },
    { part: 'the longest answer meanwhile', ...ms, measured: first.longest, target: { atMost: 2000 } },
    { part: 'the first after a restart', ...ms, measured: reopened, target: { atMost: 1500 } },
    { part: 'p50 of a frequent word', ...ms, measured: median(frequent), target: { atMost: 150 } },
    { part: 'the longest wait of another request meanwhile', ...longest(waits), target: { atMost: 50 } },
    { part: 'p99 of these waits', ...ms, measured: percentile(waits, 99), target: { atMost: 50 } },
    { part: 'memory of the index', ...ms, measured: grown / mebibyte, measuredUnit: 'MiB' },
    { part: 'the same as a share of the bytes of the pages', measured: grown / size, target: null },
    { part: 'p50 of one word', ...ms, measured: median(one) },
    { part: 'p99 of one word', ...ms, measured: percentile(one, 99) },
    { part: 'p50 of two words', ...ms, measured: median(two) },
    { part: 'p50 after a write', ...ms, measured: median(changed) },
    ratio(reads, {
      part: `GET of ${inTurn} pages in turn, 64 connections, as a share of GET of one`,
      unit: 'requests/s',
      target: { atLeast: 0.2 },
    }),
    { part: 'check of the brand', ...ms, measured: checked },
    { part: 'p50 of forty beginnings of words', ...ms, measured: median(heavy.answer) },
    { part: 'the longest wait of another request meanwhile', ...longest(heavy.waits), target: { atMost: 50 } },
  ];
}

export const row: Row = {
  id: 30,
  work: `a brand of ${pages} pages of 4 KB: GET /search, GET of pages in turn, check`,
  comparedWith: 'the longest wait with no search',
  target: { atMost: 50 },
  unit: 'ms',
  run,
};
