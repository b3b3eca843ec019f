import type { SignedInContext } from '../context.js';
import type { WorkReply } from '../replies.js';

/** All that is kept of the person who asks, as JSON: what the page about privacy names. Hashes of secrets are left out. */
export async function ownData({ service, principal }: SignedInContext): Promise<WorkReply> {
  const { person } = principal;
  const { issuer } = person.identity ?? {};
  const grants = await service.grants.list({ person: person.id });
  const { address, confirmed_at, pending, choices } = await service.mails.addresses.of(person.id);
  const waiting = pending && { address: pending.address, until: pending.until };
  const data = {
    account: { ...person, ...(issuer !== undefined && { identity: { issuer } }) },
    sessions: (await service.sessions.list(person.id)).map(({ sha256: _, ...session }) => session),
    passkeys: (await service.passkeys.list(person.id)).map(({ sha256: _, ...passkey }) => passkey),
    agents: grants,
    seen: (await service.seen.keptOf(person.id)).map(({ brand, events }) => ({ brand, events })),
    mail: { address, confirmed_at, waiting, choices },
  };
  return { text: `${JSON.stringify(data, null, 2)}\n`, type: 'application/json; charset=utf-8' };
}
