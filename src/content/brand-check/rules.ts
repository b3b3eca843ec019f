import { isObject, listIn, objectsIn } from '../../lib/json.js';
import type { SectionName } from '../catalog/paths.js';
import type { Section } from '../language.js';

/** Kinds of rules, and the place of each in its section. */
export const ruleKinds = ['preferred', 'forbidden', 'never', 'former_names', 'examples'] as const;
type RuleKind = (typeof ruleKinds)[number];

/** A wording that the corporate language calls wrong. */
export interface Rule {
  readonly kind: RuleKind;
  readonly section: SectionName;
  /** Its place in the section, such as `preferred.0.instead_of.1`. */
  readonly field: string;
  readonly text: string;
  /** `words`: in any case and form; `name`: with its case, or in the genitive; `literal`: character by character. */
  readonly compare: 'words' | 'name' | 'literal';
  /** Wording that the language prefers; `null` if it names none. */
  readonly suggestion: string | null;
  readonly reason: string | null;
}

export type CheckedSections = Readonly<Record<'terminology' | 'company_name' | 'notation', Section>>;

export interface Rules {
  readonly wrong: readonly Rule[];
  /** Allowed terms, inside which forbidden words are not reported: `Nordlicht Mobility SE` is right, `Nordlicht` is not. */
  readonly right: readonly string[];
}

export function rulesOf({ terminology, company_name, notation }: CheckedSections): Rules {
  const wrong: Rule[] = [];
  const right: string[] = [];
  const add = (rule: Rule): void => {
    if (/[\p{L}\p{N}\p{S}\p{P}]/u.test(rule.text)) wrong.push(rule);
  };
  for (const { at, item } of objectsIn(terminology.preferred)) {
    const { term, instead_of, note } = item;
    const suggestion = textOf(term);
    if (suggestion !== null) right.push(suggestion);
    const rule = {
      kind: 'preferred',
      section: 'terminology',
      compare: 'words',
      suggestion,
      reason: textOf(note),
    } as const;
    for (const [place, text] of textsIn(instead_of)) {
      add({ ...rule, field: `preferred.${at}.instead_of.${place}`, text });
    }
  }
  for (const { at, item } of objectsIn(terminology.forbidden)) {
    add({
      kind: 'forbidden',
      section: 'terminology',
      compare: 'words',
      field: `forbidden.${at}.term`,
      text: textOf(item.term) ?? '',
      suggestion: null,
      reason: textOf(item.reason),
    });
  }
  const names = [company_name.short, company_name.legal].map(textOf).filter((name) => name !== null);
  right.push(...names);
  const company = { section: 'company_name', suggestion: names[0] ?? null } as const;
  for (const [at, name] of textsIn(company_name.never)) {
    const [, text = name, reason = null] = /^([^(]*[^(\s])\s*\((.*)\)$/s.exec(name) ?? [];
    add({ ...company, kind: 'never', compare: 'name', field: `never.${at}`, text, reason });
  }
  for (const [at, one] of listIn(company_name.former_names).entries()) {
    const text = textOf(isObject(one) ? one.name : one) ?? '';
    add({
      ...company,
      kind: 'former_names',
      compare: 'words',
      field: `former_names.${at}`,
      text,
      reason: 'a former name',
    });
  }
  for (const { at, item } of objectsIn(notation.examples)) {
    const rule = { kind: 'examples', section: 'notation', compare: 'literal', reason: null } as const;
    const suggestion = textOf(item.right);
    if (suggestion !== null) right.push(suggestion);
    add({ ...rule, field: `examples.${at}.wrong`, text: textOf(item.wrong) ?? '', suggestion });
  }
  return { wrong, right };
}

function textsIn(list: unknown): (readonly [at: number, text: string])[] {
  return listIn(list).flatMap((item, at) => {
    const text = textOf(item);
    return text === null ? [] : [[at, text] as const];
  });
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}
