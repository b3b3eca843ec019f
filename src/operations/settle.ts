import type { ContentPath } from '../content/catalog/paths.js';
import { encodeFile } from '../content/file-codec.js';
import type { Sanitizer } from '../content/html/sanitizer.js';
import { togetherOf } from '../content/merge/together.js';
import type { Choose, Conflict } from '../content/merge/values.js';
import { invalidField } from '../lib/errors.js';
import { asSaid, type Said, say } from '../lib/say.js';
import { Input, Nullable, OneOf, type Static, Type } from '../validation/schema.js';
import { readFit } from './engine/read-page.js';

const SettledPlace = Input({
  block: Nullable(Type.String()),
  field: Nullable(Type.String()),
  side: OneOf(['mine', 'theirs', 'together']),
  text: Type.Optional(Type.String({ description: 'A text that combines both sides.' })),
});

/** Choices of people for conflicts, by place. */
export const SettledPlaces = Type.Array(SettledPlace, { maxItems: 1000 });
export type SettledPlaces = Static<typeof SettledPlaces>;

type Place = Pick<Conflict, 'block' | 'field'>;

const isAt = (place: Place) => (other: Place) => place.block === other.block && place.field === other.field;

function nameOf({ block, field }: Place): Said {
  if (block === null) return asSaid(field === null ? 'the whole' : say`${field}`);
  return field === null ? say`block ${block}` : say`block ${block}, ${field}`;
}

/**
 * The choices as a merge asks for them.
 *
 * @param rest side of every conflict that `places` does not list
 * @throws `invalid` for a choice without its conflict, or one that the conflict does not have
 */
export function chooseIn(places: SettledPlaces, conflicts: readonly Conflict[], rest?: 'mine' | 'theirs'): Choose {
  for (const [at, place] of places.entries()) {
    const conflict = conflicts.find(isAt(place));
    if (conflict === undefined) throw invalidField(`places.${at}`, say`There is no conflict at ${nameOf(place)}.`);
    const isText = togetherOf(conflict) !== null && place.text !== undefined;
    if (place.side === 'together' && !isText) {
      throw invalidField(`places.${at}`, say`The sides at ${nameOf(place)} cannot be put together: choose one.`);
    }
  }
  return (block, field) => {
    const place = places.find(isAt({ block, field }));
    if (place?.side === 'together' && place.text !== undefined) return { text: place.text };
    if (place !== undefined && place.side !== 'together') return place.side;
    // Choices inside a block may not fit together: then one side of the whole block counts.
    const [side, ...others] = new Set(
      places.flatMap((place) => (place.block === block && field === null ? place.side : [])),
    );
    const chosen = others.length === 0 && side !== 'together' ? (side ?? rest) : rest;
    if (chosen !== undefined) return chosen;
    throw invalidField('places', say`Choose one side for ${nameOf({ block, field })}.`);
  };
}

/**
 * Content that was put together, cleaned.
 *
 * @throws `invalid` unless it fits its file
 */
export async function settledContent(at: ContentPath, path: string, value: unknown, sanitizer: Sanitizer) {
  const fit = await readFit(at, encodeFile(path, value), sanitizer);
  if (fit === null) throw invalidField('places', 'What is put together does not fit here: shorten or correct it.');
  return fit.content;
}
