import { ownAddresses } from '../../lib/own-addresses.js';
import { say } from '../../lib/say.js';
import { Exact, Nullable, type Static, Type } from '../../validation/schema.js';
import { message, type Violations } from '../../validation/violations.js';
import { readTag } from '../language-tags.js';

/** Upper bound on the further languages of a brand. */
export const maxLanguages = 30;

/** A language of a brand besides its own. */
export const BrandLanguage = Exact({
  tag: Type.String({ description: 'A tag of BCP 47, in its canonical form.' }),
  shown: Type.Boolean({ description: 'Whether visitors read it.' }),
  fallback: Nullable(
    Type.String({ description: 'The language that is read where a text is missing; null: the language of the page.' }),
  ),
});
export type BrandLanguage = Static<typeof BrandLanguage>;

/** The brand's own language, and the others in the order of the menu. */
export interface LanguageSettings {
  readonly language: string;
  readonly languages: readonly BrandLanguage[];
}

/** All languages of a brand; only its own where there are no translations. */
export const tagsOf = ({ language, languages }: LanguageSettings): string[] => [
  language,
  ...languages.map(({ tag }) => tag),
];

/** Languages in which a page may be asked for: its own, and all of a brand that has further ones. */
export const tagsFor = (settings: LanguageSettings | null, own: string): string[] =>
  settings === null || settings.languages.length === 0 ? [own] : [...new Set([...tagsOf(settings), own])];

/** Whether an address below the portal is that of a language, so that no page may have it. A brand without translations has none. */
export const isTagSlug = (settings: LanguageSettings | null, slug: string): boolean =>
  settings !== null &&
  settings.languages.length > 0 &&
  tagsOf(settings).some((tag) => tag.toLowerCase() === slug.toLowerCase());

const reserved: ReadonlySet<string> = new Set(Object.values(ownAddresses).flat());

/** Whether the server itself has the address of a language. The ISO codes of three letters have some. */
export const isReservedTag = (tag: string): boolean => reserved.has(tag.toLowerCase());

/** The languages whose texts are read in turn, the asked one first. The language of a page ends it there. */
export function chainOf({ languages }: LanguageSettings, tag: string): string[] {
  const chain: string[] = [];
  for (let next: string | null = tag; next !== null && !chain.includes(next); ) {
    const current: string = next;
    chain.push(current);
    next = languages.find((one) => one.tag === current)?.fallback ?? null;
  }
  return chain;
}

/** Part of a chain that comes before the source of a page. */
export function chainOfPage(chain: readonly string[], language: string): readonly string[] {
  const end = chain.indexOf(language);
  return end < 0 ? chain : chain.slice(0, end);
}

/** Settings with only some of the languages: those left out are as if they did not exist, also as fallbacks. */
export function onlyLanguages<Settings extends LanguageSettings>(
  settings: Settings,
  isIncluded: (language: BrandLanguage) => boolean,
): Settings {
  if (settings.languages.every(isIncluded)) return settings;
  return { ...settings, languages: sound(settings.language, settings.languages.filter(isIncluded)) };
}

/** Sent languages with canonical tags. What is wrong with them is reported: two of one tag, the own one, fallbacks in a circle. */
export function readLanguages(own: string, sent: readonly BrandLanguage[], violations: Violations): BrandLanguage[] {
  const languages = sent.map(({ tag, shown, fallback }, at) => ({
    tag: readTag(`languages.${at}.tag`, tag, violations),
    shown,
    fallback: fallback && readTag(`languages.${at}.fallback`, fallback, violations),
  }));
  const settings = { language: own, languages };
  for (const [at, { tag, fallback }] of languages.entries()) {
    const field = `languages.${at}.tag`;
    if (tag === own) violations.add(field, message.selectedBecause(field, "it is the brand's own language"));
    else if (isReservedTag(tag))
      violations.add(
        field,
        message.selectedBecause(field, say`the server itself has the address /${tag.toLowerCase()}`),
      );
    else if (languages.findIndex((one) => one.tag === tag) < at) violations.add(field, message.taken(field));
    const next = `languages.${at}.fallback`;
    if (fallback === null) continue;
    if (!tagsOf(settings).includes(fallback)) violations.add(next, message.selected(next, tagsOf(settings)));
    else if (chainOf(settings, fallback).includes(tag))
      violations.add(next, message.selectedBecause(next, 'its fallbacks lead back to it'));
  }
  return languages;
}

/** The languages that a push may have given, with fallbacks that are there and lead in no circle. */
export function sound(own: string, languages: readonly BrandLanguage[]): BrandLanguage[] {
  const firsts = languages.filter(
    ({ tag }, at) => tag !== own && !isReservedTag(tag) && languages.findIndex((other) => other.tag === tag) === at,
  );
  const known = new Set([own, ...firsts.map(({ tag }) => tag)]);
  const kept: BrandLanguage[] = [];
  for (const language of firsts) {
    const { fallback, tag } = language;
    const settings = {
      language: own,
      languages: [...kept, { ...language, fallback: null }, ...firsts.slice(kept.length + 1)],
    };
    const isSound = fallback !== null && known.has(fallback) && !chainOf(settings, fallback).includes(tag);
    kept.push(isSound ? language : { ...language, fallback: null });
  }
  return kept;
}
