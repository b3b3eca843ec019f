import { richText } from '../data.js';
import { type Context, type Measurement, median, type Row, short } from '../harness.js';
import { Client } from '../load.js';
import { ask, startChild } from '../processes.js';
import { served, waitsDuring } from '../served.js';

const blocks = 200;

interface Block {
  readonly type: string;
  readonly data: { readonly html: string };
}

function texts(seed: number): string[] {
  return Array.from({ length: blocks }, (_, at) => richText(1_000_000 + seed * blocks + at));
}

const blocksOf = (htmls: readonly string[]): Block[] => htmls.map((html) => ({ type: 'rich_text', data: { html } }));

async function run(context: Context): Promise<Measurement[]> {
  const { server, key, client } = await served(context, await context.data(1000, 2048));
  const poller = new Client(server.url, key);
  const purify = startChild(context, 'purify');
  await ask(purify);
  const put = async (htmls: readonly string[]): Promise<number> =>
    (await client.send('PUT', '/pages/1/content', { blocks: blocksOf(htmls) })).ms;
  const [whole, alone, one, waits]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (let round = -2; round < context.size(15, 7); round += 1) {
    const htmls = texts(round + 2);
    const { answer: all, waits: waited } = await waitsDuring(poller, put(htmls), { pauseMs: 4 });
    const purified = await ask<number>(purify, htmls);
    const changed = await put(htmls.with(round + 2, richText(9_000_000 + round)));
    context.progress(`round ${round + 1}: ${[all, purified, changed].map(short).join(' / ')}`);
    if (round < 0) continue;
    whole.push(all);
    alone.push(purified);
    one.push(changed);
    waits.push(Math.max(...waited));
  }
  poller.close();
  const [ours, theirs, changed] = [median(whole), median(alone), median(one)];
  const longest = { part: 'longest wait of other requests meanwhile', measuredUnit: 'ms', target: { atMost: 50 } };
  return [
    { part: 'all new', measured: ours / theirs, ours, theirs },
    { ...longest, measured: Math.max(...waits), note: `median of the rounds ${short(median(waits))} ms` },
    { part: 'all new against one changed', measured: ours / changed, ours, theirs: changed, target: { atLeast: 50 } },
  ];
}

export const row: Row = {
  id: 12,
  work: 'HTTP: PUT of 200 rich-text blocks of 1 KB',
  comparedWith: 'DOMPurify on jsdom on the same texts in a row',
  target: { atMost: 1.1 },
  unit: 'ms',
  run,
};
