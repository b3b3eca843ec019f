import { PortalError } from '../lib/errors.js';
import { say } from '../lib/say.js';
import { requireOtherAdmin } from './given-roles.js';
import { setIn } from './people.js';
import type { PersonRecord } from './records.js';
import { requirePerson } from './registry.js';
import type { Acting } from './rights.js';
import type { Verbs } from './verbs.js';

/**
 * Takes a person's own role in the brand away.
 *
 * @throws `invalid` for the last admin, a role that the provider gives, or none
 */
export function leaveBrand(verbs: Verbs, by: Acting): Promise<PersonRecord> {
  return verbs.run('people.set', {
    by,
    find: (registry) => requirePerson(registry, by.id),
    allow: () => {},
    isUnconditional: true,
    apply(change) {
      const { identity, roles } = change.before;
      if (identity !== undefined) {
        throw new PortalError('invalid', say`${identity.issuer} gives this role: ask there to take it away.`);
      }
      if (!Object.hasOwn(roles, by.brand)) throw new PortalError('invalid', say`You have no role in ${by.brand}.`);
      if (roles[by.brand] === 'admin') requireOtherAdmin(change.registry, by);
      return setIn(change, { roles: { [by.brand]: null } }, by);
    },
  });
}
