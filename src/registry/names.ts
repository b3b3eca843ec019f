import { PortalError } from '../errors.js';
import { holdsApiKey } from './api-key.js';

/** A name that commits carry, trimmed. @param thing what has it: `key` @throws `invalid` */
export function checkedName(name: string, thing: string): string {
  const trimmed = name.trim();
  if (trimmed === '' || [...trimmed].length > 100 || /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(trimmed)) {
    throw new PortalError('invalid', `A ${thing} name has 1 to 100 characters on one line.`);
  }
  if (holdsApiKey(trimmed)) throw new PortalError('invalid', `A ${thing} name is public: it must not hold a key.`);
  return trimmed;
}
