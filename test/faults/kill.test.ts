import { join } from 'node:path';
import { expect, test } from 'vitest';
import { anyMoment } from '../support/any-moment.js';
import { dataWithBrand } from '../support/data.js';
import { tried, tries } from '../support/effort.js';
import { shortLimit } from '../support/eventually.js';
import { checkWrites, Writers } from './writers.js';

const rounds = Number(process.env.KILL_ROUNDS ?? tries(16, 4));
const roundsEach = Math.min(20, rounds);

/**
 * Two processes write to one brand. One is killed at a random moment, the other has to go on, past a lock the dead one may
 * have left; then that one is killed, too.
 */
async function killOneThenTheOther(data: string, round: number): Promise<readonly Writers[]> {
  const start = (name: string): Writers => new Writers(data, `${name}${round}`, 8, true);
  const [first, second] = [start('a'), start('b')];
  await Promise.all([first.acknowledges(1), second.acknowledges(1)]);
  await anyMoment(60);
  await first.end('SIGKILL');
  // Some of them are merges of proposals.
  await second.acknowledges(24);
  await anyMoment(20);
  await second.end('SIGKILL');
  return [first, second];
}

let killed = 0;
let acknowledged = 0;

test.each(Array.from({ length: Math.ceil(rounds / roundsEach) }, (_, at) => at + 1))(
  'processes killed while they write lose nothing they acknowledged (%i)',
  shortLimit,
  async (at) => {
    const { data } = await dataWithBrand();
    const gitdir = join(data, 'brands/acme.git');
    const lines: Writers['lines'][number][] = [];
    let count = 0;
    for (let round = 0; round < roundsEach; round += 2) {
      for (const { lines: said } of await killOneThenTheOther(data, at * roundsEach + round)) {
        lines.push(...said);
        killed += 1;
      }
      count = checkWrites(gitdir, lines);
    }
    expect(lines.filter(({ word }) => word === 'no')).toEqual([]);
    const merges = lines.filter(({ word, token }) => word === 'ack' && token.endsWith('-merge'));
    expect(merges.length).toBeGreaterThan(0);
    expect(count).toBeGreaterThan(roundsEach);
    acknowledged += count;
    tried({ kills: roundsEach, 'acknowledged writes': count, 'of them merges': merges.length });
    if (killed >= rounds) console.info(`${killed} processes killed, ${acknowledged} acknowledged writes, 0 lost`);
  },
);
