import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import { type NodeIncomingMessageLike, toWebRequest } from '@modelcontextprotocol/node';
import {
  createMcpHandler,
  localhostAllowedHostnames,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import { PortalError } from '../lib/errors.js';
import { isObject } from '../lib/json.js';
import type { Log } from '../log.js';
import type { Right } from '../registry/records.js';
import type { Caller } from './caller.js';
import { createServer } from './server.js';
import { findTool } from './tools.js';

/** Answers one message of a caller. @param signal aborted when the client leaves */
type Endpoint = (request: IncomingMessage, message: unknown, caller: Caller, signal: AbortSignal) => Promise<Response>;

/** Endpoint of the protocol, in its newest revision and earlier ones. Stateless. */
export function createEndpoint(log: Log): Endpoint {
  const callers = new WeakMap<object, Caller>();
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const caller = authInfo === undefined ? undefined : callers.get(authInfo.extra as object);
      if (caller === undefined) throw new Error('A request to the MCP handler names no caller');
      return createServer(caller, log);
    },
    {
      onerror: (error) => log.debug({ err: error }, 'MCP request refused'),
    },
  );
  return async (request, message, caller, signal) => {
    const { actor } = caller.identity;
    const extra = {};
    callers.set(extra, caller);
    const authInfo = { token: '', clientId: actor.id, scopes: [...actor.rights], extra };
    return handler.fetch(await toWebRequest(request as NodeIncomingMessageLike, message, { signal }), {
      authInfo,
      parsedBody: message,
    });
  };
}

/** Purpose of a message. */
interface Purpose {
  /** `null`: it tells nothing of the brand's content. */
  readonly right: Right | null;
  /** Name in the log: the operation, or the method where there are several. */
  readonly name?: string;
}

const readingMethods: readonly unknown[] = ['resources/list', 'resources/read', 'prompts/get'];

export function purposeOf(message: unknown): Purpose {
  const { method, params } = isObject(message) ? message : {};
  if (readingMethods.includes(method)) return { right: 'read', name: String(method) };
  const tool = method === 'tools/call' && isObject(params) ? findTool(params.name) : undefined;
  return tool === undefined ? { right: null } : { right: tool.operation.right, name: tool.operation.name };
}

/** The machine's own names and further ones, without ports, as a URL spells them: in lower case, IPv6 in brackets. */
export function knownHosts(hosts: readonly string[]): string[] {
  const spelled = hosts.map((host) => {
    const url = `http://${isIPv6(host) ? `[${host}]` : host}`;
    return URL.canParse(url) ? new URL(url).hostname : host;
  });
  return [...localhostAllowedHostnames(), ...spelled];
}

/** RFC 9110, section 7.2: a name and perhaps a port. Credentials, say, a URL parser takes, too, before the name it finds. */
const hostForm = /^(?:\[[\da-f:.]+\]|[^\s@:/?#[\]\\]+)(?::\d*)?$/i;

/**
 * Protection against DNS rebinding, by which a browser is sent here for another site: only known names are answered.
 *
 * @param known as `knownHosts` gives them
 * @throws `forbidden`
 */
export function requireKnownHost(headers: IncomingMessage['headers'], known: string[]): void {
  if (!hostForm.test(headers.host ?? '') || !validateHostHeader(headers.host, known).ok) {
    throw new PortalError(
      'forbidden',
      'This host name is not known here. It can be added to mcp_hosts in the configuration.',
    );
  }
  if (!validateOriginHeader(headers.origin, known).ok) {
    throw new PortalError('forbidden', 'Requests from this origin are not accepted.');
  }
}

/** Nesting that is walked; no call needs as much. */
const maxLevels = 100;

/** Level of a call's arguments: down to there the library drops a `__proto__`, below it the operation refuses one. */
const argumentsLevel = 2;

/** @throws `bad_request` unless the value is one message */
export function requireOneMessage(value: unknown): void {
  if (Array.isArray(value))
    throw new PortalError('bad_request', 'Batches are not accepted: send one message a request.');
  if (!isObject(value)) throw new PortalError('bad_request', 'A message is a JSON object.');
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxLevels) throw new PortalError('bad_request', `A message nests at most ${maxLevels} levels.`);
    if (depth <= argumentsLevel && level.some((item) => isObject(item) && Object.hasOwn(item, '__proto__'))) {
      throw new PortalError('bad_request', 'A message has no members called __proto__.');
    }
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
  }
}
