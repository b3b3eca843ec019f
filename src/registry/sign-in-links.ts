import { type Clock, isoSeconds } from '../lib/clock.js';
import { PortalError } from '../lib/errors.js';
import { encodeJson } from '../lib/json.js';
import type { Repository } from '../store/repository.js';
import type { Draft } from '../store/snapshot.js';
import { generateApiKey, hashApiKey } from './api-key.js';
import { type Author, describe, type Writer } from './commit.js';
import type { PersonRecord, Registry, SignInRecord } from './records.js';
import { maxMakers, registryPaths, requirePerson } from './records.js';

/** Lifetime of a sign-in link, which works once. */
export const linkMinutes = 15;

/** Sign-in links, sessions and passkeys that one person may have at a time; the oldest link or session ends for a new one. */
export const maxPerPerson = 20;

/** A link's secret; it has the form of a key, so that scanners and the log know it. 190 random bits. */
export interface SignInLink {
  readonly secret: string;
  readonly person: PersonRecord;
  readonly expires_at: string;
}

/**
 * Issues a link. It ends when it is used, when its minutes are over, when its person is disabled, or when there are too many newer ones.
 *
 * @throws `not_found`, `invalid` for a person who is disabled
 */
export async function issueSignInLink(
  registry: Repository<Registry>,
  clock: Clock,
  id: string,
  by?: Writer<PersonRecord>,
): Promise<SignInLink> {
  const { answer } = await registry.write((draft): SignInLink => {
    const person = requirePerson(draft.snapshot.catalog, id);
    by?.check?.(draft.snapshot.catalog, person);
    if (person.disabled_at !== null) throw new PortalError('invalid', `Person ${id} is disabled.`);
    const now = clock();
    describe(draft, `Issue a sign-in link for person ${id} "${person.name}"`, 'sign-ins.issue', now, by);
    return putLink(draft, person, now, by);
  });
  return answer;
}

/** Adds a link to the commit of a draft. */
export function putLink(draft: Draft<Registry>, person: PersonRecord, now: Date, by?: Author): SignInLink {
  const secret = generateApiKey();
  const sha256 = hashApiKey(secret);
  const expires_at = isoSeconds(new Date(now.getTime() + linkMinutes * 60_000));
  const times = { created_at: isoSeconds(now), expires_at };
  const record: SignInRecord = {
    sha256,
    person: person.id,
    ...times,
    ...madeBy(makersBehind(draft.snapshot.catalog, by)),
  };
  makeRoom(draft, person.id, 'signIns');
  draft.put(registryPaths.signIn(sha256), encodeJson(record));
  return { secret, person, expires_at };
}

/**
 * Uses up a link, in the commit that begins the session: the branch's compare-and-swap lets it happen once.
 *
 * @returns `null` for a link that is none, is used, has expired, or is of a disabled person
 */
export function useUpLink(
  draft: Draft<Registry>,
  hash: string,
  now: Date,
): { readonly link: SignInRecord; readonly person: PersonRecord } | null {
  const { signIns, people } = draft.snapshot.catalog;
  const link = signIns.get(hash);
  const person = people.get(link?.person ?? '');
  if (link === undefined || person === undefined || person.disabled_at !== null || !isCurrent(link, now)) return null;
  draft.remove(registryPaths.signIn(hash));
  return { link, person };
}

/** The makers of a link, which the session that begins with it and its passkeys keep: disabling one of them ends all of these. */
export type Made = Pick<SignInRecord, 'made_by' | 'made_through'>;

export function madeBy([made_by, ...made_through]: readonly string[]): Made {
  if (made_by === undefined) return {};
  return made_through.length === 0 ? { made_by } : { made_by, made_through };
}

/** The nearest first. */
export function makersOf({ made_by, made_through = [] }: Made): string[] {
  return made_by === undefined ? [] : [made_by, ...made_through];
}

/** Makers of a new link: its author, and the makers behind the author's session, which ends with any of them. @throws `forbidden` */
function makersBehind({ sessions }: Registry, by: Author | undefined): string[] {
  if (by === undefined) return [];
  const session = by.session === undefined ? {} : sessions.get(by.session);
  if (session === undefined) throw new PortalError('forbidden', 'This session has ended. Sign in again.');
  const makers = [...new Set([by.id, ...makersOf(session)])];
  if (makers.length <= maxMakers) return makers;
  throw new PortalError('forbidden', `${maxMakers} people made links for one another. Ask the operator for a link.`);
}

export function isCurrent({ expires_at }: { readonly expires_at: string }, now: Date): boolean {
  return now.getTime() < Date.parse(expires_at);
}

/** Ends a person's oldest session or link when a new one would be too many. */
export function makeRoom(draft: Draft<Registry>, person: string, kind: 'sessions' | 'signIns'): void {
  const own = [...draft.snapshot.catalog[kind].values()].filter((one) => one.person === person);
  if (own.length < maxPerPerson) return;
  const oldest = own.sort((a, b) => (a.created_at < b.created_at ? -1 : 1))[0];
  if (oldest === undefined) return;
  draft.remove(kind === 'sessions' ? registryPaths.session(oldest.sha256) : registryPaths.signIn(oldest.sha256));
}
