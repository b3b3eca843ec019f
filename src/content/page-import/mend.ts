import type { LossKind } from './document.js';
import type { Plan } from './plan.js';

/** Losses that leave a block as it was meant. */
const mild: ReadonlySet<LossKind> = new Set([
  'looks',
  'front_matter',
  'alignment',
  'heading_format',
  'code_language',
  'note',
]);

interface Mend {
  readonly blocks: number;
  /** Blocks that miss something, at most all. */
  readonly toMend: number;
}

/** How many blocks of an import a person has to look at. */
export function blocksToMend({ pages }: Pick<Plan, 'pages'>): Mend {
  const blocks = pages.reduce((sum, page) => sum + page.blocks.length, 0);
  const losses = pages.flatMap(({ lost }) => lost).filter(({ kind }) => !mild.has(kind));
  return { blocks, toMend: Math.min(blocks, losses.length) };
}
