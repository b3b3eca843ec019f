import { hash } from 'node:crypto';
import type { Module } from '../content/brand.js';
import type { FeedKind } from '../content/feed.js';
import type { Clock } from '../lib/clock.js';
import { dayMs } from '../lib/clock.js';
import { invalidField, PortalError } from '../lib/errors.js';
import type { BrandSettings } from '../registry/brands.js';
import type { Author, Writer } from '../registry/commit.js';
import { type IssuedKey, isInUse, type Keys, type RotatedKey, unknownKey } from '../registry/keys.js';
import { isAdminOf, isWithin, type People } from '../registry/people.js';
import {
  type BrandRecord,
  type KeyRecord,
  type PersonRecord,
  personIn,
  type Registry,
  type Right,
  type Role,
  registryPaths,
  rights,
  roles,
  unknownPerson,
  versionOfRecord,
  type WebhookRecord,
} from '../registry/records.js';
import type { Sessions } from '../registry/sessions.js';
import type { SignInLink } from '../registry/sign-in-links.js';
import type { Repository } from '../store/repository.js';
import type { Provisioning } from './provisioning.js';
import { type RedeliveryTools, redeliverFrom } from './webhook-restart.js';

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
}

/** The brand that an admin acts in. */
interface Acting {
  readonly by: PersonRecord & Author;
  readonly brand: string;
}

/** Time for which the answer to a form that makes something is kept, for the same form sent again. */
const keptMs = 60_000;

/** Keys, webhooks, people and brands, as people change them. Its guards hold inside the write, on the registry as it is then. */
export class Administration {
  readonly #tools: Tools;
  readonly #registry: Repository<Registry>;
  readonly #isProviderOnly: boolean;
  /** Answers by the form that they are of, in memory alone: they hold secrets. */
  readonly #answers = new Map<string, Promise<unknown>>();

  constructor(tools: Tools, registry: Repository<Registry>, isProviderOnly = false) {
    this.#tools = tools;
    this.#registry = registry;
    this.#isProviderOnly = isProviderOnly;
  }

  /** @param days until it expires; `null`: never @throws `invalid` with the wrong fields */
  issueKey(
    { by, brand }: Acting,
    { name, rights: sent, days }: { readonly name: string; readonly rights: string; readonly days: number | null },
    once: string,
  ): Promise<IssuedKey> {
    const given = rights.filter((right): right is Right => sent.split(',').includes(right));
    if (given.length === 0 || given.join() !== sent)
      throw invalidField('rights', 'The rights are read, write, or both.');
    const expiresAt = days === null ? null : new Date(this.#tools.clock().getTime() + termOf(days, 'days'));
    return this.#once(by, once, [brand, name, sent, days], (newId) =>
      this.#tools.keys.issue({ brand, name, rights: given, expiresAt }, asAdmin({ by, brand }, newId)),
    );
  }

  /**
   * @param days for which the old key goes on working
   * @param isSure whether a key that was used lately ends at once, too
   * @returns `null`: it was used lately, and is as it was
   */
  rotateKey(
    acting: Acting,
    id: string,
    version: string,
    days: number,
    once: string,
    isSure = false,
  ): Promise<RotatedKey | null> {
    const overlapMs = termOf(days, 'overlap');
    return this.#once(acting.by, once, [id, version, days, isSure], async () => {
      if (overlapMs === 0 && !isSure && (await this.#isInUse(acting, id, version))) return null;
      return this.#named(acting, this.#tools.keys.rotate({ id, overlapMs }, ofBrand(acting, version)));
    });
  }

  /** @param isSure whether a key that was used lately is revoked, too @returns `false`: it was used lately, and is as it was */
  async revokeKey(acting: Acting, id: string, version: string, isSure: boolean): Promise<boolean> {
    if (!isSure && (await this.#isInUse(acting, id, version))) return false;
    await this.#named(acting, this.#tools.keys.revoke(id, ofBrand(acting, version)));
    return true;
  }

  /** Whether a key was used lately. */
  async #isInUse(acting: Acting, id: string, version: string): Promise<boolean> {
    const record = (await this.#registry.read()).catalog.keys.get(id);
    if (record === undefined) throw unknownKey(id);
    await this.#guard(acting, record, version);
    const key = (await this.#tools.keys.list(acting.brand)).find((one) => one.id === id);
    return key !== undefined && isInUse(key, this.#tools.clock());
  }

  /** The guards of a change, before a question or a test, which are no write. */
  async #guard(acting: Acting, record: KeyRecord | WebhookRecord, version: string): Promise<void> {
    const { check } = ofBrand(acting, version);
    await this.#named(
      acting,
      this.#registry.read().then(({ catalog }) => check?.(catalog, record)),
    );
  }

  /** Adds a person with a role and a link to sign in. @throws `forbidden` where people come from a provider alone */
  async invite({ by, brand }: Acting, name: string, role: string, once: string): Promise<SignInLink> {
    this.#requireLinks();
    const person = { name, operator: false, roles: { [brand]: checkedRole(role) } };
    return this.#once(by, once, [brand, name, role], (newId) =>
      this.#tools.people.invite(person, asAdmin({ by, brand }, newId)),
    );
  }

  /** Gives a role to a person who has none in the brand, and whose roles are in brands of the admin alone. */
  async addRole({ by, brand }: Acting, id: string, role: string): Promise<PersonRecord> {
    // One answer for who is unknown and who is another's: it tells of neither.
    const refusal = invalidField('person', 'There is no such person, or only an operator gives this person a role.');
    if (!(await this.#registry.read()).catalog.people.has(id)) throw refusal;
    const roles = { [brand]: checkedRole(role) };
    return this.#tools.people.set(
      id,
      { roles },
      {
        ...by,
        check: (registry, person) => {
          const admin = requireAdmin(registry, by, brand);
          if (Object.hasOwn(person.roles, brand)) {
            throw invalidField('person', 'This person has a role here already: change it in the list.');
          }
          if (person.disabled_at !== null || !isWithin(admin, person)) throw refusal;
        },
      },
    );
  }

  /** Changes or takes away a role in the brand. @param role `null`: it is taken away */
  async setRole(acting: Acting, id: string, version: string, role: string | null): Promise<PersonRecord> {
    const { by, brand } = acting;
    const roles = { [brand]: role === null ? null : checkedRole(role) };
    const set = this.#tools.people.set(
      id,
      { roles },
      {
        ...by,
        check: (registry, person) => {
          const admin = requireAdmin(registry, by, brand);
          requireMember(person, brand);
          if (person.operator) throw new PortalError('forbidden', 'What an operator may is set at the command line.');
          requireVersion(person, registryPaths.person(id), version, brand);
          if (role === 'admin' || admin.operator || admin.id !== person.id) return;
          const isOther = (one: PersonRecord): boolean => one.id !== id && one.roles[brand] === 'admin';
          if ([...registry.people.values()].some((one) => isOther(one) && one.disabled_at === null)) return;
          throw invalidField('role', 'You are the last admin of this brand. Make someone else an admin first.');
        },
      },
    );
    return this.#named(acting, set);
  }

  /** @throws `forbidden` where people come from a provider alone */
  async makeLink(acting: Acting, id: string): Promise<SignInLink> {
    this.#requireLinks();
    const check = (registry: Registry, person: PersonRecord): void => requireReach(registry, acting, person);
    return this.#tools.sessions.issueLink(id, { ...acting.by, check });
  }

  #requireLinks(): void {
    if (!this.#isProviderOnly) return;
    throw new PortalError('forbidden', 'People sign in with their provider alone, which says what they may.');
  }

  /** @param sha256 one of the person's sessions; `null`: all, with links to sign in and passkeys */
  async endSessions(acting: Acting, person: PersonRecord, sha256: string | null): Promise<void> {
    const check = (registry: Registry): void =>
      requireReach(registry, acting, registry.people.get(person.id) ?? person);
    await this.#tools.sessions.signOut(person, sha256, { ...acting.by, check });
  }

  /** Sends what changes from now on. @throws `invalid` with the wrong fields */
  addWebhook(acting: Acting, { name, url, events }: NewWebhook, once: string) {
    const { by, brand } = acting;
    return this.#once(by, once, [brand, name, url, events], async (newId) => {
      const version = (await (await this.#tools.openBrand(brand)).read()).commit ?? '';
      const hook = { brand, url, events, version, ...(name.trim() === '' ? {} : { name }) };
      return this.#tools.webhooks.add(hook, asAdmin(acting, newId));
    });
  }

  /** The guards of a webhook, before a test is sent to it. */
  async requireWebhook(acting: Acting, id: string, version: string): Promise<void> {
    await this.#guard(acting, (await this.#tools.webhooks.get(acting.brand, id)).record, version);
  }

  /** @param days for which requests are signed with the old secret, too */
  rotateWebhook(acting: Acting, id: string, version: string, days: number, once: string) {
    const overlapMs = termOf(days, 'overlap');
    return this.#once(acting.by, once, [id, version, days], () =>
      this.#named(acting, this.#tools.webhooks.rotate(acting.brand, id, overlapMs, ofBrand(acting, version))),
    );
  }

  /** @param days whose changes are sent again; `null`: what failed, else the last delivery */
  async restartWebhook(acting: Acting, id: string, version: string, days: number | null): Promise<void> {
    const since = days === null ? undefined : new Date(this.#tools.clock().getTime() - termOf(days, 'since'));
    const from = await redeliverFrom(this.#tools, acting.brand, id, { since });
    await this.#named(acting, this.#tools.webhooks.restart(acting.brand, id, from, ofBrand(acting, version)));
  }

  async removeWebhook(acting: Acting, id: string, version: string): Promise<void> {
    await this.#named(acting, this.#tools.webhooks.remove(acting.brand, id, ofBrand(acting, version)));
  }

  /** @throws `forbidden` unless by an operator */
  setBrand(acting: Acting, settings: BrandSettings, version: string): Promise<BrandRecord> {
    const { by, brand } = acting;
    const set = this.#tools.setBrandSettings(brand, settings, {
      ...by,
      check(registry, record) {
        requireOperator(registry, by);
        requireVersion(record, registryPaths.brand(brand), version, brand);
      },
    });
    return this.#named(acting, set);
  }

  /** @throws `forbidden` unless by an operator */
  async createBrand(
    by: PersonRecord,
    { slug, name, modules, isAdmin }: NewBrandForm,
    once: string,
  ): Promise<BrandRecord> {
    requireOperator((await this.#registry.read()).catalog, by);
    return this.#once(by, once, [slug, name, modules, isAdmin], async () => {
      const writer = { ...by, check: (registry: Registry): void => requireOperator(registry, by) };
      const brand = await this.#tools.provisioning.createEmpty(slug, name, modules, writer);
      // Roles of whom an identity provider vouches for are its groups'.
      if (isAdmin && by.identity === undefined) {
        const given = this.#tools.people.set(by.id, { roles: { [slug]: 'admin' } }, writer);
        // The brand is there, and an operator is an admin of it without this role.
        await given.catch((error) => {
          if (!(error instanceof PortalError)) throw error;
        });
      }
      return brand;
    });
  }

  /** Names in a refusal the authors of the changes since the version that was expected: those whom the brand's people know. */
  async #named<Answer>({ brand }: Acting, work: Promise<Answer>): Promise<Answer> {
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
    const { people } = (await this.#registry.read()).catalog;
    const authors: string[] = [];
    for await (const { commit, author, person } of this.#registry.versions.history({ paths: [path], limit: 10 })) {
      const file = await this.#registry.readFile(path, commit);
      if (file !== null && versionIn(brand, JSON.parse(file.bytes.toString())) === version) break;
      const by = people.get(person ?? '');
      if (person === null || by?.operator || Object.hasOwn(by?.roles ?? {}, brand)) authors.push(author);
    }
    return authors;
  }

  /** Runs what a form makes; the same form, sent again within a minute, has the same answer. */
  #once<Answer>(
    by: PersonRecord,
    name: string,
    input: readonly unknown[],
    work: (newId: string) => Promise<Answer>,
  ): Promise<Answer> {
    const digest = hash('sha256', JSON.stringify([by.id, name, input]), 'buffer');
    const form = digest.toString('base64');
    const known = this.#answers.get(form);
    if (known !== undefined) return known as Promise<Answer>;
    const answer = work([...digest.subarray(0, 10)].map((byte) => (byte % 32).toString(32)).join(''));
    this.#answers.set(form, answer);
    answer.catch(() => this.#answers.delete(form));
    setTimeout(() => this.#answers.delete(form), keptMs).unref();
    return answer;
  }
}

function requireAdmin({ people }: Registry, by: PersonRecord, brand: string): PersonRecord {
  const admin = people.get(by.id);
  if (admin !== undefined && admin.disabled_at === null && isAdminOf(admin, brand)) return admin;
  throw new PortalError('forbidden', 'This takes the role of an admin.');
}

function requireOperator({ people }: Registry, by: PersonRecord): void {
  const person = people.get(by.id);
  if (person?.operator && person.disabled_at === null) return;
  throw new PortalError('forbidden', 'This takes an operator.');
}

/** A person of another brand is answered as one who is not there. */
function requireMember({ id, roles: given }: PersonRecord, brand: string): void {
  if (!Object.hasOwn(given, brand)) throw unknownPerson(id);
}

/** Privilege check: a link opens everything that its person may, so its maker must be an admin of all of that. */
function requireReach(registry: Registry, { by, brand }: Acting, person: PersonRecord): void {
  const admin = requireAdmin(registry, by, brand);
  requireMember(person, brand);
  if (person.disabled_at === null && isWithin(admin, person)) return;
  throw new PortalError('forbidden', 'This person is disabled, or has more rights than you: an operator can do this.');
}

/** Refusal of a change of a record that has another version; see `#named`. */
class StaleRecord extends PortalError {
  constructor(
    readonly path: string,
    readonly version: string,
  ) {
    super('precondition_failed', 'It was changed meanwhile.');
  }
}

type GuardedRecord = BrandRecord | KeyRecord | PersonRecord | WebhookRecord;

const versionIn = (brand: string, record: GuardedRecord): string =>
  versionOfRecord('roles' in record ? personIn(brand, record) : record);

function requireVersion(record: GuardedRecord, path: string, version: string, brand: string): void {
  if (versionIn(brand, record) !== version) throw new StaleRecord(path, version);
}

/** Author of something new in the brand. */
function asAdmin({ by, brand }: Acting, newId: string): Writer {
  return { ...by, newId, check: (registry) => void requireAdmin(registry, by, brand) };
}

/** Author of a change of a key or a webhook of the brand. */
function ofBrand({ by, brand }: Acting, version: string): Writer<KeyRecord | WebhookRecord> {
  return {
    ...by,
    check(registry, record) {
      requireAdmin(registry, by, brand);
      if (record.brand !== brand) throw unknownKey(record.id);
      const path = 'rights' in record ? registryPaths.key(record.id) : registryPaths.webhook(record.id);
      requireVersion(record, path, version, brand);
    },
  };
}

function checkedRole(sent: string): Role {
  const role = roles.find((one) => one === sent);
  if (role === undefined) throw invalidField('role', `A role is one of ${roles.join(', ')}.`);
  return role;
}

/** @returns milliseconds */
function termOf(days: number, field: string): number {
  if (Number.isInteger(days) && days >= 0 && days <= 3650) return days * dayMs;
  throw invalidField(field, 'A time is 0 to 3650 whole days.');
}
