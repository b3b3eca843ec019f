import type { CallToolResult } from '@modelcontextprotocol/server';
import { report } from '../content/schema.js';
import { Violations } from '../content/violations.js';
import type { Caller } from './caller.js';
import type { Arguments, Tool } from './tool.js';

/** @throws PortalError */
export async function callTool(tool: Tool, sent: Arguments, caller: Caller): Promise<CallToolResult> {
  const violations = new Violations();
  report(tool.own, sent, violations);
  violations.throwIfAny();
  const names = new Set(Object.keys(tool.own.properties));
  const entries = Object.entries(sent);
  const own = Object.fromEntries(entries.filter(([name]) => names.has(name)));
  const body = Object.fromEntries(entries.filter(([name]) => !names.has(name)));
  const { operation, input } = tool.toRun(own, body);
  const expected = own.expected_version === undefined ? null : String(own.expected_version);
  const structuredContent = tool.present(await caller.run(operation, input, expected), own);
  // The text says the same, for clients that show agents nothing else.
  return { structuredContent, content: [{ type: 'text', text: JSON.stringify(structuredContent) }] };
}
