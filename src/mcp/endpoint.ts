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

/** Stateless MCP endpoint, for current and legacy protocol revisions. */
export function createEndpoint(log: Log): AnswerMessage {
  const handler = createMcpHandler(
    ({ authInfo }) => {
      // `authInfo` is all that the SDK hands to the factory; its `extra` is free for our use.
      const caller = authInfo?.extra?.caller as Caller | undefined;
      if (caller === undefined) throw new Error('A request to the MCP handler names no caller');
      return createServer(caller, log);
    },
    {
      onerror: (error) => log.debug({ err: error }, 'MCP request refused'),
    },
  );
  return async (request, message, caller, signal) => {
    const { actor } = caller.identity;
    const authInfo = { token: '', clientId: actor.id, scopes: [...actor.rights], extra: { caller } };
    return handler.fetch(await toWebRequest(request as NodeIncomingMessageLike, message, { signal }), {
      authInfo,
      parsedBody: message,
    });
  };
}
