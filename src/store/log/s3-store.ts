import { hash } from 'node:crypto';
import * as http from 'node:http';
import * as https from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import aws4 from 'aws4';
import { errorCode } from '../../lib/system-error.js';
import { noteProgress } from '../wait-budget.js';
import {
  type CreateOutcome,
  type FileContent,
  type ListedObject,
  type ObjectStore,
  StoreError,
} from './object-store.js';

export interface S3Options {
  readonly bucket: string;
  /** Prefix of all keys, without a slash at either end; may be empty. */
  readonly prefix: string;
  /** `null` for that of AWS. */
  readonly endpoint: string | null;
  readonly region: string;
  /** `http://host/bucket/key`, not `http://bucket.host/key`. */
  readonly pathStyle: boolean;
  /** Time-out between two chunks in either direction. Until the first byte of the answer, it is longer by a second for each MiB sent, up to 16. */
  readonly timeoutMs: number;
  /** Called for each request, because credentials may be rotated. */
  readonly credentials: () => S3Credentials;
}

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

interface Answer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
}

interface Body extends FileContent {
  /** All bytes of a small body, which is faster than a stream. */
  readonly buffer?: Buffer | undefined;
}

interface RequestParts {
  readonly body?: Body;
  readonly headers?: Record<string, string>;
  /** Asks the bucket, and not an object. */
  readonly query?: Record<string, string>;
}

interface Exchange {
  readonly response: http.IncomingMessage;
  /**
   * Has to be read.
   *
   * @throws StoreError when it breaks off, or pauses for too long
   */
  readonly parts: AsyncIterable<Buffer>;
}

const maxConnections = 64;

/** Size in bytes from which a body is a transfer, whose progress is noted. */
const largeBytes = 256 * 1024;

/** Upper bound on the part of a body, in MiB, that may still be in buffers when all of it is sent. */
const maxBufferedMiB = 16;

const errorCodePattern = /<Code>([A-Za-z0-9.]{1,100})<\/Code>/;

/** System calls that come before a request is sent. */
const connecting: readonly unknown[] = ['connect', 'getaddrinfo'];

/** Header that marks an answer as the store's and not a proxy's. Some stores never send it. */
const requestIdHeader = 'x-amz-request-id';

/**
 * S3 client, signed with AWS Signature Version 4. No retries: a create is not idempotent, and a hidden retry would find its own first
 * attempt and report `exists`.
 */
export class S3Store implements ObjectStore {
  readonly name: string;
  clockSkewSeconds = 0;
  readonly #endpoint: URL;
  readonly #agent: http.Agent;
  /** Whether the store sends request ids; `undefined` until known. */
  #namesRequests: boolean | undefined;

  constructor(private readonly options: S3Options) {
    const { bucket, prefix, endpoint, region, pathStyle } = options;
    this.name = `s3://${bucket}${prefix === '' ? '' : `/${prefix}`}`;
    const origin = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`);
    if (!pathStyle) origin.hostname = `${bucket}.${origin.hostname}`;
    this.#endpoint = origin;
    const { Agent } = origin.protocol === 'https:' ? https : http;
    this.#agent = new Agent({ keepAlive: true, maxSockets: maxConnections, noDelay: true });
  }

  async create(key: string, bytes: Buffer): Promise<CreateOutcome> {
    const answer = await this.#send('PUT', key, { body: contentOf(bytes), headers: { 'If-None-Match': '*' } });
    if (answer.status === 412) return 'exists';
    this.#requireStored(key, answer);
    return 'created';
  }

  put(key: string, bytes: Buffer): Promise<void> {
    return this.putFile(key, contentOf(bytes));
  }

  async putFile(key: string, body: FileContent): Promise<void> {
    this.#requireStored(key, await this.#send('PUT', key, { body }));
  }

  /** Some stores send failures with the status 200: a stored object has an ETag as well. */
  #requireStored(key: string, answer: Answer): void {
    if (answer.status !== 200 || answer.headers.etag === undefined) throw refusal(this.name, 'PUT', key, answer);
  }

  async remove(key: string): Promise<void> {
    const answer = await this.#send('DELETE', key);
    if (![200, 204, 404].includes(answer.status)) throw refusal(this.name, 'DELETE', key, answer);
  }

  async get(key: string): Promise<Buffer | null> {
    const answer = await this.#send('GET', key);
    if (answer.status === 200) return answer.body;
    if (this.#isMissing(answer)) return null;
    throw refusal(this.name, 'GET', key, answer);
  }

  #isMissing(answer: Answer): boolean {
    if (answer.status !== 404 || codeOf(answer) !== 'NoSuchKey') return false;
    this.#namesRequests ??= requestIdHeader in answer.headers;
    return true;
  }

  async *read(key: string, from: number): AsyncGenerator<Buffer> {
    const { response, parts } = await this.#open('GET', key, from > 0 ? { headers: { Range: `bytes=${from}-` } } : {});
    if (response.statusCode !== (from > 0 ? 206 : 200)) {
      throw refusal(this.name, 'GET', key, await readAnswer({ response, parts }));
    }
    yield* parts;
  }

  async has(key: string): Promise<boolean> {
    return (await this.size(key)) !== null;
  }

  /** A HEAD has no body with an error code. Its 404 counts only with a request id, which a proxy's lacks; else a GET decides. */
  async size(key: string): Promise<number | null> {
    const answer = await this.#send('HEAD', key);
    if (answer.status === 200) return Number(answer.headers['content-length']);
    if (answer.status !== 404) throw refusal(this.name, 'HEAD', key, answer);
    return this.#namesRequests === true ? null : ((await this.get(key))?.length ?? null);
  }

  async list(prefix: string, after: string): Promise<readonly ListedObject[]> {
    const root = this.options.prefix === '' ? '' : `${this.options.prefix}/`;
    const query = { 'list-type': '2', prefix: root + prefix, 'start-after': root + after };
    const answer = await this.#send('GET', '', { query });
    if (answer.status !== 200) throw refusal(this.name, 'GET', prefix, answer);
    const contents = answer.body.toString().matchAll(/<Contents>(.*?)<\/Contents>/gs);
    return [...contents].map(([, text = '']) => {
      const [key, size, modified] = ['Key', 'Size', 'LastModified'].map(
        (name) => new RegExp(`<${name}>([^<]*)<`).exec(text)?.[1] ?? '',
      ) as [string, string, string];
      return { key: key.slice(root.length), bytes: Number(size), modified: new Date(modified) };
    });
  }

  close(): void {
    this.#agent.destroy();
  }

  async #send(method: string, key: string, sending: RequestParts = {}): Promise<Answer> {
    return readAnswer(await this.#open(method, key, sending));
  }

  /**
   * Sends a request.
   *
   * @returns its response, whose body is still to be read
   * @throws StoreError
   */
  #open(method: string, key: string, sending: RequestParts = {}): Promise<Exchange> {
    const { body } = sending;
    const { protocol, hostname, port, origin } = this.#endpoint;
    const { request } = protocol === 'https:' ? https : http;
    const outgoing = request({
      ...this.#signed(method, key, sending),
      method,
      protocol,
      hostname: hostname.replace(/^\[|\]$/g, ''),
      port,
      agent: this.#agent,
    });
    const bodyMiB = Math.ceil((body?.bytes ?? 0) / (1024 * 1024));
    const pauseMs = this.options.timeoutMs + Math.min(bodyMiB, maxBufferedMiB) * 1000;

    const sentMs = Date.now();
    return new Promise((resolve, reject) => {
      const problem = (cause: unknown, isSent = !isUnsent(cause)): StoreError => {
        idle.stop();
        const text = `${method} ${this.name}/${key} at ${origin}: ${reasonOf(cause)}`;
        return new StoreError(text, { isSent, cause });
      };
      const idle = new IdleTimer(pauseMs, () => {
        const late = new Error('no answer in time');
        // A request that waits for a connection is not sent, and its `error` comes only with one.
        reject(problem(late, outgoing.socket !== null));
        outgoing.destroy(late);
      });
      outgoing.once('error', (error) => reject(problem(error)));
      outgoing.once('response', (response) => {
        if (this.#namesRequests !== true || requestIdHeader in response.headers) {
          this.clockSkewSeconds = skewOf(response.headers.date, sentMs, Date.now());
          return resolve({ response, parts: partsOf(response, outgoing, idle, problem) });
        }
        reject(problem(new Error(`${response.statusCode} of a proxy, not of the store`)));
        outgoing.destroy();
      });
      sendBody(outgoing, body, idle);
    });
  }

  /** Path and headers of a request, signed. */
  #signed(method: string, key: string, { body, headers, query }: RequestParts) {
    const { bucket, prefix, pathStyle, region, credentials } = this.options;
    const { host, pathname } = this.#endpoint;
    const names = pathStyle ? [bucket] : [];
    if (query === undefined) names.push(...(prefix === '' ? [] : prefix.split('/')), ...key.split('/'));
    const search = query === undefined ? '' : `?${new URLSearchParams(query)}`;
    const path = `${pathname.replace(/\/$/, '')}/${names.map(encodeURIComponent).join('/')}${search}`;
    const allHeaders = {
      ...headers,
      'X-Amz-Content-Sha256': body?.sha256 ?? emptyHash,
      ...(body && { 'Content-Length': body.bytes, 'Content-Type': 'application/octet-stream' }),
    };
    const signed = aws4.sign({ service: 's3', region, method, host, path, headers: allHeaders }, credentials());
    return { path, headers: signed.headers };
  }
}

/** Timer of the pauses of one exchange. */
class IdleTimer {
  #timer: NodeJS.Timeout;

  constructor(
    private readonly ms: number,
    private readonly onIdle: () => void,
  ) {
    this.#timer = setTimeout(onIdle, ms);
  }

  /**
   * Notes that bytes have come or gone.
   *
   * @param size of the body, or of what has arrived of it
   */
  noteBytes(size: number): void {
    this.#timer.refresh();
    if (size > largeBytes) noteProgress();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  restart(): void {
    this.#timer = setTimeout(this.onIdle, this.ms);
  }
}

/** Body of a response. While its reader is busy, the time does not count. */
async function* partsOf(
  response: http.IncomingMessage,
  outgoing: http.ClientRequest,
  idle: IdleTimer,
  problem: (cause: unknown) => StoreError,
): AsyncGenerator<Buffer> {
  let size = 0;
  try {
    for await (const part of response) {
      size += part.length;
      idle.noteBytes(size);
      idle.stop();
      yield part;
      idle.restart();
    }
  } catch (error) {
    throw problem(error);
  } finally {
    idle.stop();
    if (!outgoing.writableFinished) outgoing.destroy();
  }
}

/** A failure is reported by the request's own events. */
function sendBody(outgoing: http.ClientRequest, body: Body | undefined, idle: IdleTimer): void {
  if (body === undefined || body.buffer !== undefined) {
    outgoing.end(body?.buffer);
    return;
  }
  const withProgress = async function* (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      yield chunk;
      idle.noteBytes(body.bytes);
    }
  };
  pipeline(body.open(), withProgress, outgoing).catch(() => {});
}

async function readAnswer({ response, parts }: Exchange): Promise<Answer> {
  const chunks: Buffer[] = [];
  for await (const part of parts) chunks.push(part);
  return { status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) };
}

/** @param date of an answer, in whole seconds: the store made it between the times of this machine */
function skewOf(date: string | undefined, sentMs: number, answeredMs: number): number {
  const fromMs = Date.parse(date ?? '');
  return Number.isNaN(fromMs) ? 0 : Math.max(0, fromMs - answeredMs, sentMs - (fromMs + 1000)) / 1000;
}

const hashOf = (bytes: Buffer): string => hash('sha256', bytes);

const emptyHash = hashOf(Buffer.alloc(0));

function contentOf(bytes: Buffer): Body {
  const slices = function* (): Generator<Buffer> {
    for (let at = 0; at < bytes.length; at += largeBytes) yield bytes.subarray(at, at + largeBytes);
  };
  const buffer = bytes.length <= largeBytes ? bytes : undefined;
  return { bytes: bytes.length, sha256: hashOf(bytes), open: () => Readable.from(slices()), buffer };
}

function codeOf({ body }: Answer): string | undefined {
  return errorCodePattern.exec(body.subarray(0, 4096).toString())?.[1];
}

function refusal(name: string, method: string, key: string, answer: Answer): StoreError {
  const { status } = answer;
  const code = codeOf(answer);
  const statusText = code === undefined ? `${status}` : `${status} ${code}`;
  return new StoreError(`${method} ${name}/${key}: the store answered ${statusText}`, { isSent: true, status, code });
}

function reasonOf(cause: unknown): string {
  return errorCode(cause) ?? (cause instanceof Error ? cause.message : String(cause));
}

/** Whether no byte of the request can have left. An open connection fails with the same codes, but in another system call. */
function isUnsent(cause: unknown): boolean {
  if (cause instanceof AggregateError) return cause.errors.every(isUnsent);
  return cause instanceof Error && 'syscall' in cause && connecting.includes(cause.syscall);
}
