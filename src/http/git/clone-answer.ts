import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { PortalError } from '../../errors.js';
import type { Log } from '../../log.js';
import type { Service } from '../../service/service.js';
import {
  advertises,
  type Ended,
  type UploadPack,
  type UploadPackOptions,
  uploadPack,
} from '../../store/native/upload-pack.js';
import { identityOf, stateOf } from '../admission/request.js';
import { ClonesAtOnce } from './clones-at-once.js';

/** What older versions of the protocol expect before the references: a line with its length, and a flush. */
const announcement = '001e# service=git-upload-pack\n0000';

/** Which repository a request is for, and how its client speaks. */
export type Asked = Pick<UploadPackOptions, 'gitdir' | 'protocol'>;

interface Form {
  readonly type: string;
  readonly prefix: string;
}

export interface CloneLimits {
  readonly clonesAtOnce: number;
  /** Of each process of git. */
  readonly cpuSeconds: number;
}

/** Answers of git, so many at the same time: making a pack costs processor time and memory. */
export class CloneAnswers {
  readonly #clones: ClonesAtOnce;
  readonly #cpuSeconds: number;
  readonly #log: Log;

  constructor({ clonesAtOnce, cpuSeconds }: CloneLimits, { semaphores }: Service, log: Log) {
    this.#clones = new ClonesAtOnce(clonesAtOnce, semaphores);
    this.#cpuSeconds = cpuSeconds;
    this.#log = log;
  }

  /** Tells the references; to HEAD only that it would. @throws `busy` */
  async advertise(asked: Asked, { method }: IncomingMessage, response: Response): Promise<void> {
    const type = 'application/x-git-upload-pack-advertisement';
    if (method === 'HEAD') {
      begin(response, type);
      response.end();
      return;
    }
    const prefix = asked.protocol === 'version=2' ? '' : announcement;
    await this.#run(asked, null, { type, prefix }, response);
  }

  /**
   * Answers what a client asks in the course of a fetch.
   *
   * @param read gives what git sends, inflated; not called where there is no place: requests that are refused fill no memory
   * @throws `busy`, and `bad_request` for what is not git's protocol
   */
  async answer(asked: Asked, read: () => Promise<Buffer>, response: Response): Promise<void> {
    const request = await this.#clones.receive(keyOf(response), read);
    await this.#run(asked, request, { type: 'application/x-git-upload-pack-result', prefix: '' }, response);
  }

  async #run(asked: Asked, request: Buffer | null, form: Form, response: Response): Promise<void> {
    const options = { ...asked, request, cpuSeconds: this.#cpuSeconds };
    await this.#clones.serve(keyOf(response), () => this.#send(options, form, response));
    // Last: a client that asks on finds its own place free.
    if (!response.destroyed) response.end();
  }

  /** Sends all but the end of the answer. Resolves when git has ended. */
  async #send(options: UploadPackOptions, { type, prefix }: Form, response: Response): Promise<void> {
    const git = uploadPack(options);
    // The steps before this one and the parts of a pipeline listen, too: more than the ten that Node takes for a leak.
    response.setMaxListeners(20);
    // Also when the server cuts its connections to stop.
    response.once('close', git.end);
    if (response.destroyed) git.end();
    try {
      await Promise.race([once(git.answer, 'readable'), git.ended]);
      if (git.answer.readableLength === 0) await succeeded(git, options);
      begin(response, type);
      response.write(prefix);
      await pipeline(git.answer, response, { end: false });
    } catch (error) {
      // The client has left: no answer is expected.
      if (!response.destroyed) throw error;
    } finally {
      this.#report(await git.ended, response);
    }
  }

  #report({ code, complaint, isCut }: Ended, response: Response): void {
    const { requestId } = stateOf(response);
    if (isCut) this.#log.warn({ requestId, complaint }, 'a fetch was cut: git took the processor time it may take');
    else if (code !== 0 && code !== null) {
      this.#log.warn({ requestId, code, complaint }, 'git could not serve a fetch');
    }
  }
}

/** Only an answer that has not begun can still become a refusal; a pack that ends early is noticed by the client. */
async function succeeded({ ended }: UploadPack, options: UploadPackOptions): Promise<void> {
  const { code, complaint, isCut } = await ended;
  if (code === 0) return;
  if (isCut) {
    const message = `This takes git more than ${options.cpuSeconds} s of processor time, the most it gets.`;
    throw new PortalError('invalid', message);
  }
  if (isRefusal(complaint) && options.request !== null && (await advertises(options))) {
    throw new PortalError('bad_request', "This is not a request of git's protocol, or asks for what there is not.");
  }
  const cause = new Error(`git upload-pack ended with ${code}: ${complaint}`);
  throw new PortalError('unavailable', 'The repository of this brand is not available at the moment.', { cause });
}

/** What git cannot read it names in a line of `error:` first. What it does not take from a client, it says at once. */
function isRefusal(complaint: string): boolean {
  return complaint.startsWith('fatal: ');
}

function keyOf(response: Response): string {
  return identityOf(stateOf(response)).actor.id;
}

function begin(response: Response, type: string): void {
  response.status(200).setHeader('Content-Type', type);
  response.setHeader('Cache-Control', 'no-store');
}
