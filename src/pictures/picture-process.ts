import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { noted } from '../lib/say.js';
import type { Answers, Job, Message, Reply } from './job.js';

interface ProcessLimits {
  readonly seconds: number;
  readonly memoryBytes: number;
  readonly script: URL;
}

/** Time limit of a start, which does not count as time of the job: a busy machine starts slowly. */
const startSeconds = 60;

/** Idle timeout, in milliseconds. */
const idleMs = 60_000;

/** Number of jobs after which the process ends, because decoders do not release all their memory. */
const maxJobs = 200;

/** The process ended during a job. */
export class JobEnded extends Error {
  constructor(readonly isLate: boolean) {
    super(isLate ? noted`it took too long` : noted`it needed too much memory, or broke the decoder`);
  }
}

/**
 * A process for one job at a time, started by a job and ended when idle. A crash costs only that job. The shell sets
 * the limits that node cannot. It guards memory, time and crashes: it is not a sandbox against code in a decoder.
 */
export class PictureProcess {
  #child: ChildProcess | undefined;
  #call: Call | undefined;
  #jobs = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(private readonly limits: ProcessLimits) {}

  /** @throws `JobEnded`; an error of the job; one of the system when no process can be started */
  perform<Kind extends Job['kind']>(job: Extract<Job, { kind: Kind }>): Promise<Answers[Kind]>;
  async perform(job: Job): Promise<Answers[Job['kind']]> {
    clearTimeout(this.#idle);
    this.#child ??= this.#start();
    const child = this.#child;
    let isLate = false;
    const limit = (seconds: number): NodeJS.Timeout =>
      setTimeout(() => {
        isLate = true;
        child.kill('SIGKILL');
      }, seconds * 1000);
    let timer = limit(startSeconds);
    child.channel?.ref();
    try {
      const reply = await new Promise<Reply>((resolve, reject) => {
        const begun = (): void => {
          clearTimeout(timer);
          timer = limit(this.limits.seconds);
        };
        this.#call = { begun, resolve, reject, ended: () => reject(new JobEnded(isLate)) };
        // A message cannot be sent to a process that has ended.
        child.send(job, () => {});
      });
      if ('failure' in reply) {
        throw Object.assign(new Error(reply.failure), reply.code === undefined ? {} : { code: reply.code });
      }
      return reply.answer;
    } finally {
      clearTimeout(timer);
      this.#call = undefined;
      child.channel?.unref();
      this.#jobs += 1;
      if (this.#jobs >= maxJobs) this.end();
      else this.#idle = setTimeout(() => this.end(), idleMs).unref();
    }
  }

  /** Ends the process, and cancels the running job. */
  end(): void {
    clearTimeout(this.#idle);
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
    this.#call?.ended();
  }

  #start(): ChildProcess {
    const { memoryBytes, script } = this.limits;
    const shell = 'ulimit -c 0; ulimit -d "$0"; exec "$@"';
    const kibibytes = String(Math.floor(memoryBytes / 1024));
    const child = spawn('/bin/sh', ['-c', shell, kibibytes, process.execPath, fileURLToPath(script)], {
      env: {},
      cwd: '/',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    // Between jobs, the child does not keep the server's process alive.
    child.unref();
    child.channel?.unref();
    const onEnd = (settle: (call: Call) => void): void => {
      if (this.#child !== child) return;
      this.#child = undefined;
      if (this.#call !== undefined) settle(this.#call);
    };
    child.on('message', (message: Message) => {
      if (this.#child !== child) return;
      if (message === 'begun') this.#call?.begun();
      else this.#call?.resolve(message);
    });
    child.on('error', (error) => onEnd(({ reject }) => reject(error)));
    child.on('exit', () => onEnd(({ ended }) => ended()));
    this.#jobs = 0;
    return child;
  }
}

interface Call {
  begun(): void;
  resolve(reply: Reply): void;
  reject(error: Error): void;
  ended(): void;
}
