import Table from 'cli-table3';
import { median, short } from '../bench/harness.js';
import type { Ledger } from './ledger.js';
import type { Lives } from './lives.js';
import type { World } from './world.js';

const sorted = (counts: ReadonlyMap<string, number>): string =>
  [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, count]) => `${key}: ${count}`)
    .join(', ');

/** How a run went, in one table. @param findings of `brand-portal check` */
export function drawReport({ tally, brands }: World, lives: Lives, findings: string): string {
  const table = new Table({ style: { head: [], border: [] }, wordWrap: true, colWidths: [30, 100] });
  for (const [who, outcomes] of tally.requests) table.push([who, sorted(outcomes)]);
  const sum = (of: (ledger: Ledger) => number): number =>
    Object.values(brands).reduce((all, { ledger }) => all + of(ledger), 0);
  const memory = lives.memory.flat();
  table.push(
    ['inputs by class', sorted(tally.inputs)],
    ['kills', lives.kills],
    ['acknowledged files found', sum(({ files }) => files.size)],
    ['acknowledged writes found', sum(({ found }) => found)],
    ['commits compared with answers', sum(({ commits }) => commits)],
    ['pages read after a kill', lives.pagesChecked],
    ['unexpected 5xx', tally.unexpected5xx],
    ['MiB at start, median, end', [memory[0] ?? 0, median(memory), memory.at(-1) ?? 0].map(short).join(', ')],
    ['the longest life, in minutes', short(Math.max(...lives.memory.map(({ length }) => length)) / 12)],
    ['brand-portal check', findings],
    ['problems', tally.problems.length],
  );
  return table.toString();
}
