import { serialize } from './serialize.js';

export { brandToMarkdown, entryToMarkdown, languageToMarkdown } from './brand.js';
export { pageToMarkdown } from './page.js';

export function jsonToMarkdown(value: unknown): string {
  return serialize([{ type: 'code', lang: 'json', value: JSON.stringify(value, null, 2) }]);
}
