import { Type } from '../validation/schema.js';
import { message, type Violations } from '../validation/violations.js';

/** The language of a brand that names none. */
export const defaultLanguage = 'en';

/** Upper bound on the characters of a tag. */
export const maxTagLength = 20;

export const LanguageTag = Type.String({
  description: 'Addition. Language of the content: a tag of BCP 47, in its canonical form.',
});

/** A tag of BCP 47 in its canonical form, such as `de-AT`; `null` for any other text. */
export function canonicalTag(text: string): string | null {
  try {
    const [tag] = Intl.getCanonicalLocales(text);
    return tag !== undefined && tag.length <= maxTagLength ? tag : null;
  } catch {
    return null;
  }
}

/** The canonical form of a tag that was sent; one that is none is reported. */
export function readTag(field: string, sent: string, violations: Violations): string {
  const tag = canonicalTag(sent);
  if (tag === null) violations.add(field, message.format(field, 'use a language tag, such as de or pt-BR'));
  return tag ?? sent;
}

interface InBrand {
  readonly brand: { readonly language: string } | null;
}

/** The language of a page, or of what the brand says itself. */
export const languageOf = ({ brand }: InBrand, page?: { readonly language: string | null }): string =>
  page?.language ?? brand?.language ?? defaultLanguage;
