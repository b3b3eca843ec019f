import { withoutTags } from '../html/write.js';
import type { Conflict } from './values.js';

/** Text that puts both sides of a conflict together, to be taken or changed. */
interface Together {
  readonly text: string;
  /** Whether it holds both sides as it is. Other ones hold one side, and are plain text: a person writes the other in. */
  readonly isSuggested: boolean;
}

/** Whether there is nothing to choose, because what both sides added stays. */
export const keepsBoth = ({ kind, mine, theirs }: Conflict): boolean =>
  kind === 'both' && mine == null && theirs == null;

/** @returns `null` where one side has to be chosen */
export function togetherOf({ block, field, kind, base, mine, theirs }: Conflict): Together | null {
  if (kind !== 'both' || typeof mine !== 'string' || typeof theirs !== 'string') return null;
  const text = joined(base, mine, theirs);
  if (text !== null) return { text, isSuggested: true };
  const isTyped = block !== null || field === 'title';
  return isTyped && innerOf(mine) !== null && innerOf(theirs) !== null ? { text: mine, isSuggested: false } : null;
}

/** A text with the changes of both sides. `null` if they overlap, or a value is not a text. */
function joined(base: unknown, mine: unknown, theirs: unknown): string | null {
  if (typeof base !== 'string' || typeof mine !== 'string' || typeof theirs !== 'string') return null;
  const ours = changeOf(base, mine);
  const other = changeOf(base, theirs);
  const [first, last] = ours.from <= other.from ? [ours, other] : [other, ours];
  if (first.to > last.from) return null;
  return base.slice(0, first.from) + first.text + base.slice(first.to, last.from) + last.text + base.slice(last.to);
}

/** The one run of words in which a text differs from another. */
export function changeOf(
  base: string,
  next: string,
): { readonly from: number; readonly to: number; readonly text: string } {
  let from = 0;
  while (from < base.length && base[from] === next[from]) from += 1;
  let end = 0;
  while (end < base.length - from && end < next.length - from && base.at(-1 - end) === next.at(-1 - end)) end += 1;
  while (from > 0 && /[\p{L}\p{N}]/u.test(base[from - 1] ?? '')) from -= 1;
  while (end > 0 && /[\p{L}\p{N}]/u.test(base[base.length - end] ?? '')) end -= 1;
  return { from, to: base.length - end, text: next.slice(from, next.length - end) };
}

const paragraph = /^<(p|h[1-6])>([^<]*)<\/\1>$/;

/** Words of a text that can be typed as such: plain text, or one paragraph without marks; `null` for others. */
export const innerOf = (text: string): string | null =>
  /[<&]/.test(text) ? (paragraph.exec(text)?.[2] ?? null) : text;

export const withInner = (text: string, words: string): string => {
  const [, tag] = paragraph.exec(text) ?? [];
  return tag === undefined ? words : `<${tag}>${words.replace(/&/g, '&amp;').replace(/</g, '&lt;')}</${tag}>`;
};

const entities = { lt: '<', gt: '>', nbsp: '\u00a0', amp: '&' } as const;

export const unescaped = (text: string): string =>
  text.replace(/&(lt|gt|nbsp|amp);/g, (_, name: keyof typeof entities) => entities[name]);

/** Members that say nothing to people. */
const technical = /^(?:id|type|slug|url|position|visibility|variant|style|layout|\w+_(?:ids?|at|by|expansion))$/;

/** A value for people: HTML without its tags; of a list or an object, the words in it, which may be none. */
export const wordsOf = (value: string | number | object): string =>
  typeof value === 'object' ? [...wordsIn(value)].join(' · ') : words(value);

function words(value: unknown): string {
  const text = String(value);
  return text.startsWith('<') ? unescaped(withoutTags(text.replace(/<\/(?:p|li|h\d)>/g, ' '))).trim() : text;
}

function* wordsIn(value: object): Generator<string> {
  for (const [name, member] of Object.entries(value)) {
    if (typeof member === 'object' && member !== null) yield* wordsIn(member);
    else if (typeof member === 'string' && !technical.test(name) && words(member) !== '') yield words(member);
  }
}
