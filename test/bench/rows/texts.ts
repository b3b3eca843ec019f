import { richText } from '../data.js';
import { type Context, figure, inRounds, type Measurement, type Row, ratio, short } from '../harness.js';
import { Client } from '../load.js';
import { Child } from '../processes.js';
import { served, waitsDuring } from '../served.js';

const blocks = 200;

async function run(context: Context): Promise<Measurement[]> {
  const { api, headers, client } = await served(context, await context.data(1000, 2048));
  const other = new Client(context, api, headers);
  const purify = new Child(context, 'purify');
  await purify.ask();
  const put = async (texts: readonly string[]): Promise<number> => {
    const body = { blocks: texts.map((html) => ({ type: 'rich_text', data: { html } })) };
    return (await client.send('PUT', '/pages/1/content', body)).ms;
  };
  const work = async (round: number) => {
    const seed = 1_000_000 + (round + 2) * blocks;
    const texts = Array.from({ length: blocks }, (_, at) => richText(seed + at));
    const { answer: whole, waits } = await waitsDuring(other, put(texts));
    const purified = await purify.ask<number>(texts);
    const one = await put(texts.with(round + 2, richText(9_000_000 + round)));
    context.progress([whole, purified, one].map(short).join(' / '));
    return { whole, purified, one, longest: Math.max(...waits) };
  };
  const rounds = await inRounds(context.size(15, 7), work, 2);
  const longest = Math.max(...rounds.map((round) => round.longest));
  const [alone, changed] = [{ part: 'all new' }, { part: 'all new, against one changed', target: { atLeast: 50 } }];
  return [
    ratio(
      rounds.map(({ whole, purified }) => [whole, purified]),
      { ...alone, target: { atMost: 1.1 }, unit: 'ms' },
    ),
    figure('longest wait of other requests meanwhile', longest, 'ms', { atMost: 50 }),
    ratio(
      rounds.map(({ whole, one }) => [whole, one]),
      { ...changed, unit: 'ms' },
    ),
  ];
}

export const rows: readonly Row[] = [
  {
    id: 12,
    work: 'HTTP: PUT of 200 rich-text blocks of 1 KB',
    comparedWith: 'DOMPurify on jsdom on the same texts in a row',
    run,
  },
];
