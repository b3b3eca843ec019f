import type { Clock } from '../lib/clock.js';
import { withoutUndefined } from '../lib/json.js';
import { type Actor, personActor } from '../operations/engine/access.js';
import type { Call } from '../operations/engine/call.js';
import type { Grants } from '../registry/grants.js';
import { authenticate, isUsable, type Keys } from '../registry/keys.js';
import { type BrandRecord, type KeyBudgets, type KeyRecord, logOf } from '../registry/records.js';
import { type Registry, UnknownBrand } from '../registry/registry.js';
import type { Repository } from '../store/repository.js';
import type { Snapshot } from '../store/snapshot.js';
import type { BrandStorage } from './brand-storage.js';
import { type OpenBrands, repositoryUnavailable } from './open-brands.js';

/** An API key, or a person's agent, as the actor of a call, and its brand. */
export interface KeyIdentity {
  readonly actor: Actor;
  readonly brand: BrandRecord;
  readonly budgets?: KeyBudgets;
}

/** The part of a call that says who makes it, and of which brand. */
export function callOfIdentity({
  actor,
  brand,
}: KeyIdentity): Pick<Call, 'slug' | 'actor' | 'modules' | 'registeredAt'> {
  const { slug, modules, created_at: registeredAt } = brand;
  return { slug, actor, modules, registeredAt };
}

/**
 * The failure of a call as its caller is told. A key's brand is registered when the key is admitted: one that is unknown after that was
 * renamed or removed since, and the client may repeat the request.
 */
export function toldTo({ kind }: Pick<Actor, 'kind'>, error: unknown): unknown {
  return kind === 'key' && error instanceof UnknownBrand ? repositoryUnavailable(error) : error;
}

interface CallersTools {
  readonly registry: Repository<Registry>;
  readonly keys: Keys;
  readonly grants: Grants;
  readonly brands: OpenBrands;
  readonly clock: Clock;
  readonly storage: BrandStorage;
}

/** Identities of keys. Looked up without waiting, they are cached for one tick of the event loop. */
export class Callers {
  /** Repositories that are known to be up to date in this tick. */
  readonly #current = new Set<object>();
  /** Identities by key, as recognised in this tick and in `#registry`. */
  readonly #identities = new Map<string, KeyIdentity | null>();
  #registry: Registry | undefined;

  constructor(private readonly tools: CallersTools) {}

  /**
   * A repository's snapshot in memory, when it is up to date; else `null`. The disk is asked once a tick for each repository, and
   * requests that arrived together see the same content. For requests only: a read of a timer may be older than a request of the
   * same tick.
   */
  current<Catalog>(repository: Repository<Catalog>): Snapshot<Catalog> | null {
    if (this.#current.has(repository)) return repository.latest;
    const snapshot = repository.current();
    if (snapshot === null) return null;
    if (this.#current.size === 0) {
      setImmediate(() => {
        this.#current.clear();
        this.#identities.clear();
      });
    }
    this.#current.add(repository);
    return snapshot;
  }

  /**
   * @param sinceMs when the request began, as of `Branch`
   * @param reads whether the content of the brand is read next: one look at a store may tell of both then
   * @returns `null` for a key that is malformed, unknown, expired or revoked
   */
  async identify(presentedKey: string, sinceMs?: number, reads = false): Promise<KeyIdentity | null> {
    const { registry, brands, storage, clock } = this.tools;
    const { catalog } = registry.latest;
    const key = reads && storage.isShared ? authenticate(catalog, presentedKey, clock()) : null;
    const brand = catalog.brands.get(key?.brand ?? '');
    const repository = brand === undefined ? undefined : brands.getNow(brand.slug);
    if (brand !== undefined && repository?.isLoaded === true && storage.coversRegistry(logOf(brand))) {
      await repository.read(sinceMs);
      if (storage.coversRegistry(logOf(brand))) {
        const identity = this.#identify((await registry.readUnconfirmed()).catalog, presentedKey);
        if (identity === null || logOf(identity.brand) === logOf(brand)) return identity;
      }
    }
    // Speculatively checks the brand at the same time as the registry.
    repository?.branch.checkAhead(sinceMs);
    return this.#identify((await registry.read(sinceMs)).catalog, presentedKey);
  }

  /**
   * Identity of the person for whom an agent acts by an access token.
   *
   * @param resource address that was asked
   * @returns `null` as `identify`
   */
  async identifyAgent(token: string, resource: string, sinceMs?: number): Promise<KeyIdentity | null> {
    const active = await this.tools.grants.recognise(token, resource, sinceMs);
    if (active === null) return null;
    this.tools.brands.forgetReplacedBrands();
    const { grant, person, brand, role, rights, scopes } = active;
    const granted = rights.filter((right) => scopes.includes(right));
    // Writers write in all languages.
    const translates = scopes.includes('translate') && !granted.includes('write') ? active.translates : [];
    const { translates: own = [], ...actor } = personActor(person, role, brand.slug, granted);
    const agent = { grant: grant.id, client: active.agent, scopes, rights, translates: own };
    return { actor: { ...actor, agent, ...(translates.length > 0 && { translates }) }, brand };
  }

  /**
   * Identity of the key with an id. The id proves nothing about the caller.
   *
   * @returns `null` for one that is not valid now
   */
  async identifyById(id: string, sinceMs?: number): Promise<KeyIdentity | null> {
    const { registry, clock } = this.tools;
    const { catalog } = await registry.read(sinceMs);
    const key = catalog.keys.get(id);
    return key !== undefined && isUsable(key, clock()) ? keyIdentityOf(catalog, key) : null;
  }

  /** `identify` without waiting; also `null` when the registry has to be read first. */
  identifyNow(presentedKey: string): KeyIdentity | null {
    const catalog = this.current(this.tools.registry)?.catalog;
    if (catalog === undefined) return null;
    if (catalog !== this.#registry) this.#identities.clear();
    this.#registry = catalog;
    let identity = this.#identities.get(presentedKey);
    if (identity === undefined) {
      identity = this.#identify(catalog, presentedKey);
      this.#identities.set(presentedKey, identity);
    }
    return identity;
  }

  /** The likely identity, by the registry in memory. Only `identify` tells whether the key is still valid. */
  guess(presentedKey: string): KeyIdentity | null {
    const { registry, clock } = this.tools;
    const { catalog } = registry.latest;
    return keyIdentityOf(catalog, authenticate(catalog, presentedKey, clock()));
  }

  #identify(registry: Registry, presentedKey: string): KeyIdentity | null {
    this.tools.brands.forgetReplacedBrands();
    return keyIdentityOf(registry, this.tools.keys.recognise(registry, presentedKey));
  }
}

function keyIdentityOf(registry: Registry, key: KeyRecord | null): KeyIdentity | null {
  const brand = key === null ? undefined : registry.brands.get(key.brand);
  if (key === null || brand === undefined) return null;
  const { id, name, rights, translates, requests_per_minute, writes_per_minute } = key;
  const budgets = withoutUndefined({ requests_per_minute, writes_per_minute });
  return { actor: { kind: 'key', id, name, rights, ...(translates && { translates }) }, brand, budgets };
}
