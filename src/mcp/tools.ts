import type { Tool } from './tool.js';
import { addOneBlock, deleteOneBlock, replacePageContent, updateOneBlock } from './tools/blocks.js';
import {
  describeBlocks,
  getBrand,
  getColors,
  getLanguage,
  getMedia,
  listContext,
  replaceLanguage,
} from './tools/brand.js';
import { listAllChanges } from './tools/changes.js';
import {
  compareVersions,
  createOnePage,
  deleteOnePage,
  getOutline,
  getPage,
  listAllPages,
  updateOnePage,
} from './tools/pages.js';
import { searchContent } from './tools/search.js';

/** All that agents can do, in the order in which it is listed. */
export const tools: readonly Tool[] = [
  getBrand,
  getColors,
  getLanguage,
  listContext,
  getMedia,
  searchContent,
  listAllChanges,
  listAllPages,
  getOutline,
  getPage,
  compareVersions,
  describeBlocks,
  createOnePage,
  updateOnePage,
  replacePageContent,
  addOneBlock,
  updateOneBlock,
  deleteOneBlock,
  deleteOnePage,
  replaceLanguage,
];

export function findTool(name: unknown): Tool | undefined {
  return tools.find((tool) => tool.name === name);
}
