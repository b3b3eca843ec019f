import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { Response } from 'express';
import { PortalError } from '../../lib/errors.js';
import { plural } from '../../lib/plural.js';
import { repositoryUnavailable } from '../../service/open-brands.js';
import {
  advertises,
  type Ended,
  type UploadPack,
  type UploadPackOptions,
  uploadPack,
} from '../../store/native/upload-pack.js';
import { identityOf, stateOf } from '../admission/request.js';
import { type Headers, noStore, type Reply, releaseOnClose } from '../reply.js';
import type { HttpTools } from '../tools.js';

/** Text before the references in versions 0 and 1 of the protocol: a line with its length, and a flush. */
const announcement = '001e# service=git-upload-pack\n0000';

/** The repository that a request is for, and the version of the protocol. */
export type Fetch = Pick<UploadPackOptions, 'gitdir' | 'protocol'>;

/**
 * Clones and fetches, limited in number: making a pack costs processor time and memory. The last free one goes to a key that holds
 * none.
 */
export class Clones {
  constructor(private readonly tools: HttpTools) {}

  /** The references. To HEAD, git is not asked. */
  advertise(fetch: Fetch, response: Response): Reply {
    const headers = headersOf('application/x-git-upload-pack-advertisement');
    if (response.req.method === 'HEAD') return { headers };
    const prefix = fetch.protocol === 'version=2' ? '' : announcement;
    return { headers, body: this.#answer({ ...fetch, request: null }, prefix, response) };
  }

  /**
   * The answer to one request of a fetch.
   *
   * @param read reads the request; it is called while a clone is free, and one is held only later: a client that sends slowly would
   * keep it. A key has as many requests in memory as there are clones at once.
   * @throws `busy`, and `bad_request` for anything but git's protocol
   */
  async fetch(fetch: Fetch, read: () => Promise<Buffer>, response: Response): Promise<Reply> {
    const key = keyOf(response);
    const { config, service } = this.tools;
    const { clones_at_once: max } = config;
    this.#requireFree(key);
    const release = service.semaphores.tryAcquire(`receive ${key}`, max);
    if (release === null) throw new PortalError('busy', `This key sends ${max} git requests, the maximum at once.`);
    const request = await read().finally(release);
    return {
      headers: headersOf('application/x-git-upload-pack-result'),
      body: this.#answer({ ...fetch, request }, '', response),
    };
  }

  /** @throws `busy` when the key gets none at the moment */
  #requireFree(key: string): void {
    const { config, service } = this.tools;
    const { clones_at_once: max } = config;
    const free = max - service.semaphores.held('clone');
    if (free === 0) {
      throw new PortalError(
        'busy',
        `The server serves ${plural(max, 'clone')}, the most it does at once. Try again soon.`,
      );
    }
    if (free === 1 && service.semaphores.held(`clone ${key}`) > 0) {
      throw new PortalError('busy', 'The last place for a clone is kept for other keys. Try again soon.');
    }
  }

  /** Git's answer. The clone is free again before the answer ends: a client that asks on finds it. */
  #answer(fetch: Omit<UploadPackOptions, 'cpuSeconds'>, prefix: string, response: Response): Readable {
    const { config, service } = this.tools;
    const { clones_at_once: max, clone_cpu_seconds: cpuSeconds } = config;
    const key = keyOf(response);
    this.#requireFree(key);
    const held = ['clone', `clone ${key}`].map((name) => service.semaphores.tryAcquire(name, max));
    const release = (): void => {
      for (const free of held) free?.();
    };
    try {
      const options = { ...fetch, cpuSeconds };
      const git = uploadPack(options);
      // The client has left, or the server cuts its connections to stop.
      releaseOnClose(response, git.end);
      git.ended.then((ended) => this.#report(ended, response)).finally(release);
      return Readable.from(bytesOf(git, options, prefix), { objectMode: false });
    } catch (error) {
      release();
      throw error;
    }
  }

  #report({ code, stderr: complaint, hitCpuLimit }: Ended, response: Response): void {
    const { requestId } = stateOf(response);
    const { log } = this.tools;
    if (hitCpuLimit) log.warn({ requestId, complaint }, 'a fetch was cut: git took the processor time it may take');
    else if (code !== 0 && code !== null) {
      log.warn({ requestId, code, complaint }, 'git could not serve a fetch');
    }
  }
}

async function* bytesOf(git: UploadPack, options: UploadPackOptions, prefix: string): AsyncGenerator<Buffer> {
  await Promise.race([once(git.answer, 'readable'), git.ended]);
  if (git.answer.readableLength === 0) await requireSuccess(git, options);
  yield Buffer.from(prefix);
  yield* git.answer;
  await git.ended;
}

/** @throws when git failed before its first byte: later the answer has begun, and the client notices a pack that ends early */
async function requireSuccess({ ended }: UploadPack, options: UploadPackOptions): Promise<void> {
  const { code, stderr, hitCpuLimit } = await ended;
  if (code === 0) return;
  if (hitCpuLimit) {
    const message = `This takes git more than ${options.cpuSeconds} s of processor time, the most it gets.`;
    throw new PortalError('invalid', message);
  }
  if (isRefusal(stderr) && options.request !== null && (await advertises(options))) {
    throw new PortalError('bad_request', "This is not a request of git's protocol, or asks for what there is not.");
  }
  throw repositoryUnavailable(new Error(`git upload-pack ended with ${code}: ${stderr}`));
}

/** Whether git refused the request of the client. Failures of git itself begin with a line of `error:`. */
function isRefusal(stderr: string): boolean {
  return stderr.startsWith('fatal: ');
}

function keyOf(response: Response): string {
  return identityOf(stateOf(response)).actor.id;
}

function headersOf(type: string): Headers {
  return ['Content-Type', type, ...noStore];
}
