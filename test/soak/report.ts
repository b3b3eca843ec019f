import Table from 'cli-table3';
import { median, short } from '../bench/harness.js';
import { isFlat, slope } from './memory.js';
import type { ServerLives } from './server-lives.js';
import type { Tally } from './tally.js';
import type { World } from './world.js';

const mib = (bytes: number): string => `${short(bytes / 1024 ** 2)} MiB`;

const sorted = (counts: ReadonlyMap<string, number>): string =>
  [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, count]) => `${key}: ${count}`)
    .join(', ');

/** How a run went, in one table. */
export function drawReport(world: World, lives: ServerLives, tally: Tally, findings: string): string {
  const table = new Table({ style: { head: [], border: [] }, wordWrap: true, colWidths: [30, 100] });
  for (const [who, outcomes] of tally.requests) table.push([who, sorted(outcomes)]);
  const byClass = new Map<string, number>();
  for (const [kind, count] of tally.inputs) {
    const input = kind.split(':')[0] as string;
    byClass.set(input, (byClass.get(input) ?? 0) + count);
  }
  table.push(['inputs by class', sorted(byClass)], ['of which', sorted(tally.inputs)]);
  const ledgers = Object.values(world.brands).map(({ ledger }) => ledger);
  const sum = (of: (ledger: (typeof ledgers)[number]) => number): number =>
    ledgers.reduce((all, one) => all + of(one), 0);
  table.push(
    ['kills', lives.kills],
    ['acknowledged files found', sum(({ files }) => files.size)],
    ['acknowledged writes found', sum(({ found }) => found)],
    ['commits compared with answers', sum(({ commits }) => commits)],
    ['pages read after a kill', lives.pagesChecked],
    ['unexpected 5xx', tally.unexpected5xx],
  );
  table.push(...memoryRows(lives));
  const most = (of: 'loose' | 'packs'): number => Math.max(0, ...lives.disk.map((one) => one[of]));
  table.push(['most loose objects, packs', `${most('loose')}, ${most('packs')}`], ['brand-portal check', findings]);
  table.push(['problems', tally.problems.length]);
  return table.toString();
}

function memoryRows({ periods }: ServerLives): [string, string][] {
  const all = periods.flatMap(({ bytes }) => bytes);
  if (all.length === 0) return [];
  const ends = [all[0], median(all), all.at(-1)] as [number, number, number];
  const long = periods.flatMap((period): [string, string][] => {
    const perMinute = slope(period);
    if (perMinute === null) return [];
    const { bytes, seconds } = period;
    const [first, middle, last] = [bytes[0], median(bytes), bytes.at(-1)] as [number, number, number];
    const minutes = short((seconds.at(-1) as number) / 60);
    const flat = isFlat(period) ? '' : ', NOT FLAT';
    return [
      [
        `a life of ${minutes} minutes`,
        `${mib(first)} / ${mib(middle)} / ${mib(last)}, ${mib(perMinute)} a minute${flat}`,
      ],
    ];
  });
  return [['memory at start / median / end', ends.map(mib).join(' / ')], ...long];
}
