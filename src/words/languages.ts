/** Languages of the site, by BCP 47. */
export const frameLanguages = ['en', 'de'] as const;

export type FrameLanguage = (typeof frameLanguages)[number];

/** Language of the site nearest to a list of language tags (BCP 47), best first; `null` if it has none of them. */
export function nearestLanguage(tags: readonly string[]): FrameLanguage | null {
  const primary = tags.map((tag) => tag.toLowerCase().split('-')[0]);
  return primary.map((one) => frameLanguages.find((language) => language === one)).find(Boolean) ?? null;
}
