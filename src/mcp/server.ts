import type { IncomingMessage } from 'node:http';
import { type NodeIncomingMessageLike, toWebRequest } from '@modelcontextprotocol/node';
import {
  type CallToolResult,
  createMcpHandler,
  type JSONRPCRequest,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { visibleLines } from '../lib/display-safety.js';
import { version } from '../lib/package.js';
import { hideApiKeys } from '../lib/redaction.js';
import type { Log } from '../log.js';
import type { Caller } from './caller.js';
import { failureResult, guarded, protocolError } from './failure.js';
import { getPrompt, listPrompts } from './prompts.js';
import { listResources, listTemplates, readResource } from './resources.js';
import { type Fields, image, type Tool } from './tool.js';
import { findTool, toolsAt } from './tools.js';

const implementation = { name: 'brand-portal', title: 'Brand Portal', version };

const instructions =
  'The content of one brand: guidelines as pages made of blocks, colours, fonts, media, its corporate language and verified ' +
  'facts. Read before you write: get_page_outline is short, and each answer about a page has its version, which the next ' +
  'write takes as expected_version. Look up block types with describe_block_types before you write blocks, or send markdown. ' +
  'A proposal is a change that people review before it is live: with the right to propose only, each write goes into one, whose ' +
  'number its answer has; read with that number, and submit_proposal when it is whole. ' +
  'What a write cannot keep is named in its answer: fields of blocks in ignored_fields, parts of Markdown, by line, in markdown_lost.';

const connectorInstructions =
  'The guidelines, corporate language, verified facts and media of one brand: search finds them, fetch returns the text of one.';

/** Creates the server for the messages of one request. */
function createServer(caller: Caller, log: Log): Server {
  const { isConnector } = caller.door;
  const tools = toolsAt(caller.door);
  const server = new PlainServer(implementation, {
    capabilities: isConnector ? { tools: {} } : { tools: {}, resources: {}, prompts: {} },
    instructions: isConnector ? connectorInstructions : instructions,
  });
  const protocol = <T>(answer: () => Promise<T>, uri?: string): Promise<T> =>
    guarded(log, caller, answer, (error) => {
      throw protocolError(error, uri);
    });

  server.setRequestHandler('tools/list', () =>
    protocol(async () => ({
      tools: tools
        .filter(({ operation, translated }) => caller.may(operation) || (translated && caller.may(translated)))
        .map(({ listed }) => listed),
    })),
  );
  server.setRequestHandler('tools/call', ({ params }) => {
    const tool = findTool(params.name, tools);
    if (tool === undefined)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `Unknown tool: ${visibleLines(hideApiKeys(params.name))}`,
      );
    const call = () => callTool(tool, params.arguments ?? {}, caller).finally(() => caller.settleWrite(false));
    return guarded(log, caller, call, (error) => failureResult(error, tool.operation.effect));
  });
  if (isConnector) return server;
  server.setRequestHandler('resources/list', ({ params }) => protocol(() => listResources(caller, params?.cursor)));
  server.setRequestHandler('resources/templates/list', () =>
    protocol(async () => ({ resourceTemplates: listTemplates(caller) })),
  );
  server.setRequestHandler('resources/read', ({ params }) => {
    return protocol(() => readResource(caller, params.uri), params.uri);
  });
  server.setRequestHandler('prompts/list', () => protocol(async () => ({ prompts: listPrompts(caller) })));
  server.setRequestHandler('prompts/get', ({ params }) => {
    return protocol(() => getPrompt(caller, params.name, params.arguments));
  });
  return server;
}

/** @throws PortalError */
async function callTool(tool: Tool, sent: Fields, caller: Caller): Promise<CallToolResult> {
  const { [image]: shown, ...structuredContent } = await tool.call(sent, caller);
  const images = shown === undefined ? [] : [{ type: 'image' as const, ...shown }];
  // The text repeats the structured content for clients that show agents only texts.
  const content = [...images, { type: 'text' as const, text: JSON.stringify(structuredContent) }];
  return tool.listed.outputSchema === undefined ? { content } : { structuredContent, content };
}

type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

/**
 * Refuses parameters that do not fit their method with one sentence. The library would send the whole report of its
 * validator, and for most methods as an internal error. Our handlers throw only `ProtocolError`.
 */
class PlainServer extends Server {
  protected override _wrapHandler(method: string, handler: Handler): Handler {
    const wrapped = super._wrapHandler(method, handler);
    return async (request, context) => {
      try {
        return await wrapped(request, context);
      } catch (error) {
        if (error instanceof ProtocolError && !error.message.startsWith(`Invalid ${method} request`)) throw error;
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `The parameters of ${method} are missing or wrong.`);
      }
    };
  }
}

/**
 * Answers one message of a caller.
 *
 * @param signal aborted when the client leaves
 */
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
      // The SDK passes only `authInfo` to the factory. Its member `extra` is free for our use.
      const caller = authInfo?.extra?.caller as Caller | undefined;
      if (caller === undefined) throw new Error('A request to the MCP handler has no caller');
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
