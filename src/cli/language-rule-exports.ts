import { toYaml } from '../brand-folder/write-yaml.js';
import { formsOf } from '../content/brand-check/inflection.js';
import type { Rule, Rules } from '../content/brand-check/rules.js';

/** A rule of another tool. There, rules with the same pattern are one rule. */
interface Exported {
  readonly pattern: string;
  readonly ignoresCase: boolean;
  readonly suggestion: string;
  readonly reason: string;
}

/** Rules for prh (https://github.com/prh/prh), which textlint runs. */
export function toPrh(rules: Rules): string {
  const exported = exportedRules(rules).map(({ pattern, ignoresCase, suggestion, reason }) => {
    const note = reason === '' ? {} : { prh: reason };
    return { expected: suggestion, pattern: `/${pattern.replaceAll('/', '\\/')}/${ignoresCase ? 'i' : ''}`, ...note };
  });
  return toYaml({ version: 1, rules: exported });
}

/** A rule file of a style for Vale (https://vale.sh). */
export function toVale(rules: Rules): string {
  const swap = exportedRules(rules).map(({ pattern, ignoresCase, suggestion, reason }) => {
    return [
      `${ignoresCase ? '(?i)' : ''}${pattern}`,
      suggestion || `something else${reason === '' ? '' : ` (${reason})`}`,
    ];
  });
  const head = { extends: 'substitution', message: "Say '%s' instead of '%s'.", level: 'warning', nonword: true };
  return toYaml({ ...head, swap: Object.fromEntries(swap) });
}

function exportedRules({ wrong, right }: Rules): Exported[] {
  const byPattern = new Map<string, Rule[]>();
  for (const rule of wrong) {
    const pattern = patternOf(rule, right);
    byPattern.set(pattern, [...(byPattern.get(pattern) ?? []), rule]);
  }
  const joined = (texts: readonly (string | null)[]): string => [...new Set(texts.filter(Boolean))].join(' / ');
  return [...byPattern].map(([pattern, rules]) => ({
    pattern,
    ignoresCase: rules[0]?.compare === 'words',
    suggestion: joined(rules.map(({ suggestion }) => suggestion)),
    reason: joined(rules.map(({ reason }) => reason)),
  }));
}

/**
 * Regular expression of a rule, for JavaScript, .NET and Vale. It does not match a right text that contains the wrong
 * one.
 */
function patternOf({ text, compare }: Rule, right: readonly string[]): string {
  const words = text.split(/\s+/).map((piece) => {
    const parts = piece.match(/\p{L}[\p{L}\p{M}]*|[^\p{L}]+/gu) ?? [];
    return parts.map((part) => (compare === 'words' ? anyOf(formsOf(part)) : escaped(part))).join('');
  });
  const wrongForm = words.join('\\s+') + (compare === 'name' ? "(?:['’]?s)?" : '');
  const fold = (part: string): string => (compare === 'words' ? part.toLowerCase() : part);
  const exceptions = right.flatMap((rightText) => {
    const start = rightText.length > text.length ? fold(rightText).indexOf(fold(text)) : -1;
    if (start < 0) return [];
    return [`(?!(?<=${escaped(rightText.slice(0, start))})${escaped(rightText.slice(start))})`];
  });
  const word = compare === 'literal' ? null : '\\p{L}\\p{N}';
  const edgeClassOf = (edge: string): string => {
    if (/^\p{L}/u.test(edge)) return `[${word ?? '\\p{L}'}]`;
    return /^\p{N}/u.test(edge) ? `[${word ?? '\\p{N}'}]` : '';
  };
  const before = edgeClassOf(text);
  const behind = edgeClassOf([...text].at(-1) ?? '');
  return `${before && `(?<!${before})`}${exceptions.join('')}${wrongForm}${behind && `(?!${behind})`}`;
}

function anyOf(texts: readonly string[]): string {
  const choices = texts.map(escaped).join('|');
  return texts.length === 1 ? choices : `(?:${choices})`;
}

/** Text as a regular expression with the flag `u`, which refuses needless escapes. */
function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
