import { hash } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { type Clock, isoSeconds } from '../lib/clock.js';
import { PortalError } from '../lib/errors.js';
import { version as programVersion } from '../lib/package.js';
import type { Actor } from '../operations/engine/access.js';
import { noInput } from '../operations/engine/contract.js';
import { type Feed, listChanges } from '../operations/feed.js';
import { listSentChanges } from '../operations/proposals/proposals.js';
import type { BrandRecord, WebhookRecord } from '../registry/records.js';
import { unknownVersion, type WebhookPosition, type WebhookSecret } from '../registry/webhook-files.js';
import type { Service } from '../service/service.js';

/** Maximum number of changes in one message. If there are more, the receiver asks for all of them. */
const maxChanges = 100;

/** `reset`: the receiver must read everything again. */
type MessageType = 'changes' | 'proposals' | 'reset' | 'test';

export interface Message {
  /** A message that is sent again keeps its id. */
  readonly id: string;
  readonly from: string | null;
  readonly to: string;
  readonly body: string;
}

const system: Actor = { kind: 'system', id: 'system', name: 'Brand Portal', rights: ['read'] };

/**
 * Builds the message that takes a receiver from its position to the newest version, with the changes of `GET /changes`.
 *
 * @returns the message, which is `null` if no change is for this webhook, and the newest version
 * @throws `unavailable`
 */
export async function nextMessage(
  service: Service,
  brand: BrandRecord,
  record: WebhookRecord,
  { serial, version: from }: Pick<WebhookPosition, 'serial' | 'version'>,
): Promise<{ message: Message | null; to: string }> {
  const feed = await changesSince(service, brand, from);
  const { version: to } = feed;
  const id = buildId(record, serial, from, to);
  const head = { brand: brand.slug, since: from === unknownVersion ? null : from, version: to };
  if (feed.isReset) return { message: { id, from, to, body: buildBody('reset', head, service.clock) }, to };

  const changes = selectChanges(feed, record);
  if (changes.length === 0) return { message: null, to };
  const data = { ...head, changes: changes.slice(0, maxChanges), more: changes.length > maxChanges };
  return { message: { id, from, to, body: buildBody('changes', data, service.clock) }, to };
}

/** Does the same for proposals: the message has the number and state of each changed proposal that was sent for review. */
export async function nextProposals(
  service: Service,
  { slug }: BrandRecord,
  record: WebhookRecord,
  { serial, version: from }: Pick<WebhookPosition, 'serial' | 'version'>,
): Promise<{ message: Message | null; to: string }> {
  const call = { slug, actor: system, via: 'system', requestId: 'webhooks', precondition: null } as const;
  const listSince = async (query: object) =>
    (await service.run(listSentChanges, call, { ...noInput, query: { ...query } })).value;
  // After the history was rewritten, the message has all proposals.
  const { proposals, version: to } = await listSince(from === null ? {} : { since: from }).catch((error) => {
    if (error instanceof PortalError && error.code === 'gone') return listSince({});
    throw error;
  });

  if (proposals.length === 0) return { message: null, to };
  const data = {
    brand: slug,
    since: from,
    version: to,
    proposals: proposals.slice(0, maxChanges),
    more: proposals.length > maxChanges,
  };
  const id = buildId(record, 'proposals', serial, from, to);
  return { message: { id, from, to, body: buildBody('proposals', data, service.clock) }, to };
}

const buildId = ({ id }: WebhookRecord, ...parts: readonly unknown[]): string =>
  `msg_${hash('sha256', [id, ...parts].join(' '), 'base64url').slice(0, 27)}`;

/** Builds a message without content. */
export function testMessage(record: WebhookRecord, version: string, clock: Clock): Message {
  const id = buildId(record, 'test', clock().toISOString());
  return { id, from: version, to: version, body: buildBody('test', { brand: record.brand, version }, clock) };
}

function buildBody(type: MessageType, data: object, clock: Clock): string {
  return JSON.stringify({ type, timestamp: isoSeconds(clock()), data });
}

function selectChanges({ changes }: Feed, { events }: WebhookRecord): Feed['changes'] {
  return events === null ? changes : changes.filter(({ kind }) => events.some((event) => event === kind));
}

async function changesSince(
  service: Service,
  { slug, modules }: BrandRecord,
  since: string | null,
): Promise<Feed & { readonly isReset: boolean }> {
  if (since !== unknownVersion) {
    try {
      const call = { slug, actor: system, via: 'system', requestId: 'webhooks', precondition: null, modules } as const;
      const query = since === null ? {} : { since };
      return { ...(await service.run(listChanges, call, { ...noInput, query })).value, isReset: false };
    } catch (error) {
      if (!(error instanceof PortalError) || error.code !== 'gone') throw error;
    }
  }
  const { commit } = await (await service.brands.get(slug)).read();
  return { version: commit ?? unknownVersion, changes: [], isReset: true };
}

/** The headers of Standard Webhooks; after a rotation with a signature by either secret. */
export function signedHeaders(
  { id, body }: Pick<Message, 'id' | 'body'>,
  { secret, former }: WebhookSecret,
  now: Date,
): Record<string, string> {
  const secrets = former !== null && now < new Date(former.until) ? [secret, former.secret] : [secret];
  return {
    'User-Agent': `brand-portal/${programVersion}`,
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
  };
}
