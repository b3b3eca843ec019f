import { randomBytes } from 'node:crypto';
import { type Clock, isoSeconds } from '../clock.js';
import { PortalError } from '../errors.js';
import { encodeJson } from '../json.js';
import type { Repository } from '../store/repository.js';
import type { Draft } from '../store/snapshot.js';
import { generateApiKey, hashApiKey } from './api-key.js';
import { type Author, describe } from './commit.js';
import { isCurrent, type PersonRecord, type SessionRecord, type SignInRecord } from './person-records.js';
import { type Registry, registryPaths } from './records.js';
import { requirePerson } from './require-person.js';

/** How long a link to sign in can be used, once. */
export const linkMinutes = 15;
/** How long a session lasts: that of a person, and that of an operator. */
export const sessionDays = 30;
export const operatorSessionHours = 12;

/** Links and sessions that one person may have at a time; the oldest ends for a new one. */
const maxPerPerson = 20;

/** A link's secret; it has the form of a key, so that scanners and the log know it. 190 random bits. */
export interface SignInLink {
  readonly secret: string;
  readonly person: PersonRecord;
  readonly expires_at: string;
}

/** @throws `not_found`, `invalid` for a person who is disabled */
export async function issueLink(registry: Repository<Registry>, id: string, clock: Clock, by?: Author) {
  const secret = generateApiKey();
  const sha256 = hashApiKey(secret);
  const { answer } = await registry.write((draft): SignInLink => {
    const person = requirePerson(draft.snapshot.catalog, id);
    if (person.disabled_at !== null) throw new PortalError('invalid', `Person ${id} is disabled.`);
    const now = clock();
    const expires_at = isoSeconds(new Date(now.getTime() + linkMinutes * 60_000));
    const record: SignInRecord = { sha256, person: id, created_at: isoSeconds(now), expires_at, ...madeBy(by?.id) };
    makeRoom(draft, id, 'signIns');
    draft.put(registryPaths.signIn(sha256), encodeJson(record));
    describe(draft, `Issue a sign-in link for person ${id} "${person.name}"`, 'sign-ins.issue', now, by);
    return { secret, person, expires_at };
  });
  return answer;
}

const madeBy = (id: string | undefined) => (id === undefined ? {} : { made_by: id });

export interface SignedIn {
  /** The session's token: nowhere stored. 256 random bits. */
  readonly token: string;
  readonly person: PersonRecord;
  readonly session: SessionRecord;
}

/**
 * Uses up a link and begins a session, in one commit: the branch's compare-and-swap lets it happen once.
 *
 * @returns `null` for a link that is none, is used, is over, or is of a disabled person
 */
export async function signIn(registry: Repository<Registry>, secret: string, clock: Clock): Promise<SignedIn | null> {
  const hash = hashApiKey(secret);
  if (!(await registry.read()).catalog.signIns.has(hash)) return null;
  const token = randomBytes(32).toString('base64url');
  const { answer } = await registry.write((draft): SignedIn | null => {
    const { signIns, people } = draft.snapshot.catalog;
    const link = signIns.get(hash);
    const person = people.get(link?.person ?? '');
    const now = clock();
    if (link === undefined || person === undefined || person.disabled_at !== null || !isCurrent(link, now)) return null;
    const hours = person.operator ? operatorSessionHours : sessionDays * 24;
    const session: SessionRecord = {
      sha256: hashApiKey(token),
      person: person.id,
      created_at: isoSeconds(now),
      expires_at: isoSeconds(new Date(now.getTime() + hours * 3_600_000)),
      ...madeBy(link.made_by),
    };
    makeRoom(draft, person.id, 'sessions');
    draft.remove(registryPaths.signIn(hash));
    draft.put(registryPaths.session(session.sha256), encodeJson(session));
    describe(draft, `Sign in person ${person.id} "${person.name}"`, 'sessions.begin', now, person);
    return { token, person, session };
  });
  return answer;
}

/** Who the token stands for; `null` for one that is unknown or over, or of a person who is disabled. */
export function personOf({ people, sessions }: Registry, token: string, now: Date) {
  const session = sessions.get(hashApiKey(token));
  const person = people.get(session?.person ?? '');
  if (session === undefined || person === undefined || person.disabled_at !== null) return null;
  // Who has become an operator since has an operator's session from now on.
  const isOld = person.operator && now.getTime() >= Date.parse(session.created_at) + operatorSessionHours * 3_600_000;
  return isCurrent(session, now) && !isOld ? { person, session } : null;
}

/** Ends one session of a person, or all. @param sha256 `null`: all @returns how many ended */
export async function signOut(
  registry: Repository<Registry>,
  person: Author,
  sha256: string | null,
  clock: Clock,
): Promise<number> {
  const { answer } = await registry.write((draft) => {
    const ended = endSessions(draft, (one) => one.person === person.id && (sha256 ?? one.sha256) === one.sha256);
    if (ended > 0) describe(draft, `Sign out person ${person.id} "${person.name}"`, 'sessions.end', clock(), person);
    return ended;
  });
  return answer;
}

/** Removes the links and sessions that are over. @returns how many */
export async function removeOver(registry: Repository<Registry>, clock: Clock): Promise<number> {
  const isOver = (one: SignInRecord): boolean => !isCurrent(one, clock());
  const { sessions, signIns } = (await registry.read()).catalog;
  if (![...sessions.values(), ...signIns.values()].some(isOver)) return 0;
  const { answer } = await registry.write((draft) => {
    const removed = endSessions(draft, isOver);
    if (removed > 0) describe(draft, 'Remove links and sessions that are over', 'sessions.sweep', clock());
    return removed;
  });
  return answer;
}

/** Removes links and sessions. @returns how many */
export function endSessions(draft: Draft<Registry>, which: (one: SignInRecord) => boolean): number {
  const { sessions, signIns } = draft.snapshot.catalog;
  const gone = [
    ...[...sessions.values()].filter(which).map(({ sha256 }) => registryPaths.session(sha256)),
    ...[...signIns.values()].filter(which).map(({ sha256 }) => registryPaths.signIn(sha256)),
  ];
  for (const path of gone) draft.remove(path);
  return gone.length;
}

function makeRoom(draft: Draft<Registry>, person: string, kind: 'sessions' | 'signIns'): void {
  const own = [...draft.snapshot.catalog[kind].values()].filter((one) => one.person === person);
  if (own.length < maxPerPerson) return;
  const oldest = own.sort((a, b) => (a.created_at < b.created_at ? -1 : 1))[0];
  if (oldest === undefined) return;
  draft.remove(kind === 'sessions' ? registryPaths.session(oldest.sha256) : registryPaths.signIn(oldest.sha256));
}
