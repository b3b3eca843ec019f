import { allProposals } from '../../content/proposals/catalog.js';
import type { Author } from '../../content/proposals/format.js';
import type { PersonRecord } from '../../registry/records.js';
import type { Service } from '../../service/service.js';
import type { SignedInContext } from '../context.js';
import type { WorkReply } from '../replies.js';

/** All that is kept of the person who asks, as JSON: what the page about privacy names. Hashes of secrets are left out. */
export async function ownData({ service, principal }: SignedInContext): Promise<WorkReply> {
  const { person } = principal;
  const { issuer } = person.identity ?? {};
  const grants = await service.grants.list({ person: person.id });
  const { address, confirmed_at, pending, choices } = await service.mails.addresses.of(person.id);
  const waiting = pending && { address: pending.address, until: pending.until };
  const written = await writtenBy(service, person);
  const data = {
    account: { ...person, ...(issuer !== undefined && { identity: { issuer } }) },
    sessions: (await service.sessions.list(person.id)).map(({ sha256: _, ...session }) => session),
    passkeys: (await service.passkeys.list(person.id)).map(({ sha256: _, ...passkey }) => passkey),
    agents: grants,
    seen: (await service.seen.keptOf(person.id)).map(({ brand, events }) => ({ brand, events })),
    mail: { address, confirmed_at, waiting, choices },
    ...written,
  };
  return { text: `${JSON.stringify(data, null, 2)}\n`, type: 'application/json; charset=utf-8' };
}

/** Notes and comments of a person, of agents of this person too: those below notes, and those on proposals of the person's brands. */
async function writtenBy(service: Service, { id, roles }: PersonRecord) {
  const isOwn = (by: Author | null): boolean => by?.kind === 'person' && by.id === id;
  const notes = [];
  const comments = [];
  for (const brand of (await service.registered()).keys()) {
    const ofBrand = service.notes.of(brand);
    const { notes: rows } = await ofBrand.index();
    for (const note of await ofBrand.read(rows.map(({ number }) => number))) {
      const { number, page, block, at, text } = note;
      if (isOwn(note.by)) notes.push({ brand, number, page, block, at, text });
      const own = note.comments.filter(({ by }) => isOwn(by));
      comments.push(...own.map((comment) => ({ brand, note: number, at: comment.at, text: comment.text })));
    }
  }
  for (const brand of Object.keys(roles)) {
    const { catalog } = (await (await service.brands.proposals(brand))?.read()) ?? {};
    for (const { record, comments: all } of catalog === undefined ? [] : allProposals(catalog)) {
      const own = all.filter(({ by }) => isOwn(by));
      comments.push(...own.map(({ at, text }) => ({ brand, proposal: record.number, at, text })));
    }
  }
  return { notes, comments };
}
