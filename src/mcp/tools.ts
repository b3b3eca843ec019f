import type { Tool } from './tool.js';
import { proposalTools } from './tools/proposals.js';
import { readingTools } from './tools/reads.js';
import { writingTools } from './tools/writes.js';

export const tools: readonly Tool[] = [...readingTools, ...writingTools, ...proposalTools];

export function findTool(name: unknown): Tool | undefined {
  return tools.find((tool) => tool.name === name);
}
