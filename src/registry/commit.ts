import { customAlphabet } from 'nanoid';
import type { Clock } from '../lib/clock.js';
import { invalidField, PortalError } from '../lib/errors.js';
import { formatNumbered, formatPath } from '../lib/format.js';
import { encodeJson } from '../lib/json.js';
import { holdsApiKey } from '../lib/redaction.js';
import { asSaid, type ErrorText, say } from '../lib/say.js';
import type { Draft } from '../store/snapshot.js';
import type { Registry } from './registry.js';

const operator = { name: 'Operator', email: 'operator@brand-portal.invalid' };

export interface Author {
  readonly id: string;
  readonly name: string;
  /** SHA-256 of the session in which this person acts. */
  readonly session?: string;
}

export const newRecordId = customAlphabet('0123456789abcdefghjkmnpqrstvwxyz', 10);

/** @throws `conflict` for the id of a record that there is: the form that makes it was sent before */
export function requireNewId(id: string, records: { has(id: string): boolean }): void {
  if (records.has(id)) throw alreadyMade();
}

export const alreadyMade = (): PortalError =>
  new PortalError('conflict', 'This form was sent before, and what it makes was made. Open the page again.');

/**
 * Subject, author and trailers of a commit of the registry.
 *
 * @param by a person; default: the operator, at the command line
 */
export function describe(draft: Draft<Registry>, subject: string, operation: string, now: Date, by?: Author): void {
  const author = by === undefined ? operator : { name: by.name, email: `${by.id}@brand-portal.invalid` };
  const person = by === undefined ? [] : [['Person', by.id] as const];
  draft.describe({ author, time: now, message: { subject, trailers: [['Operation', operation], ...person] } });
}

/** Makes the first commit, which names the format of the registry: the first, which all programs read. */
export function startRegistry(draft: Draft<Registry>, clock: Clock): void {
  draft.put(formatPath, encodeJson(formatNumbered(1)));
  describe(draft, 'Start the registry', 'registry.start', clock());
}

const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;
/** Any character with a shape. */
const visible = /[^\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}]/u;

/**
 * A name that commits carry, trimmed.
 *
 * @param thing the named one in a message: `key`
 * @param field that the name was sent in
 * @throws `invalid`
 */
export function checkedName(name: string, thing: ErrorText, field = 'name'): string {
  const trimmed = name.trim();
  if (!visible.test(trimmed) || [...trimmed].length > 100 || unprintable.test(trimmed)) {
    throw invalidField(field, say`A ${asSaid(thing)} name has 1 to 100 characters on one line.`);
  }
  if (holdsApiKey(trimmed)) throw invalidField(field, say`A ${asSaid(thing)} name is public: it must not hold a key.`);
  return trimmed;
}
