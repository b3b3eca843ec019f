import { richText } from '../data.js';
import { type Context, inRounds, type Measurement, type Row, ratio, short } from '../harness.js';
import { Child } from '../processes.js';
import { served } from '../served.js';

const blocks = 200;

async function run(context: Context): Promise<Measurement[]> {
  const { client } = await served(context, await context.data(1000, 2048));
  const purify = new Child(context, 'purify');
  await purify.ask();
  const put = async (texts: readonly string[]): Promise<number> => {
    const body = { blocks: texts.map((html) => ({ type: 'rich_text', data: { html } })) };
    return (await client.send('PUT', '/pages/1/content', body)).ms;
  };
  const work = async (round: number) => {
    const seed = 1_000_000 + (round + 2) * blocks;
    const texts = Array.from({ length: blocks }, (_, at) => richText(seed + at));
    const whole = await put(texts);
    const purified = await purify.ask<number>(texts);
    const one = await put(texts.with(round + 2, richText(9_000_000 + round)));
    context.progress([whole, purified, one].map(short).join(' / '));
    return { whole, purified, one };
  };
  const rounds = await inRounds(context.size(15, 7), work, 2);
  const against = (other: 'purified' | 'one') => rounds.map((round) => [round.whole, round[other]] as const);
  return [
    ratio(against('purified'), { part: 'all new', target: { atMost: 1.1 }, unit: 'ms' }),
    ratio(against('one'), { part: 'all new, against one changed', target: { atLeast: 50 }, unit: 'ms' }),
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
