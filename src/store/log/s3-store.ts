import { createHash } from 'node:crypto';
import { once } from 'node:events';
import * as http from 'node:http';
import * as https from 'node:https';
import aws4 from 'aws4';
import { errorCode } from '../../system-error.js';
import { noteProgress } from '../wait-budget.js';
import { type CreateOutcome, type ObjectStore, StoreError } from './object-store.js';

export interface S3Options {
  readonly bucket: string;
  /** Prefix of all keys, without a slash at either end; may be empty. */
  readonly prefix: string;
  /** Origin of the store; by default that of AWS in the region. */
  readonly endpoint?: string | undefined;
  readonly region: string;
  /** `http://host/bucket/key`, not `http://bucket.host/key`. */
  readonly pathStyle: boolean;
  /** Time-out of one attempt, until the first byte of the answer and between two parts of it; a second more for each MiB sent. */
  readonly timeoutMs: number;
  /** Called for each request: they may be rotated. */
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

const maxConnections = 64;

/** A larger body is a transfer, whose progress counts. */
const largeBytes = 256 * 1024;

const errorCodeForm = /<Code>([A-Za-z0-9.]{1,100})<\/Code>/;

/** System calls before a request is sent. */
const connecting: readonly unknown[] = ['connect', 'getaddrinfo'];

/** Answers with it come from the store, and not from a proxy. Some stores never send it. */
const requestIdHeader = 'x-amz-request-id';

/**
 * S3 client, signed with AWS Signature Version 4. No retries: a create is not idempotent, and a hidden retry would find its own first
 * attempt and report `exists`.
 */
export class S3Store implements ObjectStore {
  readonly name: string;
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
    const answer = await this.#send('PUT', key, bytes, { 'If-None-Match': '*' });
    if (answer.status === 412) return 'exists';
    this.#requireStored(key, answer);
    return 'created';
  }

  async put(key: string, bytes: Buffer): Promise<void> {
    this.#requireStored(key, await this.#send('PUT', key, bytes, {}));
  }

  /** Some stores send failures with the status 200: a stored object has an ETag as well. */
  #requireStored(key: string, answer: Answer): void {
    if (answer.status !== 200 || answer.headers.etag === undefined) throw refusal(this.name, 'PUT', key, answer);
  }

  async get(key: string): Promise<Buffer | null> {
    const answer = await this.#send('GET', key, null, {});
    if (answer.status === 200) return answer.body;
    if (answer.status === 404 && codeOf(answer) === 'NoSuchKey') {
      this.#namesRequests ??= requestIdHeader in answer.headers;
      return null;
    }
    throw refusal(this.name, 'GET', key, answer);
  }

  /** A HEAD has no body with the error's code: its 404 counts when it has a request id, which a proxy's has not; else a GET decides. */
  async has(key: string): Promise<boolean> {
    const answer = await this.#send('HEAD', key, null, {});
    if (answer.status === 200) return true;
    if (answer.status === 404) return this.#namesRequests === true ? false : (await this.get(key)) !== null;
    throw refusal(this.name, 'HEAD', key, answer);
  }

  close(): void {
    this.#agent.destroy();
  }

  #send(method: string, key: string, body: Buffer | null, headers: Record<string, string>): Promise<Answer> {
    const { bucket, prefix, pathStyle, region, credentials, timeoutMs } = this.options;
    const names = [...(pathStyle ? [bucket] : []), ...(prefix === '' ? [] : prefix.split('/')), ...key.split('/')];
    const base = this.#endpoint.pathname.replace(/\/$/, '');
    const path = `${base}/${names.map(encodeURIComponent).join('/')}`;
    const content = body ?? Buffer.alloc(0);
    const signed = aws4.sign(
      {
        service: 's3',
        region,
        method,
        host: this.#endpoint.host,
        path,
        headers: {
          ...headers,
          'X-Amz-Content-Sha256': createHash('sha256').update(content).digest('hex'),
          ...(body === null ? {} : { 'Content-Length': body.length, 'Content-Type': 'application/octet-stream' }),
        },
      },
      credentials(),
    );
    const attemptMs = timeoutMs + Math.ceil((content.length / (1024 * 1024)) * 1000);
    const { request } = this.#endpoint.protocol === 'https:' ? https : http;
    return new Promise((resolve, reject) => {
      const failed = (cause: unknown, isSent = !isUnsent(cause)): void => {
        clearTimeout(timer);
        const problem = `${method} ${this.name}/${key} at ${this.#endpoint.origin}: ${reasonOf(cause)}`;
        reject(new StoreError(problem, { isSent, cause }));
      };
      const outgoing = request({
        method,
        path,
        protocol: this.#endpoint.protocol,
        hostname: this.#endpoint.hostname.replace(/^\[|\]$/g, ''),
        port: this.#endpoint.port,
        headers: signed.headers,
        agent: this.#agent,
      });
      const timer = setTimeout(() => {
        const late = new Error('no answer in time');
        // A request that waits for a connection is not sent, and its `error` comes only with one.
        failed(late, outgoing.socket !== null);
        outgoing.destroy(late);
      }, attemptMs);
      outgoing
        .once('error', (error) => failed(error))
        .once('response', (response) => {
          const parts: Buffer[] = [];
          let size = 0;
          response
            .on('data', (part: Buffer) => {
              timer.refresh();
              parts.push(part);
              size += part.length;
              if (size > largeBytes) noteProgress();
            })
            .once('error', (error) => failed(error))
            .once('end', () => {
              clearTimeout(timer);
              const { statusCode: status = 0, headers } = response;
              if (this.#namesRequests === true && !(requestIdHeader in headers)) {
                failed(new Error(`${status} of a proxy, not of the store`));
              } else resolve({ status, headers, body: Buffer.concat(parts) });
            });
        });
      if (content.length <= largeBytes) outgoing.end(body ?? undefined);
      else void sendInParts(outgoing, content);
    });
  }
}

/** Sends a large body in parts, each of them noted as progress. A failure is reported by the request's own events. */
async function sendInParts(outgoing: http.ClientRequest, content: Buffer): Promise<void> {
  try {
    for (let at = 0; at < content.length; at += largeBytes) {
      if (!outgoing.write(content.subarray(at, at + largeBytes))) await once(outgoing, 'drain');
      noteProgress();
    }
    outgoing.end();
  } catch {}
}

function codeOf({ body }: Answer): string | undefined {
  return errorCodeForm.exec(body.subarray(0, 4096).toString())?.[1];
}

function refusal(name: string, method: string, key: string, answer: Answer): StoreError {
  const { status } = answer;
  const code = codeOf(answer);
  const said = code === undefined ? `${status}` : `${status} ${code}`;
  return new StoreError(`${method} ${name}/${key}: the store answered ${said}`, { isSent: true, status, code });
}

function reasonOf(cause: unknown): string {
  return errorCode(cause) ?? (cause instanceof Error ? cause.message : String(cause));
}

/** Whether no byte of the request can have left. An open connection fails with the same codes, but in another system call. */
function isUnsent(cause: unknown): boolean {
  if (cause instanceof AggregateError) return cause.errors.every(isUnsent);
  return cause instanceof Error && 'syscall' in cause && connecting.includes(cause.syscall);
}
