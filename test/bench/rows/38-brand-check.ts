import { type Context, type Measurement, median, percentile, type Row } from '../harness.js';
import { Client } from '../load.js';
import { issueKey, portal, serve } from '../processes.js';

const kilobyte = 1024;
/** Characters of a text that JSON may hold. */
const longest = 1024 * kilobyte;

const sentence = 'The night host of carriage 7 brings your morning box, and the conductor does just that. ';

const textOf = (length: number): string => sentence.repeat(Math.ceil(length / sentence.length)).slice(0, length);

async function run(context: Context): Promise<Measurement[]> {
  const data = `${await context.folder()}/data`;
  await portal('brand', 'import', 'content-fixtures/northlight', '--data', data);
  const key = await issueKey(data, 'northlight');
  const { url } = await serve(context, data);
  const [client, other] = [new Client(url, key), new Client(url, key)];
  context.atEnd(() => client.close());
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
  const waits: number[] = [];
  let isDone = false;
  void whole.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    waits.push((await other.get('/pages/11')).ms);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  const terms = Array.from({ length: 10 }, (_, part) => ({
    term: 'right',
    instead_of: Array.from({ length: 1000 }, (_, at) => `wrong word${part * 1000 + at}`),
  }));
  await client.send('PATCH', '/brand/cl/terminology', { preferred: terms });
  const first = await check(short);
  const later: number[] = [];
  for (let at = 0; at < 50; at += 1) later.push(await check(short));

  const ms = { unit: 'ms', measuredUnit: 'ms', target: null };
  return [
    { part: 'p99 of 10 KB', ...ms, measured: percentile(times, 99), target: { atMost: 20 } },
    { part: 'p50 of 10 KB', ...ms, measured: median(times) },
    { part: '1 MiB', ...ms, measured: await whole },
    {
      part: 'the longest wait of another request meanwhile',
      ...ms,
      measured: Math.max(...waits),
      target: { atMost: 50 },
    },
    { part: '10,000 terms: the first check', ...ms, measured: first },
    { part: 'p50 of 10 KB with them', ...ms, measured: median(later) },
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
