import { isoSeconds } from '../lib/clock.js';
import { Mutex } from '../lib/concurrency.js';
import { PortalError } from '../lib/errors.js';
import { sortedBy } from '../lib/order.js';
import { say } from '../lib/say.js';
import { checkedName, requireNewId } from './commit.js';
import type { ChatFormat, WebhookRecord } from './records.js';
import { type Registry, requireBrand, versionOfRecord, webhooksOf } from './registry.js';
import { type Acting, requireAdmin, requireKeyOrWebhookOfBrand } from './rights.js';
import { hashSecret } from './secrets.js';
import type { Verbs } from './verbs.js';
import {
  maxRecent,
  newWebhookSecret,
  proposalsOf,
  type WebhookFiles,
  type WebhookPosition,
  type WebhookSecret,
} from './webhook-files.js';
import { checkedUrl, requireReceiver, shownAddress } from './webhook-url.js';

const maxWebhooks = 10;

interface NewWebhook extends Pick<WebhookRecord, 'brand' | 'url' | 'events'> {
  /** Omitted for signed messages. */
  readonly format?: ChatFormat | undefined;
  /** Omitted if it has none. */
  readonly name?: string | undefined;
  /** Version after which changes are sent. */
  readonly version: string;
  /** Newest commit of the proposals; `null` if there are none. Omitted if the webhook does not send them. */
  readonly proposals?: string | null | undefined;
  /** Private hosts and subnets to which webhooks can be sent: `webhook_allow`. */
  readonly allow: readonly string[];
  /** As `newWebhookSecret` makes it. Default: a new one. */
  readonly secret?: string;
  /** Whether the brand must have no webhook to this address. */
  readonly isOnly?: boolean;
}

type CheckedWebhook = Omit<WebhookRecord, 'created_at'> & { readonly secret_sha256: string };

export interface ListedWebhook {
  readonly record: WebhookRecord;
  /** `null` if it is lost. */
  readonly position: WebhookPosition | null;
  /** Whether its secret is here, so that it can sign. */
  readonly hasSecret: boolean;
  readonly state: 'well' | 'unsigned' | 'failing' | 'given up';
  readonly version: string;
}

/** The webhooks of all brands: added, listed, removed. Only a server sends. */
export class Webhooks {
  /** A rotation that is overtaken after it was checked must not be saved last. */
  readonly #saving = new Mutex();

  constructor(
    private readonly verbs: Verbs,
    readonly files: WebhookFiles,
  ) {}

  /** The registered webhooks; immediate while nothing has changed. */
  async read(): Promise<Registered> {
    return (await this.verbs.registry.read()).catalog;
  }

  /** `read` after a freshness check, also where reads may be stale. */
  async readFresh(): Promise<Registered> {
    const sinceMs = performance.now();
    await this.verbs.registry.branch.confirmNewest();
    return (await this.verbs.registry.read(sinceMs)).catalog;
  }

  /** The webhooks as they were read last, without waiting. */
  get cached(): Registered {
    return this.verbs.registry.latest.catalog;
  }

  /** @throws `not_found`, `conflict` for a form that made one, `invalid` when the address cannot be one, or the brand has as many as it may */
  async add(
    { brand, name, url, format, events, proposals, version, allow, secret: signing, isOnly }: NewWebhook,
    by?: Acting,
  ): Promise<{ record: WebhookRecord; secret: string }> {
    const address = checkedUrl(url);
    requireReceiver(address, allow);
    const secret = format === undefined ? (signing ?? newWebhookSecret()) : address;
    const checkedFields = {
      ...(name !== undefined && { name: checkedName(name, "webhook's") }),
      ...(format === undefined ? { url: address } : { url: shownAddress(address), format }),
      events,
      ...(proposals !== undefined && { proposals }),
    };
    return this.verbs.once(by, 'webhooks.add', async (id) => {
      const start = { serial: 0, version };
      requireNewId(id, (await this.read()).webhooks);
      // The files come first, so that every registered webhook has them.
      await this.files.addSecret(id, secret);
      try {
        await this.files.savePosition(id, { ...start, last: null, failing: null });
        const fields = { id, brand, ...checkedFields, start, secret_sha256: hashSecret(secret) };
        return { record: await this.#register(fields, by, isOnly), secret };
      } catch (error) {
        await this.files.remove(id).catch(() => {});
        throw error;
      }
    });
  }

  #register(fields: CheckedWebhook, by: Acting | undefined, isOnly = false): Promise<WebhookRecord> {
    const { id, brand, url } = fields;
    return this.verbs.write('webhooks.add', {
      by,
      allow: (registry, person) => requireAdmin(registry, { ...person, brand }),
      apply({ registry, now, put, commit }) {
        requireBrand(registry, brand);
        requireNewId(id, registry.webhooks);
        const others = webhooksOf(registry, brand);
        if (isOnly && others.some((other) => other.url === url)) {
          throw new PortalError('conflict', say`The brand ${brand} has a webhook to ${url} by now.`);
        }
        if (others.length >= maxWebhooks) {
          throw new PortalError('invalid', say`The brand ${brand} has ${maxWebhooks} webhooks, the most it may have.`);
        }
        const { start, secret_sha256, ...described } = fields;
        const record: WebhookRecord = { ...described, created_at: isoSeconds(now), start, secret_sha256 };
        put('webhooks', record);
        commit(`Add webhook ${id} to ${brand}`);
        return record;
      },
    });
  }

  /** @throws `not_found` when there is no such brand */
  async list(brand: string): Promise<ListedWebhook[]> {
    const registered = await this.read();
    requireBrand(registered, brand);
    const records = sortedBy(webhooksOf(registered, brand), ({ created_at, id }) => `${created_at} ${id}`);
    return Promise.all(records.map((record) => this.#listed(record)));
  }

  /** @throws `not_found` */
  async get(brand: string, id: string): Promise<ListedWebhook> {
    return this.#listed(requireWebhook(await this.read(), brand, id));
  }

  async #listed(record: WebhookRecord): Promise<ListedWebhook> {
    // One that cannot be read signs nothing either.
    const secret = await this.files.readSecret(record).catch(() => null);
    const positions = [await this.files.readPosition(record.id), await this.files.readPosition(proposalsOf(record))];
    const [main = null] = positions;
    const failures = positions.flatMap((position) =>
      position?.serial === record.start.serial && position.failing ? [position.failing] : [],
    );
    const attempts = positions.flatMap((position) => position?.recent ?? []);
    const recent = sortedBy(attempts, ({ at }) => at);
    const hasSecret = secret !== null;
    const failing = failures.find(({ next_at }) => next_at === null) ?? failures[0] ?? null;
    const position = main && { ...main, failing: failing ?? main.failing, recent: recent.slice(-maxRecent) };
    return { record, position, hasSecret, state: stateOf(hasSecret, failing), version: versionOfRecord(record) };
  }

  /** Lookup and authorization that all changes of one webhook share, also its test. */
  #change(brand: string, id: string, by: Acting | undefined) {
    return { by, find: (registry: Registry) => requireWebhook(registry, brand, id), allow: requireKeyOrWebhookOfBrand };
  }

  /**
   * Rights and precondition of a change, where nothing is changed.
   *
   * @throws `not_found`, `forbidden`, `precondition_failed`
   */
  check(brand: string, id: string, by: Acting): Promise<WebhookRecord> {
    return this.verbs.check(this.#change(brand, id, by));
  }

  /** @throws `not_found` */
  async remove(brand: string, id: string, by?: Acting): Promise<WebhookRecord> {
    const removed = await this.verbs.run('webhooks.remove', {
      ...this.#change(brand, id, by),
      apply({ before, remove, commit }) {
        remove('webhooks', id);
        commit(`Remove webhook ${id} of ${brand}`);
        return before;
      },
    });
    await this.files.remove(id);
    return removed;
  }

  /**
   * Sets the version after which a webhook continues; `null` for the beginning.
   *
   * @throws `not_found`
   */
  restart(brand: string, id: string, version: string | null, by?: Acting): Promise<WebhookRecord> {
    return this.verbs.run('webhooks.redeliver', {
      ...this.#change(brand, id, by),
      apply({ before, put, commit }) {
        const record: WebhookRecord = { ...before, start: { serial: before.start.serial + 1, version } };
        put('webhooks', record);
        commit(`Restart webhook ${id} of ${brand}`);
        return record;
      },
    });
  }

  /**
   * Gives a chat another address. The old one gets nothing more.
   *
   * @throws `not_found`; `invalid` when it cannot be one, or the webhook signs; `conflict` as `rotate`
   */
  async move(brand: string, id: string, url: string, allow: readonly string[], by?: Acting): Promise<WebhookRecord> {
    const address = checkedUrl(url);
    requireReceiver(address, allow);
    return this.verbs.once(by, 'webhooks.rotate', async () => {
      const before = await this.#nameSecret(brand, id, address, by, (record) => {
        if (record.format === undefined) {
          throw new PortalError('invalid', say`Webhook ${id} signs: its address is set when it is added.`);
        }
        return { ...record, url: shownAddress(address) };
      });
      await this.#saveSecret(before, { secret: address, former: null });
      return { ...before, url: shownAddress(address) };
    });
  }

  /** Names the one valid secret in the record. @returns the record of before */
  #nameSecret(
    brand: string,
    id: string,
    secret: string,
    by: Acting | undefined,
    change: (record: WebhookRecord) => WebhookRecord,
  ): Promise<WebhookRecord> {
    return this.verbs.write('webhooks.rotate', {
      ...this.#change(brand, id, by),
      apply({ before, put, commit }) {
        put('webhooks', { ...change(before), secret_sha256: hashSecret(secret) });
        commit(`Rotate the secret of webhook ${id} of ${brand}`);
        return before;
      },
    });
  }

  /** @throws `conflict` when another rotation came in between, whose secret is valid */
  #saveSecret({ id, brand }: WebhookRecord, saved: WebhookSecret): Promise<void> {
    return this.#saving.runExclusive(async () => {
      const current = requireWebhook(await this.read(), brand, id);
      if (current.secret_sha256 !== hashSecret(saved.secret)) {
        throw new PortalError(
          'conflict',
          say`Webhook ${id} was rotated by another command at the same time: that secret holds.`,
        );
      }
      await this.files.saveSecret(id, saved);
    });
  }

  /**
   * Makes a new secret. The record names it first: from then on no node signs with only the old one; this node signs with both for a
   * while.
   *
   * @throws `not_found`; `invalid` of a chat; `conflict` when another rotation came in between, whose secret is valid
   */
  rotate(
    brand: string,
    id: string,
    overlapMs: number,
    by?: Acting,
  ): Promise<{ secret: string; oldUntil: string | null }> {
    return this.verbs.once(by, 'webhooks.rotate', async () => {
      const secret = newWebhookSecret();
      const replaced = await this.#nameSecret(brand, id, secret, by, (record) => {
        if (record.format === undefined) return record;
        throw new PortalError(
          'invalid',
          say`Webhook ${id} writes to a chat: its secret is the address. Give it a new one.`,
        );
      });
      const before = overlapMs > 0 ? await this.files.readSecret(replaced) : null;
      const until = isoSeconds(new Date(this.verbs.clock().getTime() + overlapMs));
      const former = before === null ? null : { secret: before.secret, until };
      await this.#saveSecret(replaced, { secret, former });
      return { secret, oldUntil: former === null ? null : until };
    });
  }
}

function stateOf(hasSecret: boolean, failing: WebhookPosition['failing']): ListedWebhook['state'] {
  if (!hasSecret) return 'unsigned';
  if (failing === null) return 'well';
  return failing.next_at === null ? 'given up' : 'failing';
}

type Registered = Pick<Registry, 'brands' | 'webhooks'>;

function requireWebhook(registered: Registered, brand: string, id: string): WebhookRecord {
  requireBrand(registered, brand);
  const record = registered.webhooks.get(id);
  if (record?.brand === brand) return record;
  throw new PortalError(
    'not_found',
    say`Webhook ${id} not found: it is named by the id that "webhook list ${brand}" shows.`,
  );
}
