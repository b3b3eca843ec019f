import type { Loss, LossKind } from './document.js';
import type { Plan, PlannedPage } from './plan.js';

/** Losses that leave a block as it was meant. */
const mild: ReadonlySet<LossKind> = new Set([
  'looks',
  'front_matter',
  'alignment',
  'heading_format',
  'code_language',
  'note',
]);

/** A loss of the page with a title. */
export interface LossOfPage extends Loss {
  readonly title: string;
}

interface Mend {
  readonly blocks: number;
  /** Blocks that miss something, at most all. */
  readonly toMend: number;
  readonly losses: readonly LossOfPage[];
}

type Counted = Pick<PlannedPage, 'type' | 'title' | 'existing' | 'blocks' | 'lost'>;

/** How many blocks of an import a person has to look at, and what the pages lost. */
export function blocksToMend(pages: readonly Counted[]): Mend {
  const blocks = pages.reduce((sum, page) => sum + page.blocks.length, 0);
  const losses = pages
    .flatMap(({ title, lost }) => lost.map((one) => ({ ...one, title })))
    .filter(({ kind }) => !mild.has(kind));
  return { blocks, toMend: Math.min(blocks, losses.length), losses };
}

interface PageCounts {
  /** Without chapters. */
  readonly pages: number;
  /** New chapters. */
  readonly chapters: number;
}

export const countsOf = (pages: readonly Pick<Counted, 'type' | 'existing'>[]): PageCounts => ({
  pages: pages.filter(({ type }) => type === 'guideline').length,
  chapters: pages.filter(({ type, existing }) => type === 'container' && existing === null).length,
});

/** Whether an import adds nothing because the brand has each of its pages. @param unread documents that could not be read */
export const isAllThere = ({ pages, there }: Pick<Plan, 'pages' | 'there'>, unread: number): boolean =>
  countsOf(pages).pages === 0 && there > 0 && unread === 0;
