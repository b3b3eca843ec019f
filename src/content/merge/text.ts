import { TextNumbers } from '../diff/sequence.js';
import { linesOf } from '../file-codec.js';
import { mergeSequences, type Part, type WorkBudget } from './three-way.js';

/** White space says nothing here, unless it is preformatted. */
const isLoose = (text: string): boolean => !/<pre\b/i.test(text);

/**
 * Merge of a text by its sentences and elements.
 *
 * @param isHtml white space that differs does not make two sentences
 * @returns `null` when two versions are too different
 */
export function mergeTexts(
  [base, mine, theirs]: readonly [base: string, mine: string, theirs: string],
  isHtml: boolean,
  work: WorkBudget,
): Part<string>[] | null {
  const keys = new TextNumbers();
  const loose = isHtml && [base, mine, theirs].every(isLoose);
  const known = new Map<string, number>();
  const keyOf = (line: string): number => {
    const key = known.get(line) ?? keys.of(loose ? line.replaceAll(/\s+/g, ' ').trim() : line);
    known.set(line, key);
    return key;
  };
  return mergeSequences(linesOf(base), linesOf(mine), linesOf(theirs), keyOf, work);
}
