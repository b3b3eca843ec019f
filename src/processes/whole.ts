import type { MetricFigures } from '../metrics/aggregate.js';
import type { Metrics } from '../metrics/metrics.js';
import { type Health, healthOf } from '../service/health.js';
import { ShortCache } from '../service/short-cache.js';
import type { Supervised } from './supervised.js';
import type { WorkerProcess } from './worker-process.js';

/** How long a worker may take to say how it is. */
const answerMs = 2000;

/** How all workers are together. */
export class WholeHealth {
  readonly #workers: () => readonly Supervised[];
  readonly #latest = new ShortCache(() => this.#look());

  constructor(workers: () => readonly Supervised[]) {
    this.#workers = workers;
  }

  /** Never throws. */
  now(): Promise<Health> {
    return this.#latest.get();
  }

  /** A worker that does not serve does not keep the others from it: it is said, and taken for a fault of none. */
  async #look(): Promise<Health> {
    const workers = this.#workers();
    const answers = await askAll(workers, (worker) => worker.ask('health', null));
    const faults = new Set(answers.flatMap(({ faults }) => faults));
    const whole = healthOf([...faults], [...new Set(answers.flatMap(({ lost }) => lost))].sort());
    const silent = workers.length - answers.length;
    if (silent === 0) return whole;
    return { ...whole, reasons: [...whole.reasons, `${silent} of ${workers.length} processes do not answer`] };
  }
}

/** The meters of all workers and of the primary, and of those that have ended what they had counted when they were last asked. */
export class WholeMetrics {
  readonly #workers: () => readonly Supervised[];
  readonly #metrics: Metrics;
  readonly #latest = new Map<WorkerProcess, MetricFigures>();
  #ended: Promise<MetricFigures> = Promise.resolve([]);

  constructor(workers: () => readonly Supervised[], metrics: Metrics) {
    this.#workers = workers;
    this.#metrics = metrics;
  }

  async text(): Promise<string> {
    const { aggregated } = await import('../metrics/aggregate.js');
    const own = await this.#metrics.figures();
    const figures = await askAll(this.#workers(), async (worker) => {
      const latest = await worker.ask('metrics', null);
      this.#keep(worker, latest);
      return latest;
    });
    return aggregated([...figures, await this.#ended, own]);
  }

  #keep(worker: WorkerProcess, latest: MetricFigures): void {
    const isNew = !this.#latest.has(worker);
    this.#latest.set(worker, latest);
    if (isNew) void worker.exited.then(() => this.#end(worker));
  }

  #end(worker: WorkerProcess): void {
    const latest = this.#latest.get(worker) ?? [];
    this.#latest.delete(worker);
    this.#ended = this.#ended.then(async (ended) => {
      const { growing } = await import('../metrics/aggregate.js');
      return growing([ended, latest]);
    });
  }
}

/** The answers of the workers that serve and answer in time. */
async function askAll<T>(workers: readonly Supervised[], ask: (worker: WorkerProcess) => Promise<T>): Promise<T[]> {
  const answers = await Promise.all(
    workers.flatMap(({ serving }) => (serving === undefined ? [] : [inTime(ask(serving)).catch(() => undefined)])),
  );
  return answers.filter((answer) => answer !== undefined);
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('There was no answer in time.')), answerMs);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
