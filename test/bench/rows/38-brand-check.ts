import { type Context, figure, type Measurement, median, percentile, type Row } from '../harness.js';
import { Client } from '../load.js';
import { portal } from '../processes.js';
import { served, waitsDuring } from '../served.js';

const kilobyte = 1024;
/** Characters of a text that JSON may hold. */
const longest = 1024 * kilobyte;

const sentence = 'The night host of carriage 7 brings your morning box, and the conductor does just that. ';

const textOf = (length: number): string => sentence.repeat(Math.ceil(length / sentence.length)).slice(0, length);

async function run(context: Context): Promise<Measurement[]> {
  const data = `${await context.folder()}/data`;
  await portal('brand', 'import', 'content-fixtures/northlight', '--data', data);
  const { server, key, client } = await served(context, data, { brand: 'northlight' });
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
  const { answer: whole, waits } = await waitsDuring(other, check(long), { path: () => '/pages/11' });
  const terms = Array.from({ length: 10 }, (_, part) => ({
    term: 'right',
    instead_of: Array.from({ length: 1000 }, (_, at) => `wrong word${part * 1000 + at}`),
  }));
  await client.send('PATCH', '/brand/cl/terminology', { preferred: terms });
  const first = await check(short);
  const later: number[] = [];
  for (let at = 0; at < 50; at += 1) later.push(await check(short));

  return [
    figure('p99 of 10 KB', percentile(times, 99), 'ms', { atMost: 20 }),
    figure('p50 of 10 KB', median(times), 'ms'),
    figure('1 MiB', whole, 'ms'),
    figure('the longest wait of another request meanwhile', Math.max(...waits), 'ms', { atMost: 50 }),
    figure('10,000 terms: the first check', first, 'ms'),
    figure('p50 of 10 KB with them', median(later), 'ms'),
  ];
}

export const row: Row = {
  id: 38,
  work: 'POST /brand/check of a text of 10 KB, of 1 MiB, with 10,000 terms',
  comparedWith: '',
  target: { atMost: 20 },
  unit: 'ms',
  run,
};
