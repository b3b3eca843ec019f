import type { Caller } from './caller.js';
import type { Tool } from './tool.js';
import { connectorTools } from './tools/finds.js';
import { proposalTools, reportTool } from './tools/proposals.js';
import { readingTools } from './tools/reads.js';
import { writingTools } from './tools/writes.js';

export const tools: readonly Tool[] = [...readingTools, reportTool, ...writingTools, ...proposalTools];

export const toolsAt = ({ isConnector }: Pick<Caller['door'], 'isConnector'>): readonly Tool[] =>
  isConnector ? connectorTools : tools;

export function findTool(name: unknown, of = tools): Tool | undefined {
  return of.find((tool) => tool.name === name);
}
