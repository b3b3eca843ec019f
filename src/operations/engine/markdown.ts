import type { Form } from './contract.js';

type Writers = typeof import('../../content/markdown/writers.js');

/** Maximum characters of JSON: writing Markdown holds up other requests, by seconds for a megabyte made to be slow. */
export const maxMarkdownSource = 256 * 1024;

/** The answer as Markdown; one that is too long stays JSON. The writers are loaded by the first: most starts never need them. */
export function markdownForm<Value>(write: (writers: Writers, value: Value) => string): Form<Value> {
  return {
    type: 'text/markdown',
    async write(value) {
      if (JSON.stringify(value).length > maxMarkdownSource) return null;
      return write(await import('../../content/markdown/writers.js'), value);
    },
  };
}
