import { PortalError } from '../lib/errors.js';
import { sortedBy } from '../lib/order.js';
import { say } from '../lib/say.js';
import type { Author } from './commit.js';
import type { PasskeyRecord, PersonRecord, SessionRecord, SignInRecord } from './records.js';
import { maxIssuers } from './records.js';
import type { RecordOf, Registry } from './registry.js';
import { type Kind, nameOf } from './registry.js';
import { isWithin } from './rights.js';
import type { Change } from './verbs.js';

/** Sign-in links, sessions and passkeys that one person may have at a time; the oldest link or session ends for a new one. */
export const maxPerPerson = 20;

/** The people behind a link; its session and their passkeys keep them. Disabling one of these people ends all of it. */
export type Issuers = Pick<SignInRecord, 'made_by' | 'made_through'>;

export function issuersRecord([made_by, ...made_through]: readonly string[]): Issuers {
  if (made_by === undefined) return {};
  return made_through.length === 0 ? { made_by } : { made_by, made_through };
}

/** Ids of the issuers, the nearest first. */
export function issuersOf({ made_by, made_through = [] }: Issuers): string[] {
  return made_by === undefined ? [] : [made_by, ...made_through];
}

/**
 * Issuers of a new link: its author, and the issuers behind the author's session, which ends with any of them.
 *
 * @throws `forbidden`
 */
export function issuersBehind({ sessions }: Registry, by: Author | undefined): string[] {
  if (by === undefined) return [];
  const session = by.session === undefined ? {} : sessions.get(by.session);
  if (session === undefined) throw new PortalError('forbidden', 'This session has ended. Sign in again.');
  const issuers = [...new Set([by.id, ...issuersOf(session)])];
  if (issuers.length <= maxIssuers) return issuers;
  throw new PortalError(
    'forbidden',
    say`${maxIssuers} people made links for one another. Ask the operator for a link.`,
  );
}

/** Whether a session began at most this many minutes ago: a browser that was left open adds no credential. */
export function isRecent({ created_at }: Pick<SessionRecord, 'created_at'>, now: Date, minutes: number): boolean {
  return now.getTime() < Date.parse(created_at) + minutes * 60_000;
}

export function isCurrent({ expires_at }: { readonly expires_at: string }, now: Date): boolean {
  return now.getTime() < Date.parse(expires_at);
}

/** Ends a person's oldest session or link when a new one would be too many. */
export function evictOldest({ registry, remove }: Change, person: string, kind: 'sessions' | 'signIns'): void {
  const existing = [...registry[kind].values()].filter((credential) => credential.person === person);
  if (existing.length < maxPerPerson) return;
  const [oldest] = sortedBy(existing, ({ created_at }) => created_at);
  if (oldest !== undefined) remove(kind, oldest.sha256);
}

/**
 * Removes the selected links, sessions, passkeys and grants: every credential.
 *
 * @returns the number removed
 */
export function endCredentials(
  change: Change,
  isSelected: (credential: Issuers & Pick<PasskeyRecord, 'person'>) => boolean,
): number {
  const others = removeSelected(change, 'passkeys', isSelected) + removeSelected(change, 'grants', isSelected);
  return endSessions(change, isSelected) + others;
}

/**
 * Links, and the sessions and passkeys that came of them, stay while their issuers are admins of all that they open.
 *
 * @param changed people as they are from now on
 */
export function endBeyondIssuers(change: Change, changed: readonly PersonRecord[]): void {
  const ids = new Set(changed.map(({ id }) => id));
  const people = change.registry.people.merge(changed.map((person): [string, PersonRecord] => [person.id, person]));
  endCredentials(change, (credential) => {
    const issuers = issuersOf(credential);
    const owner = people.get(credential.person);
    const isLost = (issuer: PersonRecord | undefined) =>
      issuer === undefined || owner === undefined || !isWithin(issuer, owner);
    return [credential.person, ...issuers].some((id) => ids.has(id)) && issuers.some((id) => isLost(people.get(id)));
  });
}

/**
 * Removes the selected links and sessions.
 *
 * @returns their number
 */
export function endSessions(change: Change, isSelected: (credential: SignInRecord) => boolean): number {
  return removeSelected(change, 'sessions', isSelected) + removeSelected(change, 'signIns', isSelected);
}

/** @returns the number removed */
export function removeSelected<K extends Exclude<Kind, 'brands'>>(
  { registry, remove }: Change,
  kind: K,
  isSelected: (record: RecordOf<K>) => boolean,
): number {
  const records = [...registry[kind].values()] as RecordOf<K>[];
  const names = records.filter(isSelected).map((record) => nameOf(kind, record));
  remove(kind, ...names);
  return names.length;
}
