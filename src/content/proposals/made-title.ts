/** Start of a title that the service has made from a subject; a person would have to write like it. */
const made = /^(?:Add|Change|Edit|Hide|Import|Make|Move|Remove|Replace|Restore|Show|Translate) /;

/** First thing of a subject. What comes after its title is the end, a list, or one of these words. */
const thing =
  /\b(?:page|chapter|medium|colour|entry|category|section|font) (?:[\w-]+ )?"(.+?)"(?=$|[:,]| (?:to|from|under|within|public|internal|hidden)\b)/;

/** Whether the service has made the title of a proposal, from the subject of its first change. */
export const isMadeTitle = (title: string): boolean => made.test(title);

/** Count and languages of texts in a title that the service has made. */
interface TitleOfTexts {
  /** Title of their page; `null` for several pages, or for something else. */
  readonly page: string | null;
  readonly languages: readonly string[];
  /** Number among the proposals of an import, `2 of 3`. */
  readonly part: string | null;
}

const ofTexts =
  /^(?:Translate (?:.+ of (?:page|chapter) (?:[\w-]+ )?"(.+)"|.+) into|Import \d+ texts? in) ([\w-]+(?:, [\w-]+)*)(?: \((\d+ of \d+)\))?$/;

/** @returns `null` for a title that is not about texts in other languages */
export function titleOfTexts(title: string): TitleOfTexts | null {
  const [, page = null, tags, part = null] = ofTexts.exec(title) ?? [];
  return tags === undefined ? null : { page, languages: tags.split(', '), part };
}

/** Title of a proposal after one more change. Texts of several pages are of none of them. */
export function titleAfter(title: string, subject: string): string {
  if (title === '') return subject;
  const [before, next] = [titleOfTexts(title), titleOfTexts(subject)];
  if (before === null || next === null || before.part !== null) return title;
  const languages = [...new Set([...before.languages, ...next.languages])];
  const isSame = before.page === next.page && languages.length === before.languages.length;
  return isSame ? title : `Translate texts into ${languages.join(', ')}`;
}

/** Title of a proposal for people: of one that the service has made, the title of the thing that it names. */
export const shownTitle = (title: string): string => (isMadeTitle(title) && thing.exec(title)?.[1]) || title;
