import { isoSeconds } from '../lib/clock.js';
import type { Author } from './commit.js';
import { evictOldest, isCurrent, issuersBehind, issuersRecord } from './credentials.js';
import type { PersonRecord, SignInRecord } from './records.js';
import { hashSecret, newSecret } from './secrets.js';
import type { Change } from './verbs.js';

// A sign-in link becomes a session in one commit: `Sessions.signIn` calls `useUpLink`, then `beginSession`.

/** Lifetime of a sign-in link, which works once. */
export const linkMinutes = 15;
/** Lifetime of an invitation: the link by which a person signs in for the first time. */
export const invitationHours = 72;
const invitationMinutes = invitationHours * 60;

export const invitationEnd = (at: string): string => isoSeconds(new Date(Date.parse(at) + invitationMinutes * 60_000));

/** Sign-in link as it is handed out once. The registry stores only a hash of its secret. */
export interface SignInLink {
  /** In the form of a key, so that scanners and the log know it: 190 random bits. */
  readonly secret: string;
  readonly person: PersonRecord;
  /** ISO 8601 in UTC. */
  readonly expires_at: string;
}

/** Adds a link; the person's oldest ends when there are too many. A person's link for someone invited is the invitation. */
export function putLink(change: Change, person: PersonRecord, by?: Author): SignInLink {
  const { registry, now, put } = change;
  const secret = newSecret();
  const isInvitation = by !== undefined && person.invitation !== undefined;
  const expires_at = isoSeconds(new Date(now.getTime() + (isInvitation ? invitationMinutes : linkMinutes) * 60_000));
  const issuers = issuersRecord(issuersBehind(registry, by));
  const times = { created_at: isoSeconds(now), expires_at };
  evictOldest(change, person.id, 'signIns');
  put('signIns', { sha256: hashSecret(secret), person: person.id, ...times, ...issuers });
  return { secret, person, expires_at };
}

/**
 * Uses up the link whose secret has this hash, in the commit that begins the session. The branch's compare-and-swap ensures
 * that this happens once.
 *
 * @returns `null` for a link that is unknown, used, expired, or of a disabled person
 */
export function useUpLink(
  { registry: { signIns, people }, now, remove }: Change,
  sha256: string,
): { readonly link: SignInRecord; readonly person: PersonRecord } | null {
  const link = signIns.get(sha256);
  const person = people.get(link?.person ?? '');
  if (link === undefined || person === undefined || person.disabled_at !== null || !isCurrent(link, now)) return null;
  remove('signIns', sha256);
  return { link, person };
}
