import type { Clock } from '../clock.js';
import { PortalError } from '../errors.js';
import { encodeJson } from '../json.js';
import { holdsApiKey } from '../redaction.js';
import type { Draft } from '../store/snapshot.js';
import { type Registry, registryPaths } from './records.js';

const operator = { name: 'Operator', email: 'operator@brand-portal.invalid' };

/** The author of a commit of the registry. */
export interface Author {
  readonly id: string;
  readonly name: string;
}

/** Subject, author and trailers of a commit of the registry. @param by a person; left out: the operator, at the command line */
export function describe(draft: Draft<Registry>, subject: string, operation: string, now: Date, by?: Author): void {
  const author = by === undefined ? operator : { name: by.name, email: `${by.id}@brand-portal.invalid` };
  const person = by === undefined ? [] : [['Person', by.id] as const];
  draft.describe({ author, time: now, message: { subject, trailers: [['Operation', operation], ...person] } });
}

/** Makes the first commit, which names the format of the registry. */
export function startRegistry(draft: Draft<Registry>, clock: Clock): void {
  draft.put(registryPaths.format, encodeJson({ format: 1 }));
  describe(draft, 'Start the registry', 'registry.start', clock());
}

/** A name that commits carry, trimmed. @param thing the named one in a message: `key` @throws `invalid` */
export function checkedName(name: string, thing: string): string {
  const trimmed = name.trim();
  const refuse = (reason: string) => new PortalError('invalid', reason, { fields: { name: [reason] } });
  if (trimmed === '' || [...trimmed].length > 100 || /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(trimmed)) {
    throw refuse(`A ${thing} name has 1 to 100 characters on one line.`);
  }
  if (holdsApiKey(trimmed)) throw refuse(`A ${thing} name is public: it must not hold a key.`);
  return trimmed;
}
