import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import type { FileSystem } from '../../../src/store/file-system.js';
import { seed as runSeed, tried, tries } from '../effort.js';
import { type CrashClass, type CrashState, crashStates } from './crash-model.js';
import { RecordedDisk } from './recorded-disk.js';
import { materialize } from './restart.js';

/** A run of the program, and what must hold when it was interrupted anywhere. */
export interface Scenario {
  readonly name: string;
  /** Calls that are refused when everything works. */
  readonly refused: readonly string[];
  /** A run for each: calls interleave in another way, and other random states are tried. */
  readonly seeds?: readonly number[];
  /** @param newProcess the disk as one more process of the program has it */
  run(disk: RecordedDisk, newProcess: () => FileSystem): Promise<void>;
  /** @throws when an invariant does not hold in the directory, which it may change */
  check(data: string, state: CrashState): Promise<void>;
}

interface SimulationOptions {
  /** The disk as a process has it: with something left out, to see that it is missed. */
  readonly wrap?: (fs: FileSystem) => FileSystem;
  /** Whether the bad states that were found are all that the test looks for. */
  readonly enough?: (bad: readonly BadState[]) => boolean;
}

export interface BadState {
  readonly kind: CrashClass;
  readonly seed: number;
  readonly moment: number;
  readonly reason: string;
}

export interface Tally {
  readonly states: Map<CrashClass, number>;
  readonly bad: BadState[];
}

/** States checked side by side: while native git looks at one, another is prepared. */
const sideBySide = 3;

/** In memory where the machine offers it: thousands of small repositories are written. */
const temporary = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** Random states at each moment: more of them for a longer search. */
const randomStates = Number(process.env.CRASH_RANDOM_STATES ?? 4);

/** One state in so many is checked, another one with each seed of the run; all of them in a longer search. */
export const oneOf = process.env.CRASH_RANDOM_STATES === undefined ? tries(5, 20) : 1;

/** For one scenario, in milliseconds. */
export const simulationTimeout = 40_000 * Math.max(8, randomStates);

/** Checks every different state in which a crash could have left the disk, anywhere in a scenario. */
export async function simulate(scenario: Scenario, options: SimulationOptions = {}): Promise<Tally> {
  const { wrap = (fs) => fs, enough = () => false } = options;
  const directory = mkdtempSync(join(temporary, 'brand-portal-crash-'));
  const tally: Tally = { states: new Map(), bad: [] };
  const seen = new Set<string>();
  // What is left out may show in few states.
  const step = options.wrap === undefined ? oneOf : 1;
  let [number, at] = [0, runSeed];
  try {
    for (const seed of scenario.seeds ?? [1]) {
      if (enough(tally.bad)) break;
      vi.useRealTimers();
      const disk = new RecordedDisk(join(directory, `run-${seed}`), seed);
      mkdirSync(disk.path);
      await scenario.run(disk, () => wrap(disk.fs));
      if (options.wrap === undefined && `${disk.refused}` !== `${scenario.refused}`) {
        throw new Error(`Refused without a crash: ${disk.refused}`);
      }
      vi.useFakeTimers({ toFake: ['Date'] });
      const found = crashStates(disk.events, { seed, randomStates, seen });
      // Where something is left out the last moments come first: what was acknowledged by then is lost soonest.
      const states: IterableIterator<CrashState> = options.wrap === undefined ? found : [...found].reverse().values();
      const work = async (): Promise<void> => {
        for (const state of states) {
          if (enough(tally.bad)) return;
          at += 1;
          if (at % step !== 0) continue;
          number += 1;
          const reason = await violation(scenario, state, join(directory, `${number}`));
          tally.states.set(state.kind, (tally.states.get(state.kind) ?? 0) + 1);
          if (reason !== null) tally.bad.push({ kind: state.kind, seed, moment: state.moment, reason });
        }
      };
      await Promise.all(Array.from({ length: sideBySide }, work));
    }
    const counts = [...tally.states].map(([kind, count]) => [`crash states, ${kind}`, count]);
    tried(Object.fromEntries(counts));
    return tally;
  } finally {
    vi.useRealTimers();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function violation(scenario: Scenario, state: CrashState, place: string): Promise<string | null> {
  try {
    mkdirSync(place);
    materialize(state, place);
    await scenario.check(place, state);
    return null;
  } catch (error) {
    return reasonOf(error);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message} ${reasonOf(error.cause)}`;
}
