/** Start of a title that the service has made from a subject; a person would have to write like it. */
const made = /^(?:Add|Change|Edit|Hide|Make|Move|Remove|Replace|Restore|Show) /;

/** First thing of a subject. What comes after its title is the end, a list, or one of these words. */
const thing =
  /\b(?:page|chapter|medium|colour|entry|category|section|font) (?:[\w-]+ )?"(.+?)"(?=$|[:,]| (?:to|from|under|within|public|internal|hidden)\b)/;

/** Whether the service has made the title of a proposal, from the subject of its first change. */
export const isMadeTitle = (title: string): boolean => made.test(title);

/** Title of a proposal for people: of one that the service has made, the title of the thing that it names. */
export const shownTitle = (title: string): string => (isMadeTitle(title) && thing.exec(title)?.[1]) || title;
