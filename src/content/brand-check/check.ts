import { Effort } from '../../lib/effort.js';
import { allBlocks } from '../blocks/block-tree.js';
import { fieldTextsOf } from '../blocks/texts.js';
import type { PageFile } from '../page.js';
import { Matcher } from './matcher.js';
import { type CheckedSections, type Rule, rulesOf } from './rules.js';
import { type TextFormat, visibleText } from './visible.js';

/** Upper bound on findings: reading stops there. */
export const maxFindings = 1000;

export interface CheckedText {
  readonly block: string | null;
  /** `null` for a sent text. */
  readonly field: string | null;
  readonly text: string;
  readonly format: TextFormat;
}

export interface RuleBreak {
  readonly block: string | null;
  readonly field: string | null;
  readonly offset: number;
  readonly length: number;
  readonly found: string;
  readonly rule: Rule;
}

export interface CheckRequest {
  readonly sections: CheckedSections;
  readonly texts: readonly CheckedText[];
  /** Language of the texts, by BCP 47. */
  readonly language: string;
}

/** Maximum steps of a check: about a second. No text that people write takes a tenth of it. */
const maxSteps = 10_000_000;

const matchers = new WeakMap<CheckedSections, Matcher>();

/**
 * Matcher of the sections, kept as long as they are.
 *
 * @throws TooMuchEffort
 */
function matcherOf(sections: CheckedSections, steps: number): Matcher {
  const matcher = matchers.get(sections) ?? new Matcher(rulesOf(sections), new Effort(steps));
  matchers.set(sections, matcher);
  return matcher;
}

/**
 * Breaks of the rules, in the order of the texts.
 *
 * @throws TooMuchEffort
 */
export function checkTexts({ sections, texts, language }: CheckRequest, steps = maxSteps): RuleBreak[] {
  const matcher = matcherOf(sections, steps);
  const effort = new Effort(steps);
  const broken: RuleBreak[] = [];
  for (const { block, field, text, format } of texts) {
    effort.read(text.length);
    for (const { start, end, rules } of matcher.matches(visibleText(text, format), language, effort)) {
      for (const rule of rules) {
        if (broken.length === maxFindings) return broken;
        const found = text.slice(start, end);
        broken.push({ block, field, offset: start, length: end - start, found, rule });
      }
    }
  }
  return broken;
}

export function textsOfPage({ title, summary, blocks }: Pick<PageFile, 'title' | 'summary' | 'blocks'>): CheckedText[] {
  const texts: CheckedText[] = [{ block: null, field: 'title', text: title, format: 'plain' }];
  if (summary !== null) texts.push({ block: null, field: 'summary', text: summary, format: 'plain' });
  for (const block of allBlocks(blocks)) {
    for (const { field, text, isHtml } of fieldTextsOf(block)) {
      texts.push({ block: block.id, field, text, format: isHtml ? 'html' : 'plain' });
    }
  }
  return texts;
}
