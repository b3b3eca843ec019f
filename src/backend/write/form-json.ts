import { uncharacters } from '../../portal/render.js';

/** JSON that a form sends back unchanged: characters that a document replaces are escaped. */
export function formJson(value: unknown): string {
  const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value).replace(uncharacters, (character) => character.split('').map(escaped).join(''));
}

/** Value of such a field; `null` for any other text. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
