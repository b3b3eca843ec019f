import { hash } from 'node:crypto';
import { type Clock, isoSeconds } from '../lib/clock.js';
import { notFound, PortalError } from '../lib/errors.js';
import { encodeJson } from '../lib/json.js';
import type { Repository } from '../store/repository.js';
import { fits } from '../validation/schema.js';
import { issuedAt, useUpChallenge } from './challenges.js';
import { type Author, checkedName, describe } from './commit.js';
import { isRecent, issuersOf, issuersRecord, maxPerPerson, recentMinutes } from './credentials.js';
import { PasskeyRecord, type Registry, registryPaths, requirePerson, type UsedChallenge } from './records.js';
import { beginSession, type Principal, type SignedIn } from './sessions.js';

/** Credential as its authenticator made it, verified. */
type NewPasskey = Pick<PasskeyRecord, 'credential_id' | 'public_key' | 'counter' | 'backed_up' | 'name'>;

/** The passkeys with which people sign in. Signatures are verified before. */
export class Passkeys {
  constructor(
    private readonly registry: Repository<Registry>,
    private readonly clock: Clock,
  ) {}

  /** The passkeys of a person, or of all people, the oldest first. */
  async list(person?: string): Promise<PasskeyRecord[]> {
    const { passkeys } = (await this.registry.read()).catalog;
    const matching = [...passkeys.values()].filter((one) => one.person === (person ?? one.person));
    return matching.sort((a, b) => (`${a.created_at} ${a.sha256}` < `${b.created_at} ${b.sha256}` ? -1 : 1));
  }

  /** @param credential its id, in base64url */
  async find(credential: string): Promise<PasskeyRecord | null> {
    return (await this.registry.read()).catalog.passkeys.get(hashOf(credential)) ?? null;
  }

  /** Whether a session may add passkeys: a browser that was left open may not. */
  mayAdd({ session }: Principal): boolean {
    return isRecent(session, this.clock());
  }

  /** @throws `forbidden` unless the session has just begun, `conflict` for a challenge that was used, `invalid` */
  async add(principal: Principal, passkey: NewPasskey, used: UsedChallenge): Promise<void> {
    const name = checkedName(passkey.name, "passkey's");
    await this.registry.write((draft) => {
      const { people, sessions, passkeys } = draft.snapshot.catalog;
      const person = people.get(principal.person.id);
      const session = sessions.get(principal.session.sha256);
      if (!this.mayAdd(principal) || session === undefined || person === undefined || person.disabled_at !== null) {
        throw new PortalError('forbidden', `A passkey is added within ${recentMinutes} minutes of signing in.`);
      }
      const existing = [...passkeys.values()].filter((one) => one.person === person.id);
      if (existing.length >= maxPerPerson) {
        throw new PortalError('invalid', `A person has at most ${maxPerPerson} passkeys: remove one first.`);
      }
      const sha256 = hashOf(passkey.credential_id);
      if (passkeys.has(sha256)) throw new PortalError('invalid', 'This passkey was added already.');
      if (!useUpChallenge(draft, used)) throw new PortalError('conflict', 'This form was sent already.');
      const now = this.clock();
      const record: PasskeyRecord = {
        ...{ ...passkey, sha256, person: person.id, name },
        ...{ created_at: isoSeconds(now), used_at: null, refused_at: null },
        ...issuersRecord(issuersOf(session)),
      };
      if (!fits(PasskeyRecord, record)) throw new PortalError('invalid', 'This passkey is larger than passkeys are.');
      draft.put(registryPaths.passkey(sha256), encodeJson(record));
      describe(draft, `Add a passkey for person ${person.id} "${person.name}": "${name}"`, 'passkeys.add', now, person);
    });
  }

  /** @throws `not_found` unless it is one of this person's */
  async remove(person: Author, sha256: string): Promise<void> {
    await this.registry.write((draft) => {
      const record = draft.snapshot.catalog.passkeys.get(sha256);
      if (record?.person !== person.id) throw notFound('Passkey');
      draft.remove(registryPaths.passkey(sha256));
      const subject = `Remove a passkey of person ${person.id} "${person.name}": "${record.name}"`;
      describe(draft, subject, 'passkeys.remove', this.clock(), person);
    });
  }

  /**
   * Begins a session, and uses the challenge up, in one commit. A passkey whose counter went back is marked, and lets no one in.
   *
   * @param assertion what the authenticator has signed
   * @returns `null`: no one is let in
   */
  async signIn(
    sha256: string,
    assertion: Pick<PasskeyRecord, 'counter' | 'backed_up'>,
    used: UsedChallenge,
  ): Promise<SignedIn | null> {
    const { answer } = await this.registry.write((draft): SignedIn | null => {
      const { catalog } = draft.snapshot;
      const passkey = catalog.passkeys.get(sha256);
      if (passkey === undefined || passkey.refused_at !== null) return null;
      const person = requirePerson(catalog, passkey.person);
      const isBack = (assertion.counter !== 0 || passkey.counter !== 0) && assertion.counter <= passkey.counter;
      // Signed before the last use, and late: no copy.
      if (isBack && passkey.used_at !== null && issuedAt(used) < passkey.used_at) return null;
      if (person.disabled_at !== null || !useUpChallenge(draft, used)) return null;
      const now = this.clock();
      const time = isoSeconds(now);
      const record: PasskeyRecord = isBack
        ? { ...passkey, refused_at: time }
        : { ...passkey, ...assertion, used_at: time };
      draft.put(registryPaths.passkey(sha256), encodeJson(record));
      if (!isBack) return beginSession(draft, person, passkey, now);
      const subject = `Refuse a passkey of person ${person.id} "${person.name}": its counter went back`;
      describe(draft, subject, 'passkeys.refuse', now, person);
      return null;
    });
    return answer;
  }
}

/** The hash by which a passkey's record is named. */
function hashOf(credential: string): string {
  return hash('sha256', Buffer.from(credential, 'base64url'));
}
