import { pictureProblem } from '../content/media.js';
import type { PageFile } from '../content/page.js';
import { reportCover } from '../content/page-rules.js';
import type { Violations } from '../validation/violations.js';
import type { BrandView } from './engine/view.js';

/**
 * Reports a cover that a page cannot newly have.
 *
 * @param pages versions of the page, whose covers stay valid
 */
export function checkCover(
  { available }: Pick<BrandView, 'available'>,
  cover: number | null | undefined,
  pages: readonly PageFile[],
  violations: Violations,
): void {
  if (!pages.some((page) => page.cover === cover))
    reportCover(cover, (id) => pictureProblem(available, id), violations);
}
