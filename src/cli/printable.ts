import { visibleLines } from '../lib/display-safety.js';

/** Harmless lines of git's output, with its colours. */
export function printablePatch(text: string): string {
  return text
    .split(/(\u001b\[[\d;]*m)/)
    .map((part, at) => (at % 2 === 0 ? visibleLines(part) : part))
    .join('');
}
