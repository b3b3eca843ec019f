import type { SignedInContext } from '../context.js';
import type { WorkReply } from '../replies.js';

/** All that the registry keeps of the person who asks, as JSON: what the page about privacy names. Hashes of secrets are left out. */
export async function ownData({ service, principal }: SignedInContext): Promise<WorkReply> {
  const { person } = principal;
  const { issuer } = person.identity ?? {};
  const grants = await service.grants.list({ person: person.id });
  const data = {
    account: { ...person, ...(issuer !== undefined && { identity: { issuer } }) },
    sessions: (await service.sessions.list(person.id)).map(({ sha256: _, ...session }) => session),
    passkeys: (await service.passkeys.list(person.id)).map(({ sha256: _, ...passkey }) => passkey),
    agents: grants,
  };
  return { text: `${JSON.stringify(data, null, 2)}\n`, type: 'application/json; charset=utf-8' };
}
