import { hash } from 'node:crypto';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { isoSeconds } from '../lib/clock.js';
import { notFound, PortalError } from '../lib/errors.js';
import { sortedBy } from '../lib/order.js';
import { say } from '../lib/say.js';
import { fits } from '../validation/schema.js';
import { type Challenges, issuedAt, useUpChallenge } from './challenges.js';
import { type Author, checkedName } from './commit.js';
import { isRecent, issuersOf, issuersRecord, maxPerPerson } from './credentials.js';
import { PasskeyRecord } from './records.js';
import { requirePerson } from './registry.js';
import { beginSession, type Principal, type SignedIn } from './sessions.js';
import type { Verbs } from './verbs.js';
import { addPurpose, credentialIn, noPasskeysAt, signInPurpose, verifyCreated, verifySigned } from './webauthn.js';

/** Time after signing in within which a session may add a passkey. */
const addHours = 24;

/** The passkeys with which people sign in. `origin` is that of the browser's page, `response` the credential that it sent, as JSON. */
export class Passkeys {
  constructor(
    private readonly verbs: Verbs,
    private readonly challenges: Challenges,
  ) {}

  /** The passkeys of a person, or of all people, the oldest first. */
  async list(person?: string): Promise<PasskeyRecord[]> {
    const { passkeys } = (await this.verbs.registry.read()).catalog;
    const matching = [...passkeys.values()].filter((passkey) => passkey.person === (person ?? passkey.person));
    return sortedBy(matching, ({ created_at, sha256 }) => `${created_at} ${sha256}`);
  }

  /** Whether a session may add passkeys: a browser that was left open may not. */
  mayAdd({ session }: Principal): boolean {
    return isRecent(session, this.verbs.clock(), addHours * 60);
  }

  /**
   * Whether a person without a passkey, who has just signed in, can add one.
   *
   * @param origin of the browser's page
   */
  async isOffered(principal: Principal, origin: string): Promise<boolean> {
    if (this.verbs.isProviderOnly || noPasskeysAt(origin) !== null || !this.mayAdd(principal)) return false;
    return (await this.list(principal.person.id)).length === 0;
  }

  /** @throws `forbidden` for a session older than a day, `conflict` for a challenge that was used, `invalid` */
  async add(principal: Principal, sent: { name: string; response: string }, origin: string): Promise<void> {
    const purpose = addPurpose(principal.person);
    const credential = await credentialIn<RegistrationResponseJSON>(this.challenges, sent.response, purpose, origin);
    const created = credential && (await verifyCreated(credential.options));
    if (credential === null || created === null) {
      throw new PortalError(
        'invalid',
        'The browser did not send a passkey for this page, or it took too long. Try again.',
      );
    }
    const name = checkedName(sent.name, "passkey's");
    await this.verbs.write('passkeys.add', {
      apply: (change) => {
        const { registry, now, put, commit } = change;
        const person = registry.people.get(principal.person.id);
        const session = registry.sessions.get(principal.session.sha256);
        if (!this.mayAdd(principal) || session === undefined || person === undefined || person.disabled_at !== null) {
          throw new PortalError('forbidden', 'You signed in more than a day ago. Sign in again to add a passkey.');
        }
        const existing = [...registry.passkeys.values()].filter((passkey) => passkey.person === person.id);
        if (existing.length >= maxPerPerson) {
          throw new PortalError('invalid', say`A person has at most ${maxPerPerson} passkeys: remove one first.`);
        }
        const sha256 = hashOf(created.credential_id);
        if (registry.passkeys.has(sha256)) throw new PortalError('invalid', 'This passkey was added already.');
        if (!useUpChallenge(change, credential.used)) throw new PortalError('conflict', 'This form was sent already.');
        const record: PasskeyRecord = {
          ...created,
          sha256,
          person: person.id,
          name,
          created_at: isoSeconds(now),
          used_at: null,
          refused_at: null,
          ...issuersRecord(issuersOf(session)),
        };
        if (!fits(PasskeyRecord, record)) throw new PortalError('invalid', 'This passkey is larger than passkeys are.');
        put('passkeys', record);
        commit(`Add a passkey for person ${person.id} "${person.name}": "${name}"`, person);
      },
    });
  }

  /** @throws `not_found` unless it is one of this person's */
  async remove(person: Author, sha256: string): Promise<void> {
    await this.verbs.write('passkeys.remove', {
      apply({ registry, remove, commit }) {
        const record = registry.passkeys.get(sha256);
        if (record?.person !== person.id) throw notFound('Passkey');
        remove('passkeys', sha256);
        commit(`Remove a passkey of person ${person.id} "${person.name}": "${record.name}"`, person);
      },
    });
  }

  /**
   * Begins a session, and uses the challenge up, in one commit. A passkey whose counter went back is marked, and lets no one in.
   *
   * @returns `null` if sign-in is refused
   */
  async signIn(response: string, origin: string): Promise<SignedIn | null> {
    const { challenges, verbs } = this;
    const credential = await credentialIn<AuthenticationResponseJSON>(challenges, response, signInPurpose, origin);
    if (credential === null) return null;
    const sha256 = hashOf(credential.id);
    const found = (await verbs.registry.read()).catalog.passkeys.get(sha256);
    const signed = found && (await verifySigned(credential.options, found));
    if (!signed) return null;
    return verbs.write('sessions.begin', {
      apply(change) {
        const { registry, now, put, commit } = change;
        const passkey = registry.passkeys.get(sha256);
        if (passkey === undefined || passkey.refused_at !== null) return null;
        const person = requirePerson(registry, passkey.person);
        const isBack = (signed.counter !== 0 || passkey.counter !== 0) && signed.counter <= passkey.counter;
        // Signed before the last use, and late: no copy.
        if (isBack && passkey.used_at !== null && issuedAt(credential.used) < passkey.used_at) return null;
        if (person.disabled_at !== null || !useUpChallenge(change, credential.used)) return null;
        const time = isoSeconds(now);
        put('passkeys', isBack ? { ...passkey, refused_at: time } : { ...passkey, ...signed, used_at: time });
        if (!isBack) return beginSession(change, person, passkey);
        const subject = `Refuse a passkey of person ${person.id} "${person.name}": its counter went back`;
        commit(subject, person, 'passkeys.refuse');
        return null;
      },
    });
  }
}

function hashOf(credential: string): string {
  return hash('sha256', Buffer.from(credential, 'base64url'));
}
