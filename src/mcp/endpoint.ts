import type { IncomingMessage } from 'node:http';
import { type NodeIncomingMessageLike, toWebRequest } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Log } from '../log.js';
import type { Caller } from './caller.js';
import { createServer } from './server.js';

/** Answers one message of a caller. @param signal aborted when the client leaves */
type AnswerMessage = (
  request: IncomingMessage,
  message: unknown,
  caller: Caller,
  signal: AbortSignal,
) => Promise<Response>;

/** Endpoint of the protocol, in its newest revision and earlier ones. Stateless. */
export function createEndpoint(log: Log): AnswerMessage {
  // The SDK passes nothing of ours to the factory but `authInfo`, whose fields it prescribes: its `extra` is the key to the caller.
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
