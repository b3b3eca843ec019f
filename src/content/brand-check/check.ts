import { walkBlocks } from '../blocks/block-tree.js';
import type { StoredBlock } from '../blocks/block-type.js';
import { fieldTextsOf } from '../blocks/texts.js';
import { Effort, Matcher, TooMuchEffort } from './matcher.js';
import { type CheckedSections, type Rule, rulesOf } from './rules.js';
import { type TextFormat, visibleText } from './visible.js';

/** Upper bound on findings: reading stops there. */
export const maxFindings = 1000;

/** A text to check, and its place. */
export interface CheckedText {
  readonly block: string | null;
  /** `null`: the text that was sent. */
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

/** A check as it crosses a thread. */
export interface CheckRequest {
  readonly sections: CheckedSections;
  readonly texts: readonly CheckedText[];
}

/** Steps of a check, at most: those of a second. No text that people write takes a tenth of them. */
const maxSteps = 10_000_000;

/** `null`: the sections have too many terms. */
const matchers = new WeakMap<CheckedSections, Matcher | null>();

/** Matcher of the sections, kept as long as they are. */
function matcherOf(sections: CheckedSections, maxSteps: number): Matcher | null {
  const known = matchers.get(sections);
  if (known !== undefined) return known;
  const matcher = nullIfTooMuch(() => new Matcher(rulesOf(sections), new Effort(maxSteps)));
  matchers.set(sections, matcher);
  return matcher;
}

/** Breaks of the rules, in the order of the texts; `null` when it takes more steps. */
export function checkTexts({ sections, texts }: CheckRequest, steps = maxSteps): RuleBreak[] | null {
  const matcher = matcherOf(sections, steps);
  return matcher && nullIfTooMuch(() => breaksOf(matcher, texts, new Effort(steps)));
}

function breaksOf(matcher: Matcher, texts: CheckRequest['texts'], effort: Effort): RuleBreak[] {
  const broken: RuleBreak[] = [];
  for (const { block, field, text, format } of texts) {
    effort.read(text.length);
    for (const { start, end, rules } of matcher.matches(visibleText(text, format), effort)) {
      for (const rule of rules) {
        if (broken.length === maxFindings) return broken;
        const found = text.slice(start, end);
        broken.push({ block, field, offset: start, length: end - start, found, rule });
      }
    }
  }
  return broken;
}

function nullIfTooMuch<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof TooMuchEffort) return null;
    throw error;
  }
}

/** The texts of a page, in reading order. */
export function textsOfPage(title: string, blocks: readonly StoredBlock[]): CheckedText[] {
  const texts: CheckedText[] = [{ block: null, field: 'title', text: title, format: 'plain' }];
  for (const { block } of walkBlocks(blocks)) {
    for (const { field, text, isHtml } of fieldTextsOf(block)) {
      texts.push({ block: block.id, field, text, format: isHtml ? 'html' : 'plain' });
    }
  }
  return texts;
}
