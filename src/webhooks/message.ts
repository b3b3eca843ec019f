import { hash } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { isoSeconds } from '../lib/clock.js';
import { PortalError } from '../lib/errors.js';
import { version as programVersion } from '../lib/package.js';
import type { Actor } from '../operations/engine/access.js';
import { noInput } from '../operations/engine/contract.js';
import { type Feed, listChanges } from '../operations/feed.js';
import { listSentChanges } from '../operations/proposals/proposals.js';
import type { BrandRecord, WebhookRecord } from '../registry/records.js';
import { unknownVersion, type WebhookPosition, type WebhookSecret } from '../registry/webhook-files.js';
import type { Service } from '../service/service.js';
import { chatBody, chatTypes, type News } from './chat.js';

/** Maximum number of changes in one message. If there are more, the receiver asks for all of them. */
const maxChanges = 100;

/** Source of messages. */
interface Source {
  readonly service: Service;
  /** See `WorkerOptions`. */
  readonly origin: string | null;
}

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
  source: Source,
  brand: BrandRecord,
  record: WebhookRecord,
  { serial, version: from }: Pick<WebhookPosition, 'serial' | 'version'>,
): Promise<{ message: Message | null; to: string }> {
  const feed = await changesSince(source.service, brand, from);
  const { version: to } = feed;
  const id = buildId(record, serial, from, to);
  const head = { brand: brand.slug, since: from === unknownVersion ? null : from, version: to };
  if (feed.isReset)
    return { message: { id, from, to, body: await bodyOf(source, record, head, { type: 'reset' }) }, to };

  const changes = selectChanges(feed, record);
  if (changes.length === 0) return { message: null, to };
  const news = { type: 'changes', changes: changes.slice(0, maxChanges), more: changes.length > maxChanges } as const;
  return { message: { id, from, to, body: await bodyOf(source, record, head, news) }, to };
}

/** Does the same for proposals: the message has the number and state of each changed proposal that was sent for review. */
export async function nextProposals(
  source: Source,
  { slug }: BrandRecord,
  record: WebhookRecord,
  { serial, version: from }: Pick<WebhookPosition, 'serial' | 'version'>,
): Promise<{ message: Message | null; to: string }> {
  const call = { slug, actor: system, via: 'system', requestId: 'webhooks', precondition: null } as const;
  const listSince = async (query: object) =>
    (await source.service.run(listSentChanges, call, { ...noInput, query: { ...query } })).value;
  // After the history was rewritten, the message has all proposals.
  const { proposals, version: to } = await listSince(from === null ? {} : { since: from }).catch((error) => {
    if (error instanceof PortalError && error.code === 'gone') return listSince({});
    throw error;
  });

  if (proposals.length === 0) return { message: null, to };
  const head = { brand: slug, since: from, version: to };
  const more = proposals.length > maxChanges;
  const news = { type: 'proposals', proposals: proposals.slice(0, maxChanges), more } as const;
  const id = buildId(record, 'proposals', serial, from, to);
  return { message: { id, from, to, body: await bodyOf(source, record, head, news) }, to };
}

const buildId = ({ id }: WebhookRecord, ...parts: readonly unknown[]): string =>
  `msg_${hash('sha256', [id, ...parts].join(' '), 'base64url').slice(0, 27)}`;

/** Builds a message without content. */
export async function testMessage(source: Source, record: WebhookRecord, version: string): Promise<Message> {
  const id = buildId(record, 'test', source.service.clock().toISOString());
  const body = await bodyOf(source, record, { brand: record.brand, version }, { type: 'test' });
  return { id, from: version, to: version, body };
}

/** `reset`: the receiver must read everything again. */
async function bodyOf(source: Source, record: WebhookRecord, head: object, news: News): Promise<string> {
  const { service, origin } = source;
  const { brand, format } = record;
  if (format !== undefined) return chatBody(service, origin, { brand, format }, news);
  const { type, ...data } = news;
  return JSON.stringify({ type, timestamp: isoSeconds(service.clock()), data: { ...head, ...data } });
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

const userAgent = { 'User-Agent': `brand-portal/${programVersion}` };

/** The address to which a message goes, and its headers: to a program, those of Standard Webhooks. */
export function posting(
  { url, format }: WebhookRecord,
  message: Pick<Message, 'id' | 'body'>,
  secret: WebhookSecret,
  now: Date,
): { address: string; headers: Record<string, string> } {
  if (format === undefined) return { address: url, headers: { ...userAgent, ...signatures(message, secret, now) } };
  return { address: secret.secret, headers: { ...userAgent, 'Content-Type': chatTypes[format] } };
}

/** Signatures; after a rotation, by either secret. */
function signatures(
  { id, body }: Pick<Message, 'id' | 'body'>,
  { secret, former }: WebhookSecret,
  now: Date,
): Record<string, string> {
  const secrets = former !== null && now < new Date(former.until) ? [secret, former.secret] : [secret];
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
  };
}
