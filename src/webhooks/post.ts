import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import { type IncomingHttpHeaders, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { noted } from '../lib/say.js';
import { errorCode } from '../lib/system-error.js';
import { type AddressRule, withoutBrackets } from '../registry/webhook-url.js';

/** Timeout, in milliseconds, from the look-up of the name to the end of the response. */
const timeoutMs = 15_000;

/** Upper bound on the bytes read of an answer's body. It is read because receivers fail that cannot send all of it. */
const maxRead = 64 * 1024;

/** Signature of `lookup` in `node:dns`. */
export type Resolve = (
  host: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export interface PostOptions {
  readonly rule: AddressRule;
  readonly signal?: AbortSignal | undefined;
  /** Look-up of names. Default: that of the system. */
  readonly resolve?: Resolve | undefined;
  readonly timeoutMs?: number | undefined;
}

/** A receiver's answer, or why there is none. The reason contains nothing of the request. */
export type Posted = { readonly status: number } | { readonly failure: string };

class RefusedAddress extends Error {}

const refusal = noted`its address is not one that webhooks may be sent to (webhook_allow)`;

/** POST, of JSON unless the headers say otherwise, to an address that the rule allows. Never follows a redirect, and never rejects. */
export async function post(
  address: string,
  body: string,
  headers: Readonly<Record<string, string>>,
  options: PostOptions,
): Promise<Posted> {
  const sent = { 'Content-Type': 'application/json', ...headers, 'Content-Length': String(Buffer.byteLength(body)) };
  const answer = await request(address, { method: 'POST', headers: sent, body }, options);
  return 'failure' in answer ? answer : { status: answer.status };
}

interface Message {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** At most a little more than `maxRead`. */
  readonly body: Buffer;
}

/** Sends any message by the same rules as `post`. */
export async function request(
  address: string,
  { method, headers, body }: Message,
  { rule, signal, resolve = lookup, timeoutMs: limitMs = timeoutMs }: PostOptions,
): Promise<Answered | { readonly failure: string }> {
  const url = new URL(address);
  if (!rule.couldAllow(url)) return { failure: refusal };
  const host = withoutBrackets(url.hostname);
  const isPlain = url.protocol === 'http:';
  const timeout = AbortSignal.timeout(limitMs);
  const ends = signal === undefined ? timeout : AbortSignal.any([timeout, signal]);
  const options = {
    method,
    headers,
    // Always a new connection, never one that was made for another look-up.
    agent: false,
    lookup: checkedLookup((found) => rule.allows(host, found, isPlain), resolve),
    signal: ends,
  } as const;
  return new Promise((settle) => {
    const outgoing = (isPlain ? plainRequest : secureRequest)(url, options);
    const parts: Buffer[] = [];
    let answered: Omit<Answered, 'body'> | undefined;
    const done = (): void => {
      if (answered !== undefined) settle({ ...answered, body: Buffer.concat(parts) });
    };
    outgoing.on('error', (error) => {
      done();
      settle({ failure: reasonOf(error, timeout.aborted, limitMs) });
    });
    // Without a listener, Node closes the connection and emits only `close`.
    outgoing.on('upgrade', ({ statusCode = 0, headers: sent }, socket) => {
      socket.destroy();
      answered = { status: statusCode, headers: sent };
      done();
    });
    outgoing.on('response', (response) => {
      answered = { status: response.statusCode ?? 0, headers: response.headers };
      const end = (): void => {
        done();
        response.destroy();
      };
      let read = 0;
      response.on('data', (part: Buffer) => {
        parts.push(part);
        read += part.length;
        if (read > maxRead) end();
      });
      response.on('end', end).on('error', end).on('close', end);
    });
    outgoing.end(body);
  });
}

/** Look-up for a connection, which uses the checked address, so that nothing changes between check and use. */
function checkedLookup(isAllowed: (address: string) => boolean, resolve: Resolve): LookupFunction {
  return (host, options, callback) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, '', 0);
      const allowed = addresses.filter(({ address }) => isAllowed(address));
      const [first] = allowed;
      if (first === undefined) return callback(new RefusedAddress(), '', 0);
      if (options.all) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };
}

const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: noted`no server has this name`,
  ECONNREFUSED: noted`nothing listens at this address`,
  ECONNRESET: noted`the server broke the connection off`,
  ETIMEDOUT: noted`the server did not answer in time`,
};

function reasonOf(error: Error, isLate: boolean, limitMs: number): string {
  if (error instanceof RefusedAddress) return refusal;
  if (isLate) return noted`no answer within ${limitMs / 1000} s`;
  const code = errorCode(error);
  if (code === undefined) return noted`the connection failed`;
  const words = reasons[code];
  return words === undefined ? noted`the connection failed: ${code}` : noted`${words} (${code})`;
}
