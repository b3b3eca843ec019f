import { createLog } from '../../src/log.js';
import { deliverMails } from '../../src/mail/deliver.js';
import type { MailSettings } from '../../src/mail/settings.js';
import { updatePage } from '../../src/operations/pages.js';
import { requestChanges } from '../../src/operations/proposals/decide.js';
import { submitProposal } from '../../src/operations/proposals/proposals.js';
import type { PersonRecord, Role } from '../../src/registry/records.js';
import type { Service } from '../../src/service/service.js';
import { person as actorOf, idOf, makePage, paramsOf, run } from './proposals.js';

export const mailOrigin = 'https://portal.example';

/** A minute of the delivery. @returns what became of each mail */
export async function deliver(
  service: Service,
  settings: MailSettings,
  lines: string[] = [],
  origin = mailOrigin,
): Promise<string[]> {
  const outcomes: string[] = [];
  const log = createLog('debug', { write: (line: string) => void lines.push(line) });
  const onSent = (outcome: string) => void outcomes.push(outcome);
  const { signal } = new AbortController();
  await deliverMails({ service, settings, origin, log, onSent }, signal);
  return outcomes;
}

/** A person with a role in the brand, and with a confirmed address: `<name>@people.example`. */
export async function mailed(
  service: Service,
  name: string,
  role: Role = 'editor',
  slug = 'acme',
): Promise<PersonRecord> {
  const added = await service.people.add({ name, operator: false, roles: { [slug]: role } });
  await confirm(service, added, `${name.toLowerCase().replaceAll(/[^a-z]/g, '')}@people.example`);
  return (await service.people.list()).find(({ id }) => id === added.id) as PersonRecord;
}

/** Gives and confirms an address. */
export async function confirm(service: Service, { id }: Pick<PersonRecord, 'id'>, address: string) {
  return service.mails.addresses.confirm(id, await service.mails.addresses.give(id, address));
}

type Brand = Parameters<typeof run>[0];

/** A proposal of a person, sent for review. @returns its number */
export async function sentProposal(brand: Brand, author: PersonRecord, title: string): Promise<number> {
  const actor = { ...actorOf(author.id, 'editor'), name: author.name };
  const { id } = await makePage(brand, { title });
  const changed = await run(brand, updatePage, {
    params: idOf(id),
    body: { title: `${title} (new)` },
    proposal: 'new',
    actor,
  });
  const n = changed.proposal ?? 0;
  await run(brand, submitProposal, { params: paramsOf(n), actor });
  return n;
}

/** Sends a proposal back to its author. */
export async function sendBack(brand: Brand, n: number, by: PersonRecord, note: string): Promise<void> {
  const actor = { ...actorOf(by.id, 'admin'), name: by.name };
  await run(brand, requestChanges, { params: paramsOf(n), actor, body: { note } });
}
