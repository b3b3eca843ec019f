import { isoSeconds } from '../lib/clock.js';
import { encodeJson } from '../lib/json.js';
import type { Draft } from '../store/snapshot.js';
import type { Author } from './commit.js';
import { evictOldest, isCurrent, issuersBehind, issuersRecord } from './credentials.js';
import type { PersonRecord, Registry, SignInRecord } from './records.js';
import { registryPaths } from './records.js';
import { hashSecret, newSecret } from './secrets.js';

/** Lifetime of a sign-in link, which works once. */
export const linkMinutes = 15;

/** Sign-in link as it is handed out, once: what is stored does not lead to its secret. */
export interface SignInLink {
  /** In the form of a key, so that scanners and the log know it: 190 random bits. */
  readonly secret: string;
  readonly person: PersonRecord;
  /** ISO 8601 in UTC. */
  readonly expires_at: string;
}

/** Adds a link to a draft; the person's oldest ends when there are too many. */
export function putLink(draft: Draft<Registry>, person: PersonRecord, now: Date, by?: Author): SignInLink {
  const secret = newSecret();
  const sha256 = hashSecret(secret);
  const expires_at = isoSeconds(new Date(now.getTime() + linkMinutes * 60_000));
  const record: SignInRecord = {
    sha256,
    person: person.id,
    created_at: isoSeconds(now),
    expires_at,
    ...issuersRecord(issuersBehind(draft.snapshot.catalog, by)),
  };
  evictOldest(draft, person.id, 'signIns');
  draft.put(registryPaths.signIn(sha256), encodeJson(record));
  return { secret, person, expires_at };
}

/**
 * Uses up the link whose secret has this hash, in the commit that begins the session: the branch's compare-and-swap lets it happen once.
 *
 * @returns `null` for a link that is none, is used, has expired, or is of a disabled person
 */
export function useUpLink(
  draft: Draft<Registry>,
  sha256: string,
  now: Date,
): { readonly link: SignInRecord; readonly person: PersonRecord } | null {
  const { signIns, people } = draft.snapshot.catalog;
  const link = signIns.get(sha256);
  const person = people.get(link?.person ?? '');
  if (link === undefined || person === undefined || person.disabled_at !== null || !isCurrent(link, now)) return null;
  draft.remove(registryPaths.signIn(sha256));
  return { link, person };
}
