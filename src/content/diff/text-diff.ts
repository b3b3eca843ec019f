import type { Effort } from '../../lib/effort.js';
import { DiffLimit } from './limit.js';
import type { Mark, MarkedText } from './marked.js';
import { append, type GrowingHunk, type Hunk, hunksOf, TextNumbers } from './sequence.js';

/** Scripts that put no blanks between words: each letter is one. */
const unspaced =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}';

const letter = `[[\\p{L}\\p{N}]--[${unspaced}]]`;

/** A word, blanks between words, or another character with its combining marks. */
const token = new RegExp(
  `${letter}(?:${letter}|\\p{M}|['’](?=${letter}))*|\\s+|\\S(?:[\\p{M}\\p{Emoji_Modifier}\\u200d\\ufe0f]|(?<=\\u200d)\\S)*`,
  'gv',
);

/** @throws TooMuchEffort */
export function wordsOf(text: string, effort: Effort): string[] {
  effort.read(text.length);
  const words = text.match(token) ?? [];
  effort.spend(2 * words.length);
  return words;
}

/** Share of equal characters below which a text is replaced: single equal words say nothing. */
const minShared = 0.2;

/**
 * Difference of two texts, word by word.
 *
 * @returns `null` when they are too different to mark within `limit`
 */
export function diffText(before: string, after: string, limit = new DiffLimit()): readonly MarkedText[] | null {
  if (before === after) return marked([[after, 'same']]);
  return limit.within(before.length + after.length, (effort) => {
    const keys = new TextNumbers();
    const hunks = hunksOf(wordsOf(before, effort), wordsOf(after, effort), (word) => keys.of(word), effort);
    const whole = { isSame: false, before: [before], after: [after] };
    const shown = isAlike(hunks, before, after) ? withoutLoneBlanks(hunks, (word) => word) : [whole];
    return marked(shown.flatMap(partsOf));
  });
}

function partsOf({ isSame, before, after }: Hunk<string>): [string, Mark][] {
  if (isSame) return [[after.join(''), 'same']];
  return [
    [before.join(''), 'removed'],
    [after.join(''), 'added'],
  ];
}

function marked(parts: readonly [text: string, mark: Mark][]): MarkedText[] {
  return parts.filter(([text]) => text !== '').map(([text, mark]) => ({ text, mark }));
}

function isAlike(hunks: readonly Hunk<string>[], before: string, after: string): boolean {
  let shared = 0;
  for (const { isSame, after: words } of hunks) if (isSame) for (const word of words) shared += word.trim().length;
  return shared >= minShared * Math.min(before.length, after.length);
}

/** Blanks between two changed words belong to the change: `old words` is replaced by `new ones` as a whole. */
export function withoutLoneBlanks<Item>(
  hunks: readonly Hunk<Item>[],
  wordOf: (item: Item) => string | null,
): Hunk<Item>[] {
  const isBlank = (item: Item): boolean => wordOf(item)?.trim() === '';
  const isText = (item: Item | undefined): boolean => item === undefined || wordOf(item) !== null;
  const merged: GrowingHunk<Item>[] = [];
  for (const [at, hunk] of hunks.entries()) {
    const last = merged.at(-1);
    const next = hunks[at + 1];
    const isBetween = hunk.isSame && last?.isSame === false && next !== undefined && hunk.after.every(isBlank);
    const ends = [last?.before.at(-1), last?.after.at(-1), next?.before[0], next?.after[0]];
    const isLone = isBetween && ends.every(isText);
    if (last?.isSame === false && (!hunk.isSame || isLone)) append(last, hunk);
    else merged.push({ ...hunk, before: [...hunk.before], after: [...hunk.after] });
  }
  return merged.flatMap((hunk) => (hunk.isSame ? [hunk] : withoutCommonEnd(hunk, isBlank, wordOf)));
}

/** Both versions may end with the same blank, which then did not change. */
function withoutCommonEnd<Item>(
  { before, after }: Hunk<Item>,
  isBlank: (item: Item) => boolean,
  wordOf: (item: Item) => string | null,
): Hunk<Item>[] {
  const older = before.at(-1);
  const newer = after.at(-1);
  const isCommon = older !== undefined && newer !== undefined && isBlank(older) && wordOf(older) === wordOf(newer);
  if (!isCommon) return [{ isSame: false, before, after }];
  return [
    { isSame: false, before: before.slice(0, -1), after: after.slice(0, -1) },
    { isSame: true, before: [older], after: [newer] },
  ];
}
