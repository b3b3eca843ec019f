import { isDeepStrictEqual } from 'node:util';
import { asSaid, type Said, say } from '../../../lib/say.js';
import { isHazardousText, isTooLong } from '../../../validation/json-hardening.js';
import { Violations } from '../../../validation/violations.js';
import { readCaption } from '../../blocks/example-caption.js';
import { sanitizeText } from '../../blocks/sanitize-text.js';
import type { Translated } from '../../catalog/paths.js';
import type { Sanitizer } from '../../html/sanitizer.js';
import type { TranslatedText } from '../apply.js';
import type { TextChange } from '../change.js';
import { fingerprintOf } from '../fingerprint.js';
import { matchTexts } from '../match.js';
import { type Writer, wordsIn } from '../overlay.js';
import { reportPageText, reportRecordText } from '../texts.js';
import { type CodedText, codedText, codesOf, htmlOf, nameOf, withoutNonCharacters, wordsOf } from './codes.js';
import type { ReadUnit } from './read.js';
import { printOf } from './unit.js';

/** Reasons why a unit is not taken. */
export const refusals = ['unknown', 'unreadable', 'codes', 'links', 'newer', 'person', 'markup', 'length'] as const;
type RefusalReason = (typeof refusals)[number];

/** Verdict on a unit. */
export type Verdict = { readonly unit: string } & (
  | { readonly is: 'taken'; readonly change: TextChange; readonly isOutdated: boolean }
  | { readonly is: 'same' | 'empty' }
  | {
      readonly is: 'refused';
      readonly reason: RefusalReason;
      readonly say: Said;
      /** The text of the file, and the one that is there. */
      readonly sent: string;
      readonly now: string | null;
    }
);

interface Rules {
  /** Source of the texts; a page: its title, or texts of a block. */
  readonly of: Translated['of'];
  /** Language of the file. */
  readonly tag: string;
  /** Writer of the texts of the file. */
  readonly by: Writer;
  /** Whether texts of a machine replace current texts of people. */
  readonly replace: boolean;
  readonly sanitizer: Sanitizer;
}

export const refusedUnit = (
  { id, target }: Pick<ReadUnit, 'id' | 'target'>,
  reason: RefusalReason,
  said: Said,
  now: string | null = null,
): Verdict => ({ unit: id, is: 'refused', reason, say: said, sent: target === null ? '' : wordsOf(target), now });

/** A unit with the path that its id names in a block. */
export interface PlacedUnit extends ReadUnit {
  readonly path: string;
}

/**
 * Judges the units of one block, or of a page itself or a record.
 *
 * @param texts of the block as they are now
 */
export async function judgeUnits(
  block: string,
  units: readonly PlacedUnit[],
  texts: readonly TranslatedText[],
  rules: Rules,
): Promise<Verdict[]> {
  const items = units.map((unit) => [unit.path, { ...sourceOf(unit, texts, rules.tag), unit }] as const);
  const { found, rest } = matchTexts(texts, items);
  const drafts = texts.flatMap((text) => {
    const item = found.get(text.path);
    return item === undefined ? [] : [new UnitDraft(block, item.unit, text, item.of, rules)];
  });
  await rules.sanitizer.prepare(drafts.flatMap(({ text, words }) => (text.kind === 'html' ? [words] : [])));
  const gone = rest.map(([, { unit }]) => refusedUnit(unit, 'unknown', say`The text that it translates is gone.`));
  return [...drafts.map((draft) => draft.judge()), ...gone];
}

/** Fingerprint and lists of the source that a unit was made of. Without a mark, the file still has the source. */
function sourceOf(unit: PlacedUnit, texts: readonly TranslatedText[], tag: string) {
  const { mark, source, path } = unit;
  if (mark !== null) return mark;
  const text = texts.find((one) => one.path === path);
  if (text?.kind !== 'html') return { ...fingerprintOf(wordsOf(source), false), in: [] };
  const tags = tagsOf(unit, codedText(text, tag).source);
  return { ...fingerprintOf(htmlOf({ parts: source.parts, tags }), true), in: [] };
}

/** Meaning of the codes of a unit: by the file, because those of now may have other numbers; by the source of now, if the file does not say it. */
function tagsOf({ source, target }: ReadUnit, now: CodedText): CodedText['tags'] {
  const isAsNow = isDeepStrictEqual(codesOf(source), codesOf(now));
  return new Map([...(isAsNow ? now.tags : []), ...(target?.tags ?? []), ...source.tags]);
}

class UnitDraft {
  /** The text of the file as it would be stored. */
  readonly words: string;
  /** The texts as they are now. */
  readonly #now: { readonly source: CodedText; readonly target: CodedText | null };
  readonly #sent: CodedText;

  constructor(
    private readonly block: string,
    private readonly unit: ReadUnit,
    readonly text: TranslatedText,
    private readonly of: string,
    private readonly rules: Rules,
  ) {
    this.#now = codedText(text, rules.tag);
    this.#sent = { parts: unit.target?.parts ?? [], tags: tagsOf(unit, this.#now.source) };
    const words = text.kind === 'html' ? htmlOf(this.#sent) : wordsOf(this.#sent).trim();
    this.words = text.prefix === undefined ? words : readCaption(words).text;
  }

  judge(): Verdict {
    const { unit, text, words } = this;
    const { id, target, state, unread } = unit;
    const { stored } = text;
    if (target === null || wordsOf(target).trim() === '') return { unit: id, is: 'empty' };
    if (unread !== null) return this.#refuse('unreadable', say`It has <${unread}>, which is not read.`);
    if (state === 'new' && isDeepStrictEqual(target.parts, unit.source.parts)) return { unit: id, is: 'empty' };
    const now = this.#now.target;
    if (now !== null && stored !== null) {
      const shown = withoutNonCharacters(text.kind === 'html' ? htmlOf(now) : wordsOf(now).trim());
      if (shown === words) return this.#isLookedOver() ? this.#take(wordsIn(stored)) : { unit: id, is: 'same' };
    }
    if (stored !== null && unit.mark?.was !== printOf(stored))
      return this.#refuse('newer', say`The text has been translated since the file was made.`);
    return this.#codeProblem() ?? this.#textProblem() ?? this.#take(words);
  }

  /** Whether an unchanged text was confirmed: it was outdated, or by a machine. */
  #isLookedOver(): boolean {
    const { unit, text, rules, of } = this;
    const isDone = unit.state === 'translated' || unit.state === 'final';
    const isByMachine = rules.by === 'person' && text.stored?.by === 'machine';
    return isDone && of === text.of && (text.stored?.of !== of || isByMachine);
  }

  /** Lost, doubled and other codes; links in another order, because they get their targets by it. */
  #codeProblem(): Verdict | null {
    const base = this.#hasCodesOf(this.#now.target) ? this.#now.target : this.unit.source;
    const sent = this.#sent;
    const tagOfCode = (name: string): string => sent.tags.get(name.split(' ')[0] ?? '') ?? '';
    const named = (names: readonly string[]): string[] => [
      ...new Set(names.map((name) => tagOfCode(name) || name.replace(/ \w+$/, ''))),
    ];
    const lost = without(codesOf(base), codesOf(sent));
    if (lost.length > 0) return this.#refuse('codes', say`It lacks codes of its source: ${named(lost)}.`);
    const more = without(codesOf(sent), codesOf(base));
    if (more.length > 0) return this.#refuse('codes', say`It has codes that its source does not have: ${named(more)}.`);
    if (codesOf(sent).some((name) => nameOf(tagOfCode(name)) === ''))
      return this.#refuse('unreadable', say`The file has lost what its codes are.`);
    if (linksOf(sent, sent.tags) !== linksOf(base, sent.tags))
      return this.#refuse('links', say`Its links are in another order than those of its source.`);
    return null;
  }

  #hasCodesOf(text: CodedText | null): text is CodedText {
    if (text === null || this.text.kind !== 'html') return false;
    return isDeepStrictEqual(codesOf(text).toSorted(), codesOf(this.#sent).toSorted());
  }

  #textProblem(): Verdict | null {
    const { block, text, words, rules } = this;
    const { kind, path, stored } = text;
    const lengths = new Violations();
    if (rules.of !== 'page') reportRecordText(rules.of, path, words, lengths);
    else if (block === '') reportPageText(path, words, lengths);
    if (isTooLong(words) || lengths.any) return this.#refuse('length', say`It is longer than a text may be.`);
    const { clean, problem } = sanitizeText(kind, words, rules.sanitizer);
    if (problem !== null || isHazardousText(words) || clean !== words)
      return this.#refuse('markup', problem?.('text') ?? asSaid('It has markup that a text cannot have.'));
    const isProtected = stored?.by === 'person' && stored.of === text.of;
    if (rules.by === 'machine' && isProtected && !rules.replace)
      return this.#refuse('person', say`A person has written the text, and its source is the same.`);
    return null;
  }

  #take(words: string): Verdict {
    const { block, unit, text, of, rules } = this;
    const { path, in: lists, kind, stored } = text;
    const isSame = stored !== null && wordsIn(stored) === words;
    const by = isSame && rules.by === 'machine' ? stored.by : rules.by;
    const change = { block, path, of, in: lists, isHtml: kind === 'html', text: words, by };
    return { unit: unit.id, is: 'taken', change, isOutdated: of !== text.of };
  }

  #refuse(reason: RefusalReason, said: Said): Verdict {
    const { state, shown, stored } = this.text;
    return refusedUnit(this.unit, reason, said, stored !== null && state !== 'missing' ? shown : null);
  }
}

/** Items of a list that another does not have, or has fewer times. */
function without(list: readonly string[], other: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const item of other) counts.set(item, (counts.get(item) ?? 0) + 1);
  return list.filter((item) => {
    const left = counts.get(item) ?? 0;
    counts.set(item, left - 1);
    return left <= 0;
  });
}

const linksOf = (text: CodedText, tags: CodedText['tags']): string =>
  text.parts
    .flatMap((part) => (typeof part === 'string' || part.at === 'end' ? [] : (tags.get(part.id) ?? [])))
    .filter((tag) => nameOf(tag) === 'a')
    .join('');
