import * as fs from 'node:fs';
import * as git from 'isomorphic-git';
import { paths } from '../../../src/content/catalog/paths.js';
import { brandWithHistory } from '../commits.js';
import { type Context, type Measurement, milliseconds, type Row, sideBySide } from '../harness.js';
import { ask, startChild } from '../processes.js';

async function run(context: Context): Promise<Measurement> {
  const gitdir = await brandWithHistory(context, context.size(10_000, 2000));
  const path = paths.page(7);
  const counts = { ours: 0, theirs: 0 };
  const child = startChild(context, 'history');
  const ourSide = async (): Promise<number> => {
    const { ms, count } = await ask<{ ms: number; count: number }>(child, { gitdir, path });
    counts.ours = count;
    return ms;
  };
  const theirSide = (): Promise<number> =>
    milliseconds(async () => {
      counts.theirs = (await git.log({ fs, gitdir, ref: 'main', filepath: path, cache: {} })).length;
    });
  const { ours, theirs } = await sideBySide(context, ourSide, theirSide, { warmUp: false });
  const found = `${counts.ours} and ${counts.theirs} commits found`;
  return {
    measured: theirs / ours,
    ours,
    theirs,
    note: context.quick ? `${found}; 2,000 commits in a quick run` : found,
  };
}

export const row: Row = {
  id: 11,
  work: 'the history of one file over 10,000 commits',
  comparedWith: 'log of isomorphic-git with a file path',
  target: { atLeast: 200 },
  unit: 'ms',
  run,
};
