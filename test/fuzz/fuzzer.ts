import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { checkAnswer } from '../support/description.js';
import type { Reply } from '../support/portal.js';
import { type FuzzedOperation, operationsOf } from './generate.js';
import { wires } from './hostile.js';
import { Known, type Sent, settle } from './known.js';
import type { FuzzRequest, Json, KeyKind } from './request.js';
import { encode, exchange, type Outcome } from './wire.js';

/** What a connection holds of a body that nobody reads. */
const unreadBytes = 64 * 1024;

export type Keys = Readonly<Record<Exclude<KeyKind, 'none'>, string>>;

export interface Target {
  readonly port: number;
  readonly keys: Keys;
  /** The description as the server gives it. */
  readonly document: Json;
}

/** What a request came to. */
export interface Tried {
  readonly request: FuzzRequest;
  readonly sent: Sent;
  readonly outcome: Outcome;
}

/** Sends made-up requests to a running server and judges the answers. */
export class Fuzzer {
  readonly known = new Known();
  readonly operations: readonly FuzzedOperation[];
  readonly #bodies = new Map<string, ValidateFunction>();

  constructor(readonly target: Target) {
    this.operations = operationsOf(target.document);
    const ajv = new Ajv2020({ strict: false });
    ajv.addSchema(target.document, 'api');
    for (const { name, method, path, bodySchema } of this.operations) {
      if (bodySchema === null) continue;
      const pointer = `/paths/${path.replaceAll('/', '~1')}/${method.toLowerCase()}/requestBody/content/application~1json/schema`;
      this.#bodies.set(name, ajv.compile({ $ref: `api#${pointer}` }));
    }
  }

  /** Looks at the brand, so that requests can mean what is there. */
  async explore(): Promise<void> {
    const get = async (path: string): Promise<Json> => (await this.#get(path))?.body ?? [];
    for (const page of (await get('/pages')).slice(0, 30)) {
      this.known.learn(page);
      const reply = await this.#get(`/pages/${page.id}`);
      this.known.learn(reply?.body);
      this.known.add('etag', reply?.headers.get('etag') ?? '""');
    }
    for (const { id } of await get('/brand/colors')) this.known.add('color', id);
    for (const { id } of await get('/media')) this.known.add('medium', id);
    this.known.add('commit', (await this.#get('/changes'))?.body.version);
    for (const { category } of await get('/brand/context')) this.known.add('category', category);
    for (const section of ['voice', 'terminology', 'company_name', 'notation', 'meta'])
      this.known.add('section', section);
  }

  async #get(path: string): Promise<Reply | null> {
    const bytes = encode('GET', `/api/v1${path}`, this.#headers('write', null), null);
    const outcome = await exchange(bytes, this.target);
    return typeof outcome === 'string' ? null : outcome;
  }

  /** @param requestId sent unless the request has one of its own */
  async send(request: FuzzRequest, requestId?: string): Promise<Tried> {
    const sent = settle(request, this.known);
    const bytes =
      request.input === 'wire'
        ? Buffer.from((wires[request.what] as string).replace('%', `/api/v1${sent.path}`), 'latin1')
        : encode(request.method, `/api/v1${sent.path}`, this.#headersOf(request, sent, requestId), sent.body);
    const outcome = await exchange(bytes, this.target);
    if (typeof outcome !== 'string' && outcome.status < 300) {
      this.known.learn(outcome.body);
      if (request.operation === 'changes.list' && outcome.body !== undefined)
        this.known.add('commit', outcome.body.version);
      const etag = outcome.headers.get('etag');
      if (etag !== null) this.known.add('etag', etag);
    }
    return { request, sent, outcome };
  }

  #headers(key: KeyKind, body: Buffer | null): [string, string][] {
    const authorization = key === 'none' ? {} : { Authorization: `Bearer ${this.target.keys[key]}` };
    const json = body === null ? {} : { 'Content-Type': 'application/json', 'Content-Length': String(body.length) };
    return Object.entries({ Host: '127.0.0.1', Connection: 'close', ...authorization, ...json });
  }

  #headersOf(
    { key }: FuzzRequest,
    { headers, body }: Sent,
    requestId: string | undefined,
  ): (readonly [string, string])[] {
    const own = this.#headers(key, body);
    if (requestId !== undefined) own.push(['X-Request-Id', requestId]);
    const replaced = new Set(headers.map(([name]) => name.toLowerCase()));
    return [...own.filter(([name]) => !replaced.has(name.toLowerCase())), ...headers];
  }

  /** @throws for an answer that must never be */
  judge({ request, sent, outcome }: Tried): void {
    const { input, method } = request;
    if (outcome === 'hangs') throw new Error('the connection hangs');
    if (outcome === 'closed') {
      // A client that goes on sending what nobody reads may lose the answer with the connection.
      if (input === 'wire' || (sent.body?.length ?? 0) > unreadBytes) return;
      throw new Error('the connection was closed without an answer');
    }
    // While its index is built, a search is told to come again.
    if (outcome.status === 503 && request.operation === 'search' && outcome.headers.has('retry-after')) return;
    if (outcome.status >= 500) throw new Error(`${outcome.status} ${outcome.text.slice(0, 500)}`);
    if (input === 'wire') {
      judgeWire(request, outcome);
      return;
    }
    checkAnswer(method, sent.path.replace(/#.*$/s, ''), outcome);
    this.#judgeAcceptance(request, sent, outcome);
  }

  /** What the document does not allow is never accepted. */
  #judgeAcceptance({ operation, method }: FuzzRequest, { body }: Sent, { status }: Reply): void {
    const validate = this.#bodies.get(operation);
    const isOfOperation = this.operations.find(({ name }) => name === operation)?.method === method;
    if (validate === undefined || !isOfOperation || status >= 300 || body === null) return;
    if (!validate(readBody(body))) {
      throw new Error(
        `${status}, although the document does not allow the body: ${JSON.stringify(validate.errors?.slice(0, 5))}`,
      );
    }
  }
}

/**
 * A body as the service takes it: without a byte order mark, its own texts trimmed, and those left blank not there. The id
 * of a block that is none of the page's is passed over, whatever it is.
 */
function readBody(body: Buffer): Json {
  const read = JSON.parse(new TextDecoder().decode(body), (name, value) =>
    name === 'id' && typeof value !== 'string' ? undefined : value,
  );
  if (typeof read !== 'object' || read === null || Array.isArray(read)) return read;
  const trimmed = Object.entries(read).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]);
  return Object.fromEntries(trimmed.filter(([, value]) => value !== ''));
}

/** HTTP's own failures are answered before a request is one: in the form of all failures, without our headers. */
function judgeWire({ operation }: FuzzRequest, { status, headers, body, text }: Reply): void {
  if (status === 200 && operation.startsWith('description.')) return;
  if (status < 400) throw new Error(`${status} to what is no request, or has no key`);
  const isOurs = typeof body?.message === 'string' && Object.keys(body).length === 1;
  if (!isOurs) throw new Error(`${status} ${headers.get('content-type')} without a message: ${text.slice(0, 200)}`);
}

/** A request in a few lines, to be read and sent again. */
export function describeRequest({ request, sent }: Tried): string {
  const { input, what, method, key } = request;
  const headers = sent.headers.map(([name, value]) => `${name}: ${value.slice(0, 100)}`).join('\n');
  const body = sent.body === null ? '' : `${sent.body.length} bytes: ${sent.body.toString().slice(0, 1500)}`;
  return `${input} (${what}), key: ${key}\n${method} ${sent.path.slice(0, 500)}\n${headers}\n${body}`;
}
