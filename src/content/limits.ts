import { message, type Violations } from '../validation/violations.js';

/** Limits of one brand. They do not apply to pushed content. */
export interface BrandLimits {
  /** Upper bound on the pages, those in the trash included. */
  readonly pages: number;
  readonly contextEntries: number;
  readonly media: number;
}

export const defaultBrandLimits: BrandLimits = { pages: 100_000, contextEntries: 10_000, media: 100_000 };

export const maxBlocksInList = 200;
export const maxBlocksOnPage = 1000;
export const maxBlockLevels = 4;

/**
 * Reports blocks nested too deep.
 *
 * @param level 1 for the list of a page
 * @returns whether the depth is allowed
 */
export function checkBlockDepth(level: number, path: string, violations: Violations): boolean {
  if (level > maxBlockLevels) violations.add(path, message.blockDepth(path, maxBlockLevels));
  return level <= maxBlockLevels;
}

export function checkBlockTotal(count: number, violations: Violations): boolean {
  if (count > maxBlocksOnPage) violations.add('blocks', message.blocksOnPage('blocks', maxBlocksOnPage));
  return count <= maxBlocksOnPage;
}

export function checkListLength(length: number, path: string, violations: Violations): boolean {
  if (length > maxBlocksInList) violations.add(path, message.maxItems(path, maxBlocksInList));
  return length <= maxBlocksInList;
}
