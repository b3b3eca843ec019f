import type { Config } from '../config.js';
import type { Budget, Taken } from '../http/admission/rate-counter.js';
import type { MetricFigures } from '../metrics/aggregate.js';
import type { Right } from '../registry/records.js';
import type { Listening } from '../server.js';
import type { Health } from '../service/health.js';

interface Call<Argument, Answer> {
  readonly argument: Argument;
  readonly answer: Answer;
}

export type Address = Pick<Listening, 'url' | 'origin'>;

/** What a worker is to do. */
export interface Assignment {
  /** From 1; a worker that replaces another has its number. */
  readonly number: number;
  /** How many workers there are. */
  readonly count: number;
  /** Whether it does what is done once for a data directory. */
  readonly doesChores: boolean;
  readonly config: Config;
  readonly data: string;
}

/** What the primary is asked by its workers. */
export type PrimaryCalls = {
  /** Said first: what is sent to a worker before it listens is lost. */
  readonly hello: Call<null, null>;
  readonly take: Call<{ readonly key: string; readonly right: Right; readonly before: Taken | null }, Taken>;
  readonly refundWrite: Call<{ readonly key: string; readonly taken: Taken }, Taken | null>;
  readonly takeFailure: Call<string, Budget | null>;
  /** Answers with what to release; `null`: there is none left. */
  readonly acquire: Call<{ readonly name: string; readonly most: number }, number | null>;
  readonly release: Call<number, null>;
  readonly health: Call<null, Health>;
};

/** What a worker is asked by the primary. */
export type WorkerCalls = {
  readonly serve: Call<Assignment, Address>;
  readonly health: Call<null, Health>;
  readonly metrics: Call<null, MetricFigures>;
  readonly stop: Call<null, null>;
};
