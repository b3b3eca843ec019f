import { hash } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { type Clock, isoSeconds } from '../lib/clock.js';
import { PortalError } from '../lib/errors.js';
import { version as programVersion } from '../lib/package.js';
import type { Actor } from '../operations/engine/access.js';
import { noInput } from '../operations/engine/contract.js';
import { type Feed, listChanges } from '../operations/feed.js';
import { listProposalChanges } from '../operations/proposals/proposals.js';
import type { BrandRecord, WebhookRecord } from '../registry/records.js';
import { unknownVersion, type WebhookPosition, type WebhookSecret } from '../registry/webhook-files.js';
import type { Service } from '../service/service.js';

/** Maximum number of changes in one message. If there are more, the receiver asks for all of them. */
const maxChanges = 100;

/** `reset`: the receiver must read everything again. */
type MessageType = 'changes' | 'proposals' | 'reset' | 'test';

export interface Message {
  /** A repeated message has its first id. */
  readonly id: string;
  readonly from: string | null;
  readonly to: string;
  readonly body: string;
}

const system: Actor = { kind: 'system', id: 'system', name: 'Brand Portal', rights: ['read'] };

/**
 * The message that brings a receiver from its position to the newest version: as `GET /changes` would say it.
 *
 * @returns the message, `null` when none of it is for this webhook, and the newest version
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
  const changes = feed.isReset ? [] : wanted(feed, record);
  if (!feed.isReset && changes.length === 0) return { message: null, to };
  const part = feed.isReset ? {} : { changes: changes.slice(0, maxChanges), more: changes.length > maxChanges };
  const since = from === unknownVersion ? null : from;
  const data = { brand: brand.slug, since, version: to, ...part };
  const id = idOf(record, serial, from, to);
  return { message: { id, from, to, body: bodyOf(feed.isReset ? 'reset' : 'changes', data, service.clock) }, to };
}

/** `nextMessage` in the history of the brand's proposals: number and state of each that has changed, except drafts. */
export async function nextProposals(
  service: Service,
  { slug }: BrandRecord,
  record: WebhookRecord,
  { serial, version: from }: Pick<WebhookPosition, 'serial' | 'version'>,
): Promise<{ message: Message | null; to: string }> {
  const call = { slug, actor: system, via: 'system', requestId: 'webhooks', precondition: null } as const;
  const ask = async (query: object) =>
    (await service.run(listProposalChanges, call, { ...noInput, query: { ...query } })).value;
  // After a rewritten history, the message has all proposals.
  const { proposals, version: to } = await ask(from === null ? {} : { since: from }).catch((error) => {
    if (error instanceof PortalError && error.code === 'gone') return ask({});
    throw error;
  });
  const sent = proposals.filter(({ state }) => state !== 'draft');
  if (sent.length === 0) return { message: null, to };
  const part = { proposals: sent.slice(0, maxChanges), more: sent.length > maxChanges };
  const body = bodyOf('proposals', { brand: slug, since: from, version: to, ...part }, service.clock);
  return { message: { id: idOf(record, 'proposals', serial, from, to), from, to, body }, to };
}

const idOf = ({ id }: WebhookRecord, ...parts: readonly unknown[]): string =>
  `msg_${hash('sha256', [id, ...parts].join(' '), 'base64url').slice(0, 27)}`;

/** A message without content. */
export function testMessage(record: WebhookRecord, version: string, clock: Clock): Message {
  const id = idOf(record, 'test', clock().toISOString());
  return { id, from: version, to: version, body: bodyOf('test', { brand: record.brand, version }, clock) };
}

function bodyOf(type: MessageType, data: object, clock: Clock): string {
  return JSON.stringify({ type, timestamp: isoSeconds(clock()), data });
}

function wanted({ changes }: Feed, { events }: WebhookRecord): Feed['changes'] {
  return events === null ? changes : changes.filter(({ kind }) => events.includes(kind));
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
