import type { Tool } from './tool.js';
import { readingTools } from './tools/reads.js';
import { writingTools } from './tools/writes.js';

export const tools: readonly Tool[] = [...readingTools, ...writingTools];

export function findTool(name: unknown): Tool | undefined {
  return tools.find((tool) => tool.name === name);
}
