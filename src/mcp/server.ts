import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { visibleLines } from '../display-safety.js';
import type { Log } from '../log.js';
import { version } from '../package.js';
import { hideApiKeys } from '../registry/api-key.js';
import { callTool } from './call-tool.js';
import type { Caller } from './caller.js';
import { failureResult, guarded, protocolError } from './failure.js';
import { PlainServer } from './plain-server.js';
import { getPrompt, listPrompts } from './prompts.js';
import { listResources, listTemplates, readResource } from './resources.js';
import { findTool, tools } from './tools.js';

const implementation = { name: 'brand-portal', title: 'Brand Portal', version };

const instructions =
  'The content of one brand: guidelines as pages made of blocks, colours, fonts, media, its corporate language and verified ' +
  'facts. Read before you write: get_page_outline is short, and each answer about a page tells its version, which the next ' +
  'write wants as expected_version. Look up block types with describe_block_types before you write blocks.';

/** What answers the messages of one request. */
export function createServer(caller: Caller, log: Log): PlainServer {
  const server = new PlainServer(implementation, {
    capabilities: { tools: {}, resources: {}, prompts: {} },
    instructions,
  });
  const protocol = <T>(answer: () => Promise<T>, uri?: string): Promise<T> =>
    guarded(log, caller.request.requestId, answer, (error) => {
      throw protocolError(error, uri);
    });

  server.setRequestHandler('tools/list', () =>
    protocol(async () => ({
      tools: tools.filter((tool) => caller.may(tool.operation)).map(({ listed }) => listed),
    })),
  );
  server.setRequestHandler('tools/call', ({ params }) => {
    const tool = findTool(params.name);
    if (tool === undefined)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `Unknown tool: ${visibleLines(hideApiKeys(params.name))}`,
      );
    const call = () => callTool(tool, params.arguments ?? {}, caller).finally(() => caller.settleWrite(false));
    return guarded(log, caller.request.requestId, call, failureResult);
  });
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
