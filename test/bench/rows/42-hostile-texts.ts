import { type Context, figure, type Measurement, percentile, type Row, ratio } from '../harness.js';
import { Client } from '../load.js';
import { issueKey, portal, serve } from '../processes.js';

/** Texts that cost much, or are refused: elements that nest, that are moved by the parser, that are many. */
const hostile = [
  '<frameset>'.repeat(12_000),
  '<b><p>'.repeat(2000),
  '<table><b>'.repeat(5000),
  '<textarea>'.repeat(12_000),
  `<p>${'<i>word</i> '.repeat(8000)}</p>`,
];

const body = (html: string) => ({ type: 'rich_text', data: { html } });

/** Writes of one brand, in ms each, alone and while another brand is sent hostile texts by eight connections. */
async function run(context: Context): Promise<Measurement[]> {
  const data = await context.data(10, 1024);
  await portal('brand', 'create', 'other', '--name', 'Other', '--data', data);
  const [attackersKey, key] = [await issueKey(data, 'bench'), await issueKey(data, 'other')];
  const server = await serve(context, data);
  const [attacker, client] = [new Client(server.url, attackersKey, { connections: 8 }), new Client(server.url, key)];
  await client.send('POST', '/pages', { title: 'Page', blocks: [] });
  const writes = async (count: number): Promise<number[]> => {
    const times: number[] = [];
    for (let at = 0; at < count; at += 1) {
      const sent = {
        title: `Text ${at}`,
        blocks: [body(`<p>Text <b>${at}</b>, ${times.length}, ${Math.random()}</p>`)],
      };
      times.push((await client.send('POST', '/pages', sent)).ms);
    }
    return times;
  };
  await writes(20);
  const count = context.size(300, 50);
  const alone = await writes(count);
  let isOver = false;
  const attack = async (from: number): Promise<void> => {
    for (let at = from; !isOver; at += 1) {
      const text = `${hostile[at % hostile.length]}${at}`;
      await attacker.ask('POST', '/pages/1/blocks', body(text));
    }
  };
  const attacks = Array.from({ length: 8 }, (_, at) => attack(at));
  const beside = await writes(count);
  isOver = true;
  await Promise.all(attacks);
  const [ours, theirs] = [percentile(beside, 95), percentile(alone, 95)];
  return [
    ratio({ ours, theirs }, { part: '95th percentile', unit: 'ms', target: null }),
    figure('the longest', Math.max(...beside), 'ms', { atMost: 3000 }),
  ];
}

export const row: Row = {
  id: 42,
  work: 'POST of a page with a text, while another brand is sent hostile texts by 8 connections',
  comparedWith: 'the same alone',
  target: {},
  unit: 'ms',
  run,
};
