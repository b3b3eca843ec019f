import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataTemplates } from './data.js';

/** What a ratio, or an absolute figure, should come to. */
interface Target {
  readonly atLeast?: number;
  readonly atMost?: number;
}

export interface Row {
  readonly id: number;
  readonly work: string;
  /** Left out: each part names it, or there is nothing. */
  readonly comparedWith?: string;
  run(context: Context): Promise<Measurement | readonly Measurement[]>;
}

/** A ratio of two medians, or one figure. */
export interface Measurement {
  /** Which part of the row, when it has several. */
  readonly part?: string;
  readonly measured: number;
  /** Of `measured`. */
  readonly measuredUnit: string;
  /** About `measured`; left out: only reported. */
  readonly target?: Target;
  /** The two sides of a ratio, as medians, with interquartile ranges as shares of them. */
  readonly sides?: { readonly ours: number; readonly theirs: number; readonly spreads: readonly [number, number] };
  /** Of the two sides. */
  readonly unit?: string;
  readonly note?: string;
}

type Named = Pick<Measurement, 'part' | 'target' | 'unit' | 'note'>;

/** What a row works with. What it starts or writes is gone when the row is over. */
export class Context {
  readonly #stops: (() => unknown)[] = [];
  #finished: Promise<void> | undefined;
  readonly rounds: number;
  /** How long one round of a load lasts. */
  readonly seconds: number;

  constructor(
    private readonly quick: boolean,
    private readonly templates: DataTemplates,
    readonly progress: (text: string) => void,
  ) {
    this.rounds = quick ? 5 : 7;
    this.seconds = quick ? 0.5 : 3;
  }

  /** The size of a full run, or the smaller one of a quick run. */
  size(full: number, quick: number): number {
    return this.quick ? quick : full;
  }

  /** What starts when the run was ended already is stopped at once. */
  atEnd(stop: () => unknown): void {
    if (this.#finished === undefined) this.#stops.push(stop);
    else void stop();
  }

  async folder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'brand-portal-bench-'));
    this.atEnd(() => rm(folder, { recursive: true, force: true }));
    return folder;
  }

  /** A data directory with one brand, `bench`, of this many pages of this many bytes: a copy to be changed at will. */
  async data(pages: number, bytes: number): Promise<string> {
    const copy = join(await this.folder(), 'data');
    await this.templates.copy(pages, bytes, copy, this.progress);
    return copy;
  }

  /** Once, whoever calls it: a folder goes after what writes to it. */
  finish(): Promise<void> {
    this.#finished ??= this.#stopAll();
    return this.#finished;
  }

  async #stopAll(): Promise<void> {
    for (let stop = this.#stops.pop(); stop !== undefined; stop = this.#stops.pop()) await stop();
  }
}

export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

export function percentile(values: readonly number[], percent: number): number {
  if (values.length === 0) throw new Error('A median of nothing');
  const sorted = values.toSorted((a, b) => a - b);
  const at = ((sorted.length - 1) * percent) / 100;
  const [low, high] = [sorted[Math.floor(at)] as number, sorted[Math.ceil(at)] as number];
  return low + (high - low) * (at % 1);
}

function spread(values: readonly number[]): number {
  return (percentile(values, 75) - percentile(values, 25)) / median(values);
}

/** Work in rounds; the warm-up has negative numbers. @returns what each round but the warm-up returned */
export async function inRounds<Found>(
  count: number,
  work: (round: number) => Promise<Found>,
  warmUp = 1,
): Promise<Found[]> {
  const found: Found[] = [];
  for (let round = -warmUp; round < count; round += 1) {
    const one = await work(round);
    if (round >= 0) found.push(one);
  }
  return found;
}

type Side = (round: number) => Promise<number>;

/** Both sides in turn, A B A B. */
export async function compare(context: Context, ours: Side, theirs: Side, named: Named = {}): Promise<Measurement> {
  const rounds = await inRounds(context.rounds, async (round) => {
    const both = [await ours(round), await theirs(round)] as const;
    const which = round < 0 ? 'warm-up' : `round ${round + 1} of ${context.rounds}`;
    context.progress(`${named.part ?? ''} ${which}: ${both.map(short).join(' / ')}`);
    return both;
  });
  return ratio(rounds, named);
}

/** Our side against theirs, of rounds in which both were measured. */
export function ratio(rounds: readonly (readonly [ours: number, theirs: number])[], named: Named): Measurement {
  const [all, others] = [rounds.map(([one]) => one), rounds.map(([, other]) => other)];
  const [ours, theirs] = [median(all), median(others)];
  const sides = { ours, theirs, spreads: [spread(all), spread(others)] as const };
  return { ...named, measured: ours / theirs, measuredUnit: '×', sides };
}

/** What is compared with nothing. @param target left out: only reported */
export function figure(part: string, measured: number, measuredUnit: string, target?: Target): Measurement {
  return { part, measured, measuredUnit, ...(target && { target }) };
}

export function short(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString('en', { maximumFractionDigits: digits });
}

export async function milliseconds(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
