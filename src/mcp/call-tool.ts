import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Caller } from './caller.js';
import type { Fields, Tool } from './tool.js';

/** @throws PortalError */
export async function callTool(tool: Tool, sent: Fields, caller: Caller): Promise<CallToolResult> {
  const structuredContent = await tool.call(sent, caller);
  // The text says the same, for clients that show agents nothing else.
  return { structuredContent, content: [{ type: 'text', text: JSON.stringify(structuredContent) }] };
}
