import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { PortalError } from '../errors.js';
import type { Log } from '../log.js';
import { type ProtocolVersion, type UploadPack, type UploadPackOptions, uploadPack } from '../store/upload-pack.js';
import { stateOf } from './request.js';

/** What older versions of the protocol expect before the references: a line with its length, and a flush. */
const announcement = '001e# service=git-upload-pack\n0000';

/** Answers of git, so many at the same time: making a pack costs processor time and memory. */
export class ClonesAtOnce {
  readonly #most: number;
  readonly #log: Log;
  #running = 0;

  constructor(most: number, log: Log) {
    this.#most = most;
    this.#log = log;
  }

  /** Tells the references; to HEAD only that it would. @throws `busy` */
  async advertise(
    gitdir: string,
    protocol: ProtocolVersion | null,
    request: IncomingMessage,
    response: Response,
  ): Promise<void> {
    const type = 'application/x-git-upload-pack-advertisement';
    if (request.method === 'HEAD') {
      begin(response, type);
      response.end();
      return;
    }
    const prefix = protocol === 'version=2' ? '' : announcement;
    await this.#run(gitdir, async () => ({ request: null, protocol }), type, prefix, response);
  }

  /**
   * Answers what a client asks in the course of a fetch.
   *
   * @param read gives what git sends, inflated; called when it is served: requests that are refused fill no memory
   * @throws `busy`
   */
  answer(
    gitdir: string,
    protocol: ProtocolVersion | null,
    read: () => Promise<Buffer>,
    response: Response,
  ): Promise<void> {
    const options = async (): Promise<UploadPackOptions> => ({ request: await read(), protocol });
    return this.#run(gitdir, options, 'application/x-git-upload-pack-result', '', response);
  }

  async #run(
    gitdir: string,
    options: () => Promise<UploadPackOptions>,
    type: string,
    prefix: string,
    response: Response,
  ): Promise<void> {
    if (this.#running >= this.#most) {
      throw new PortalError(
        'busy',
        `The server serves ${this.#most} clones, the most it does at once. Try again soon.`,
      );
    }
    this.#running += 1;
    try {
      await this.#send(uploadPack(gitdir, await options()), type, prefix, response);
    } finally {
      this.#running -= 1;
    }
    // Last: a client that asks on finds its own place free.
    if (!response.destroyed) response.end();
  }

  /** Sends all but the end of the answer. Resolves when git has ended. */
  async #send(git: UploadPack, type: string, prefix: string, response: Response): Promise<void> {
    // The steps before this one and the parts of a pipeline listen, too: more than the ten that Node takes for a leak.
    response.setMaxListeners(20);
    // Also when the server cuts its connections to stop.
    response.once('close', git.end);
    if (response.destroyed) git.end();
    try {
      await Promise.race([once(git.answer, 'readable'), git.ended]);
      if (git.answer.readableLength === 0) await succeeded(git.ended);
      begin(response, type);
      response.write(prefix);
      await pipeline(git.answer, response, { end: false });
    } catch (error) {
      // The client has left: nobody waits for an answer.
      if (!response.destroyed) throw error;
    } finally {
      const { code, complaint } = await git.ended;
      const { requestId } = stateOf(response);
      if (code !== 0 && code !== null) this.#log.warn({ requestId, code, complaint }, 'git could not serve a fetch');
    }
  }
}

/** Only an answer that has not begun can still become a refusal; a pack that ends early is noticed by the client. */
async function succeeded(ended: ReturnType<typeof uploadPack>['ended']): Promise<void> {
  const { code, complaint } = await ended;
  if (code === 0) return;
  const cause = new Error(`git upload-pack ended with ${code}: ${complaint}`);
  throw new PortalError('unavailable', 'The repository of this brand is not available at the moment.', { cause });
}

function begin(response: Response, type: string): void {
  response.status(200).setHeader('Content-Type', type);
  response.setHeader('Cache-Control', 'no-store');
}
