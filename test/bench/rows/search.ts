import { newBrandFile } from '../../../src/content/brand.js';
import { paths } from '../../../src/content/catalog/paths.js';
import { encodeJson } from '../../../src/lib/json.js';
import { makePage, openService, positionsFor, randomNumbers, slug } from '../data.js';
import {
  type Context,
  compared,
  figure,
  type Measurement,
  median,
  milliseconds,
  percentile,
  type Row,
} from '../harness.js';
import { type Answer, Client, Load } from '../load.js';
import { issueKey, portal, residentMemory, serve } from '../processes.js';
import { asking, serveTo } from '../served.js';

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

/** How long each of many other requests waits until `work` is done. */
async function waitsDuring<T>(client: Client, work: Promise<T>): Promise<{ answer: T; waits: number[] }> {
  const stop = asking(client, (at) => `/pages/${1 + ((at * 97) % pages)}`, 3);
  const answer = await work;
  return { answer, waits: await stop() };
}

async function searches(context: Context): Promise<Measurement[]> {
  const data = `${await context.folder()}/data`;
  const vocabulary = new Vocabulary();
  context.progress(`making ${pages} pages`);
  const size = await makeBrand(data, vocabulary);
  const key = await issueKey(data, slug);
  const server = await serve(context, data);
  const [client, other] = [new Client(server.url, key), new Client(server.url, key)];
  context.atEnd(() => client.close());
  context.atEnd(() => other.close());
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
  const { answer: first, waits } = await waitsDuring(other, searchWhenBuilt('zenbergen'));
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
  const heavy = await waitsDuring(other, dear());
  const idle = await waitsDuring(other, new Promise((resolve) => setTimeout(resolve, first.ms / 2)));
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
  const part = `GET of ${inTurn} pages in turn, 64 connections, as a share of GET of one`;
  const more = { part, unit: 'requests/s', target: { atLeast: 0.2 } };
  const [turns, same] = [() => readTurn(inTurn), () => readTurn(1)];
  const reads = await compared(context, turns, same, more);
  await again.stop();
  const checked = await milliseconds(() => portal('check', '--data', data));
  const longest = (part: string, waits: readonly number[]): Measurement => {
    return { ...figure(part, Math.max(...waits), 'ms', 50), ours: Math.max(...waits), theirs: Math.max(...idle.waits) };
  };
  return [
    figure('the first, until the index is built', first.ms, 'ms'),
    figure('the longest answer meanwhile', first.longest, 'ms', 2000),
    figure('the first after a restart', reopened, 'ms', 1500),
    figure('p50 of a frequent word', median(frequent), 'ms', 150),
    longest('the longest wait of another request meanwhile', waits),
    figure('p99 of these waits', percentile(waits, 99), 'ms', 50),
    figure('memory of the index', grown / mebibyte, 'MiB'),
    figure('the same as a share of the bytes of the pages', grown / size, '×'),
    figure('p50 of one word', median(one), 'ms'),
    figure('p99 of one word', percentile(one, 99), 'ms'),
    figure('p50 of two words', median(two), 'ms'),
    figure('p50 after a write', median(changed), 'ms'),
    reads,
    figure('check of the brand', checked, 'ms'),
    figure('p50 of forty beginnings of words', median(heavy.answer), 'ms'),
    longest('the longest wait of another request meanwhile, by these', heavy.waits),
  ];
}

const kilobyte = 1024;
/** Characters of a text that JSON may hold. */
const longest = 1024 * kilobyte;

const sentence = 'The night host of carriage 7 brings your morning box, and the conductor does just that. ';

const textOf = (length: number): string => sentence.repeat(Math.ceil(length / sentence.length)).slice(0, length);

async function checks(context: Context): Promise<Measurement[]> {
  const data = `${await context.folder()}/data`;
  await portal('brand', 'import', 'content-fixtures/northlight', '--data', data);
  const { client, key, server } = await serveTo(context, data, 'northlight');
  const other = new Client(server.url, key);
  context.atEnd(() => other.close());
  const check = async (text: string): Promise<number> => (await client.send('POST', '/brand/check', { text })).ms;

  const short = textOf(10 * kilobyte);
  for (let at = 0; at < 50; at += 1) await check(short);
  const times: number[] = [];
  for (let at = 0; at < context.size(1000, 200); at += 1) times.push(await check(short));

  // None of them breaks a rule: all is read.
  const long = 'The night host of carriage seven brings a morning box to each bunk. '
    .repeat(longest / 68)
    .slice(0, longest);
  const whole = check(long);
  const stop = asking(other, () => '/pages/11', 3);
  await whole;
  const waits = await stop();
  const terms = Array.from({ length: 10 }, (_, part) => ({
    term: 'right',
    instead_of: Array.from({ length: 1000 }, (_, at) => `wrong word${part * 1000 + at}`),
  }));
  await client.send('PATCH', '/brand/cl/terminology', { preferred: terms });
  const first = await check(short);
  const later: number[] = [];
  for (let at = 0; at < 50; at += 1) later.push(await check(short));

  return [
    figure('p99 of 10 KB', percentile(times, 99), 'ms', 20),
    figure('p50 of 10 KB', median(times), 'ms'),
    figure('1 MiB', await whole, 'ms'),
    figure('the longest wait of another request meanwhile', Math.max(...waits), 'ms', 50),
    figure('10,000 terms: the first check', first, 'ms'),
    figure('p50 of 10 KB with them', median(later), 'ms'),
  ];
}

export const rows: readonly Row[] = [
  {
    id: 30,
    work: `a brand of ${pages} pages of 4 KB: GET /search, GET of pages in turn, check`,
    comparedWith: 'the longest wait with no search',
    target: { atMost: 50 },
    unit: 'ms',
    run: searches,
  },
  {
    id: 38,
    work: 'POST /brand/check of a text of 10 KB, of 1 MiB, with 10,000 terms',
    comparedWith: '',
    target: { atMost: 20 },
    unit: 'ms',
    run: checks,
  },
];
