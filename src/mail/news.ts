import { hash } from 'node:crypto';
import { dayMs, isoSeconds } from '../lib/clock.js';
import { sortedBy } from '../lib/order.js';
import { personActor } from '../operations/engine/access.js';
import { type Input, noInput, type Operation } from '../operations/engine/contract.js';
import { recentNews } from '../operations/news.js';
import { type WaitingRow, waitingFor } from '../operations/waiting.js';
import type { AddressFile } from '../registry/addresses.js';
import type { PersonRecord } from '../registry/records.js';
import { hashOfEvent, type SeenEvents } from '../registry/seen.js';
import { proposalsIn } from '../service/data-directory.js';
import type { Service } from '../service/service.js';
import type { News } from '../site/letters/letters.js';
import { brandPlace } from '../site/letters/places.js';
import { Ref } from '../store/local/ref.js';

/** News for a person, by the name of its event. */
export interface Row {
  readonly key: string;
  /** Hash by which the delivery remembers that it was told. */
  readonly mark: string;
  /** ISO 8601; `null` if it is not known. */
  readonly since: string | null;
  readonly news: News;
}

/** Rows of what waits for a person in a brand. @param down_to as `waitingFor` has it */
export async function waitingRows(
  service: Service,
  slug: string,
  person: PersonRecord,
  origin: string,
  down_to: 'asked' | 'summary',
): Promise<Row[]> {
  const rows = await perform(service, slug, person, waitingFor, { down_to });
  return rows.map((row) => {
    const { key, since } = row;
    return { key, mark: hashOfEvent(person.id, key), since, news: newsOf(row, origin) };
  });
}

/** News, after a time, of other things that a person takes part in. */
export async function newsSince(
  service: Service,
  slug: string,
  person: PersonRecord,
  origin: string,
  since: string,
): Promise<News[]> {
  const rows = await perform(service, slug, person, recentNews, { since });
  return rows.map((row) => ({ ...row, note: '', href: brandPlace(origin, slug, row.href) }));
}

function newsOf({ kind, title, brand, href, id, by, note, count }: WaitingRow, origin: string): News {
  const proposal = typeof id === 'number' && href.startsWith('/proposals/') ? id : null;
  return { kind, title, href: brandPlace(origin, brand, href), proposal, by: by?.name ?? '', note, count };
}

/** Age from which a thing that waits is not told any more. */
const oldMs = 7 * dayMs;

/**
 * Rows that were neither told nor seen yet, the oldest first. They are not older than the address or a week. Days have no time, and are always new.
 *
 * @param told marks of rows
 */
export function dueRows(
  rows: readonly Row[],
  { confirmed_at }: AddressFile,
  told: readonly string[],
  seen: SeenEvents,
  now: Date,
): Row[] {
  const start = [confirmed_at ?? '', isoSeconds(new Date(now.getTime() - oldMs))].sort().at(-1) ?? '';
  const isNew = ({ since }: Row): boolean => since === null || !since.includes('T') || since >= start;
  const due = rows.filter((row) => !told.includes(row.mark) && !seen.has(row.key) && isNew(row));
  return sortedBy(due.reverse(), ({ since }) => since ?? '');
}

/** Version of all that decides what waits in a brand for its people. On this machine it is read without opening the brand. */
export async function versionOf(service: Service, slug: string, members: readonly PersonRecord[]): Promise<string> {
  const { brands, fs, isShared } = service;
  const people = members.map(({ id, roles }) => [id, roles[slug]]);
  const gitdir = brands.gitdir(slug);
  const heads = isShared
    ? [(await (await brands.get(slug)).read()).commit, await service.proposalsHead(slug)]
    : [gitdir, proposalsIn(gitdir)].map((path) => new Ref(fs, path).current());
  const policy = (await service.registered()).get(slug);
  const notes = await service.notes.of(slug).version();
  return hash('sha256', JSON.stringify([heads, people, policy, notes])).slice(0, 40);
}

async function perform<Value>(
  service: Service,
  slug: string,
  person: PersonRecord,
  operation: Operation<Value>,
  query: Input['query'],
): Promise<Value> {
  const role = person.roles[slug] ?? 'viewer';
  const actor = personActor(person, role, slug);
  const call = { slug, actor, via: 'system', requestId: `mail-${person.id}`, precondition: null } as const;
  return (await service.run(operation, call, { ...noInput, query })).value;
}
