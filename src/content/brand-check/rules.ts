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
  const preferred = objectsIn(terminology.preferred);
  const examples = objectsIn(notation.examples);
  const names = [company_name.short, company_name.legal].flatMap((name) => textOf(name) ?? []);
  const terms = preferred.flatMap(({ item }) => textOf(item.term) ?? []);
  const wordings = examples.flatMap(({ item }) => textOf(item.right) ?? []);
  const rules = [
    ...preferred.flatMap(preferredRules),
    ...objectsIn(terminology.forbidden).map(forbiddenRule),
    ...companyRules(company_name, names[0] ?? null),
    ...examples.map(exampleRule),
  ];
  const wrong = rules.filter(({ text }) => /[\p{L}\p{N}\p{S}\p{P}]/u.test(text));
  return { wrong, right: [...terms, ...names, ...wordings] };
}

type Item = ReturnType<typeof objectsIn>[number];

function preferredRules({ at, item: { term, instead_of, note } }: Item): Rule[] {
  const rule = { kind: 'preferred', section: 'terminology', compare: 'words' } as const;
  const suggestion = textOf(term);
  const reason = textOf(note);
  return textsIn(instead_of).map(([place, text]) => {
    return { ...rule, field: `preferred.${at}.instead_of.${place}`, text, suggestion, reason };
  });
}

function forbiddenRule({ at, item: { term, reason } }: Item): Rule {
  const rule = { kind: 'forbidden', section: 'terminology', compare: 'words', suggestion: null } as const;
  return { ...rule, field: `forbidden.${at}.term`, text: textOf(term) ?? '', reason: textOf(reason) };
}

function companyRules({ never, former_names }: Section, suggestion: string | null): Rule[] {
  const rule = { section: 'company_name', suggestion } as const;
  const wrongNames = textsIn(never).map(([at, name]): Rule => {
    const [, text = name, reason = null] = /^([^(]*[^(\s])\s*\((.*)\)$/s.exec(name) ?? [];
    return { ...rule, kind: 'never', compare: 'name', field: `never.${at}`, text, reason };
  });
  const formerNames = listIn(former_names).map((former, at): Rule => {
    const text = textOf(isObject(former) ? former.name : former) ?? '';
    const field = `former_names.${at}`;
    return { ...rule, kind: 'former_names', compare: 'words', field, text, reason: 'a former name' };
  });
  return [...wrongNames, ...formerNames];
}

function exampleRule({ at, item: { wrong, right } }: Item): Rule {
  const rule = { kind: 'examples', section: 'notation', compare: 'literal', reason: null } as const;
  return { ...rule, field: `examples.${at}.wrong`, text: textOf(wrong) ?? '', suggestion: textOf(right) };
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
