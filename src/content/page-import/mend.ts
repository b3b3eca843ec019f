import { onOneLine, withoutHazards } from '../../validation/json-hardening.js';
import { proposalLimits } from '../proposals/format.js';
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
interface LossOfPage extends Loss {
  readonly title: string;
}

export interface Mend {
  readonly blocks: number;
  /** Blocks that miss something, at most all. */
  readonly toMend: number;
  readonly losses: readonly LossOfPage[];
}

type Counted = Pick<PlannedPage, 'type' | 'title' | 'existing' | 'blocks' | 'lost'>;

/** Number of blocks of an import that a person has to look at, and losses of its pages. */
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

/**
 * A line for each loss below a sentence, as many as a note of a proposal holds.
 *
 * @param lines of one loss each
 * @param more says how many losses are not named
 */
export function lossNote(head: string, lines: readonly string[], more: (n: number) => string): string {
  if (lines.length === 0) return '';
  const shown = [head];
  let room = proposalLimits.textLength - head.length - more(lines.length).length - 1;
  for (const one of lines) {
    const line = onOneLine(withoutHazards(one));
    room -= line.length + 1;
    if (room < 0) break;
    shown.push(line);
  }
  const rest = lines.length - (shown.length - 1);
  return [...shown, ...(rest === 0 ? [] : [more(rest)])].join('\n');
}

/** Whether an import adds nothing because the brand has each of its pages. @param unread documents that could not be read */
export const isAllThere = ({ pages, there }: Pick<Plan, 'pages' | 'there'>, unread: number): boolean =>
  countsOf(pages).pages === 0 && there > 0 && unread === 0;
