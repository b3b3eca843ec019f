import { uncharacters, withoutUncharacters } from '../../frame/render.js';

/** Text with only line feeds. Browsers send line breaks as CRLF, which no document may hold. */
export const withLineFeeds = (text: string): string => text.replaceAll(/\r\n?/g, '\n');

/** Text as a field shows it, and as a browser sends it back if nothing is typed. */
export function shownText(text: string, isLine: boolean): string {
  const lines = withoutUncharacters(withLineFeeds(text));
  return isLine ? lines.replaceAll('\n', '') : lines;
}

/** JSON that a form sends back unchanged, because characters that a document would replace are escaped. */
export function formJson(value: unknown): string {
  const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value).replace(uncharacters, (character) => character.split('').map(escaped).join(''));
}

/** Value of a field with JSON; `null` if its text is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
