import type { Module } from '../content/brand.js';
import type { FeedKind } from '../content/feed.js';
import type { Clock } from '../lib/clock.js';
import { invalidField, PortalError } from '../lib/errors.js';
import type { BrandSettings } from '../registry/brands.js';
import type { Writer } from '../registry/commit.js';
import { type IssuedKey, isInUse, type Keys, type RotatedKey, unknownKey } from '../registry/keys.js';
import type { People } from '../registry/people.js';
import {
  type BrandRecord,
  type KeyRecord,
  type PersonRecord,
  type Registry,
  type Right,
  registryPaths,
  rights,
  type WebhookRecord,
} from '../registry/records.js';
import type { Sessions } from '../registry/sessions.js';
import type { SignInLink } from '../registry/sign-in-links.js';
import type { Repository } from '../store/repository.js';
import {
  type AdminContext,
  adminWriter,
  checkedRole,
  notGrantable,
  requireAdmin,
  requireGrantable,
  requireMember,
  requireOperator,
  requireOtherAdmin,
  requireReach,
  requireRecordVersion,
  StaleRecord,
  termMs,
  versionInBrand,
  writerOf,
} from './administration-guards.js';
import type { Provisioning } from './provisioning.js';
import { type RedeliveryTools, redeliverFrom } from './redeliver.js';
import { SentForms } from './sent-forms.js';

interface Tools extends RedeliveryTools {
  readonly keys: Keys;
  readonly people: People;
  readonly sessions: Sessions;
  readonly provisioning: Provisioning;
  readonly clock: Clock;
  setBrandSettings(slug: string, settings: BrandSettings, by: Writer<BrandRecord>): Promise<BrandRecord>;
}

interface NewBrandForm {
  readonly slug: string;
  readonly name: string;
  readonly modules: readonly Module[];
  /** Whether the operator gets the role of an admin in it. */
  readonly isAdmin: boolean;
}

interface NewWebhook {
  /** Blank: it has none. */
  readonly name: string;
  readonly url: string;
  /** `null`: all. */
  readonly events: readonly FeedKind[] | null;
  /** Private hosts and subnets that may be sent to: `webhook_allow`. */
  readonly allow: readonly string[];
}

/**
 * Changes of keys, webhooks, people and brands by people in the backend. The guards run inside the write, on the registry as it is then.
 * A `version` is that of the record that the person saw: another one is refused with the authors of the changes since. A `formId` names
 * one filled-in form: sent again within a minute, it has the same answer and makes nothing twice.
 */
export class Administration {
  readonly #forms = new SentForms();

  constructor(
    private readonly tools: Tools,
    private readonly registry: Repository<Registry>,
    private readonly isProviderOnly = false,
  ) {}

  /** @param days until it expires; `null`: never @throws `invalid` with the wrong fields */
  issueKey(
    { by, brand }: AdminContext,
    { name, rights: sent, days }: { readonly name: string; readonly rights: string; readonly days: number | null },
    formId: string,
  ): Promise<IssuedKey> {
    const granted = rights.filter((right): right is Right => sent.split(',').includes(right));
    if (granted.length === 0 || granted.join() !== sent)
      throw invalidField('rights', 'The rights are read, write, or both.');
    const expiresAt = days === null ? null : new Date(this.tools.clock().getTime() + termMs(days, 'days'));
    return this.#forms.runOnce(by, formId, [brand, name, sent, days], (newId) =>
      this.tools.keys.issue({ brand, name, rights: granted, expiresAt }, adminWriter({ by, brand }, newId)),
    );
  }

  /**
   * @param days for which the old key goes on working
   * @param isSure whether a key that was used lately ends at once, too
   * @returns `null`: it was used lately, and is as it was
   */
  rotateKey(
    acting: AdminContext,
    id: string,
    version: string,
    days: number,
    formId: string,
    isSure = false,
  ): Promise<RotatedKey | null> {
    const overlapMs = termMs(days, 'overlap');
    return this.#forms.runOnce(acting.by, formId, [id, version, days, isSure], async () => {
      if (overlapMs === 0 && !isSure && (await this.#isInUse(acting, id, version))) return null;
      return this.#withAuthors(acting, this.tools.keys.rotate({ id, overlapMs }, writerOf(acting, version)));
    });
  }

  /** @param isSure whether a key that was used lately is revoked, too @returns `false`: it was used lately, and is as it was */
  async revokeKey(acting: AdminContext, id: string, version: string, isSure: boolean): Promise<boolean> {
    if (!isSure && (await this.#isInUse(acting, id, version))) return false;
    await this.#withAuthors(acting, this.tools.keys.revoke(id, writerOf(acting, version)));
    return true;
  }

  async #isInUse(acting: AdminContext, id: string, version: string): Promise<boolean> {
    const record = (await this.registry.read()).catalog.keys.get(id);
    if (record === undefined) throw unknownKey(id);
    await this.#guard(acting, record, version);
    const key = (await this.tools.keys.list(acting.brand)).find((one) => one.id === id);
    return key !== undefined && isInUse(key, this.tools.clock());
  }

  /** Runs the guards of a change where nothing is written: before a question or a test. */
  async #guard(acting: AdminContext, record: KeyRecord | WebhookRecord, version: string): Promise<void> {
    const { check } = writerOf(acting, version);
    await this.#withAuthors(
      acting,
      this.registry.read().then(({ catalog }) => check?.(catalog, record)),
    );
  }

  /** Adds a person with a role and a link to sign in. @throws `forbidden` where people come from a provider alone */
  async invite({ by, brand }: AdminContext, name: string, role: string, formId: string): Promise<SignInLink> {
    this.#requireLinks();
    const person = { name, operator: false, roles: { [brand]: checkedRole(role) } };
    return this.#forms.runOnce(by, formId, [brand, name, role], (newId) =>
      this.tools.people.invite(person, adminWriter({ by, brand }, newId)),
    );
  }

  /** Gives a role to a person who has none in the brand, and whose roles are in brands of the admin alone. */
  async addRole(acting: AdminContext, id: string, role: string): Promise<PersonRecord> {
    if (!(await this.registry.read()).catalog.people.has(id)) throw notGrantable();
    const { by, brand } = acting;
    const roles = { [brand]: checkedRole(role) };
    return this.tools.people.set(
      id,
      { roles },
      {
        ...by,
        check: (registry, person) => requireGrantable(registry, acting, person),
      },
    );
  }

  /** Changes or takes away a role in the brand. @param role `null`: it is taken away */
  async setRole(acting: AdminContext, id: string, version: string, role: string | null): Promise<PersonRecord> {
    const { by, brand } = acting;
    const roles = { [brand]: role === null ? null : checkedRole(role) };
    const set = this.tools.people.set(
      id,
      { roles },
      {
        ...by,
        check: (registry, person) => {
          const admin = requireAdmin(registry, by, brand);
          requireMember(person, brand);
          if (person.operator) throw new PortalError('forbidden', 'What an operator may is set at the command line.');
          requireRecordVersion(person, registryPaths.person(id), version, brand);
          if (role !== 'admin' && !admin.operator && admin.id === id) requireOtherAdmin(registry, brand, id);
        },
      },
    );
    return this.#withAuthors(acting, set);
  }

  /** @throws `forbidden` where people come from a provider alone */
  async makeLink(acting: AdminContext, id: string): Promise<SignInLink> {
    this.#requireLinks();
    const check = (registry: Registry, person: PersonRecord): void => requireReach(registry, acting, person);
    return this.tools.sessions.issueLink(id, { ...acting.by, check });
  }

  #requireLinks(): void {
    if (!this.isProviderOnly) return;
    throw new PortalError('forbidden', 'People sign in with their provider alone, which says what they may.');
  }

  /** @param sha256 one of the person's sessions; `null`: all, with links to sign in and passkeys */
  async endSessions(acting: AdminContext, person: PersonRecord, sha256: string | null): Promise<void> {
    const check = (registry: Registry): void =>
      requireReach(registry, acting, registry.people.get(person.id) ?? person);
    await this.tools.sessions.signOut(person, sha256, { ...acting.by, check });
  }

  /** Sends what changes from now on. @throws `invalid` with the wrong fields */
  addWebhook(acting: AdminContext, { name, url, events, allow }: NewWebhook, formId: string) {
    const { by, brand } = acting;
    return this.#forms.runOnce(by, formId, [brand, name, url, events], async (newId) => {
      const version = (await (await this.tools.openBrand(brand)).read()).commit ?? '';
      const hook = { brand, url, events, version, allow, ...(name.trim() === '' ? {} : { name }) };
      return this.tools.webhooks.add(hook, adminWriter(acting, newId));
    });
  }

  /** Runs the guards of a webhook before a test is sent to it. */
  async requireWebhook(acting: AdminContext, id: string, version: string): Promise<void> {
    await this.#guard(acting, (await this.tools.webhooks.get(acting.brand, id)).record, version);
  }

  /** @param days for which requests are signed with the old secret, too */
  rotateWebhook(acting: AdminContext, id: string, version: string, days: number, formId: string) {
    const overlapMs = termMs(days, 'overlap');
    return this.#forms.runOnce(acting.by, formId, [id, version, days], () =>
      this.#withAuthors(acting, this.tools.webhooks.rotate(acting.brand, id, overlapMs, writerOf(acting, version))),
    );
  }

  /** @param days whose changes are sent again; `null`: what failed, else the last delivery */
  async restartWebhook(acting: AdminContext, id: string, version: string, days: number | null): Promise<void> {
    const since = days === null ? undefined : new Date(this.tools.clock().getTime() - termMs(days, 'since'));
    const from = await redeliverFrom(this.tools, acting.brand, id, { since });
    await this.#withAuthors(acting, this.tools.webhooks.restart(acting.brand, id, from, writerOf(acting, version)));
  }

  async removeWebhook(acting: AdminContext, id: string, version: string): Promise<void> {
    await this.#withAuthors(acting, this.tools.webhooks.remove(acting.brand, id, writerOf(acting, version)));
  }

  /** @throws `forbidden` unless by an operator */
  setBrand(acting: AdminContext, settings: BrandSettings, version: string): Promise<BrandRecord> {
    const { by, brand } = acting;
    const set = this.tools.setBrandSettings(brand, settings, {
      ...by,
      check(registry, record) {
        requireOperator(registry, by);
        requireRecordVersion(record, registryPaths.brand(brand), version, brand);
      },
    });
    return this.#withAuthors(acting, set);
  }

  /** @throws `forbidden` unless by an operator */
  async createBrand(
    by: PersonRecord,
    { slug, name, modules, isAdmin }: NewBrandForm,
    formId: string,
  ): Promise<BrandRecord> {
    requireOperator((await this.registry.read()).catalog, by);
    return this.#forms.runOnce(by, formId, [slug, name, modules, isAdmin], async () => {
      const writer = { ...by, check: (registry: Registry): void => requireOperator(registry, by) };
      const brand = await this.tools.provisioning.createEmpty(slug, name, modules, writer);
      // Roles of whom an identity provider vouches for are its groups'.
      if (isAdmin && by.identity === undefined) {
        const roleSet = this.tools.people.set(by.id, { roles: { [slug]: 'admin' } }, writer);
        // The brand is there, and an operator is an admin of it without this role.
        await roleSet.catch((error) => {
          if (!(error instanceof PortalError)) throw error;
        });
      }
      return brand;
    });
  }

  /** Adds to a refusal of an old version the authors of the changes since: those whom the brand's people know. */
  async #withAuthors<Answer>({ brand }: AdminContext, work: Promise<Answer>): Promise<Answer> {
    try {
      return await work;
    } catch (error) {
      if (!(error instanceof StaleRecord)) throw error;
      const authors = await this.#authorsSince(error, brand).catch(() => []);
      throw new PortalError(error.code, error.message, { extra: { authors } });
    }
  }

  /** @throws without git on this machine */
  async #authorsSince({ path, version }: StaleRecord, brand: string): Promise<string[]> {
    const { people } = (await this.registry.read()).catalog;
    const authors: string[] = [];
    for await (const { commit, author, person } of this.registry.versions.history({ paths: [path], limit: 10 })) {
      const file = await this.registry.readFile(path, commit);
      if (file !== null && versionInBrand(brand, JSON.parse(file.bytes.toString())) === version) break;
      const by = people.get(person ?? '');
      if (person === null || by?.operator || Object.hasOwn(by?.roles ?? {}, brand)) authors.push(author);
    }
    return authors;
  }
}
