import { privateParts } from '../../content/files/metadata.js';
import { fill, words } from '../../words/words.js';

/** Sentence about what was taken out of the metadata of uploaded files, with a space before it; empty if nothing was. */
export function takenText(names: readonly string[]): string {
  const { taken, takenParts } = words().uploads;
  const parts = privateParts.filter((part) => names.includes(part)).map((part) => takenParts[part]);
  return parts.length === 0 ? '' : ` ${fill(taken, { parts: parts.join(', ') })}`;
}
