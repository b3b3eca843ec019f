import { PortalError } from '../lib/errors.js';
import type { Draft } from '../store/snapshot.js';
import type { Author } from './commit.js';
import type { PasskeyRecord, Registry, SignInRecord } from './records.js';
import { maxMakers, registryPaths } from './records.js';

/** Sign-in links, sessions and passkeys that one person may have at a time; the oldest link or session ends for a new one. */
export const maxPerPerson = 20;

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
export function makersBehind({ sessions }: Registry, by: Author | undefined): string[] {
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

/** Removes the links, sessions and passkeys that `which` selects: every way in. @returns the number removed */
export function endWaysIn(
  draft: Draft<Registry>,
  which: (one: Made & Pick<PasskeyRecord, 'person'>) => boolean,
): number {
  const passkeys = [...draft.snapshot.catalog.passkeys.values()].filter(which);
  for (const { sha256 } of passkeys) draft.remove(registryPaths.passkey(sha256));
  return endSessions(draft, which) + passkeys.length;
}

/** Removes the links and sessions that `which` selects. @returns their number */
export function endSessions(draft: Draft<Registry>, which: (one: SignInRecord) => boolean): number {
  const { sessions, signIns } = draft.snapshot.catalog;
  const gone = [
    ...[...sessions.values()].filter(which).map(({ sha256 }) => registryPaths.session(sha256)),
    ...[...signIns.values()].filter(which).map(({ sha256 }) => registryPaths.signIn(sha256)),
  ];
  for (const path of gone) draft.remove(path);
  return gone.length;
}
