import { BlockChecker } from '../content/blocks/check.js';
import type { Sanitizer } from '../content/sanitize.js';
import { Violations } from '../content/violations.js';
import { usableBody } from './body.js';

type Check = (checker: BlockChecker, sent: Record<string, unknown>) => void;

/**
 * The HTML that `check` will sanitise, found by checking with a sanitiser that only looks: nothing else of a body, and
 * nothing of one that is refused before its blocks are looked at.
 */
export function sentHtml(body: unknown, check: Check): string[] {
  const sent = usableBody(body);
  if (sent === null) return [];
  const texts: string[] = [];
  const sanitizer: Sanitizer = {
    html: (text) => {
      texts.push(text);
      return text;
    },
    plain: (text) => text,
    prepare: async () => {},
    close: async () => {},
  };
  const anything = { newId: () => '', replaced: [], hasColor: () => true, hasMedia: () => true };
  check(new BlockChecker({ sanitizer, ...anything }, new Violations()), sent);
  return texts;
}
