import type { Clock } from '../clock.js';
import type { Actor } from '../operations/actor.js';
import { authenticate, type Keys } from '../registry/keys.js';
import { type BrandRecord, logOf, type Registry } from '../registry/records.js';
import type { Repository } from '../store/repository.js';
import type { Snapshot } from '../store/snapshot.js';
import type { OpenBrands } from './open-brands.js';
import type { Places } from './places.js';

export interface Identity {
  readonly actor: Actor;
  readonly brand: BrandRecord;
}

export interface CallersTools {
  readonly registry: Repository<Registry>;
  readonly keys: Keys;
  readonly brands: OpenBrands;
  readonly clock: Clock;
  readonly places: Places;
}

/** Recognises callers by their keys. */
export class Callers {
  readonly #tools: CallersTools;
  readonly tick = new TickCache();
  /** Identities by key, of this tick and this registry. */
  #identities:
    | { readonly tick: number; readonly registry: Registry; readonly byKey: Map<string, Identity | null> }
    | undefined;

  constructor(tools: CallersTools) {
    this.#tools = tools;
  }

  /**
   * @param sinceMs when the request began, as of `Branch`
   * @param reads whether the content of the brand is read next: one look at a store may tell of both then
   * @returns `null` for a key that is malformed, unknown, expired or revoked
   */
  async identify(presentedKey: string, sinceMs?: number, reads = false): Promise<Identity | null> {
    const { registry, brands, places, clock } = this.#tools;
    const { catalog } = registry.latest;
    const key = reads && places.isShared ? authenticate(catalog, presentedKey, clock()) : null;
    const brand = catalog.brands.get(key?.brand ?? '');
    const repository = brand === undefined ? undefined : brands.getNow(brand.slug);
    if (brand !== undefined && repository?.isLoaded === true && places.tellsOfBoth(logOf(brand))) {
      await repository.read(sinceMs);
      if (places.tellsOfBoth(logOf(brand))) {
        const identity = this.#identify((await registry.readUnconfirmed()).catalog, presentedKey);
        if (identity === null || logOf(identity.brand) === logOf(brand)) return identity;
      }
    }
    // Speculative: the brand is looked at while the registry is.
    repository?.checkAhead(sinceMs);
    return this.#identify((await registry.read(sinceMs)).catalog, presentedKey);
  }

  /** `identify` without waiting; also `null` when the registry has to be read first. */
  identifyNow(presentedKey: string): Identity | null {
    const registry = this.tick.current(this.#tools.registry)?.catalog;
    if (registry === undefined) return null;
    const { count: tick } = this.tick;
    if (this.#identities?.tick !== tick || this.#identities.registry !== registry) {
      this.#identities = { tick, registry, byKey: new Map() };
    }
    const { byKey } = this.#identities;
    let identity = byKey.get(presentedKey);
    if (identity === undefined) {
      identity = this.#identify(registry, presentedKey);
      byKey.set(presentedKey, identity);
    }
    return identity;
  }

  #identify(registry: Registry, presentedKey: string): Identity | null {
    this.#tools.brands.follow();
    const key = this.#tools.keys.recognise(registry, presentedKey);
    const brand = key === null ? undefined : registry.brands.get(key.brand);
    if (key === null || brand === undefined) return null;
    return { actor: { kind: 'key', id: key.id, name: key.name, rights: key.rights }, brand };
  }
}

/** Cache of one tick of the event loop: the disk is asked once for each repository, and requests that arrived together see the same content. */
class TickCache {
  readonly #fresh = new Set<object>();
  /** Number of ticks that are over. */
  count = 0;

  /** The snapshot in memory when it is up to date; else `null`. */
  current<Catalog>(repository: Repository<Catalog>): Snapshot<Catalog> | null {
    if (this.#fresh.has(repository)) return repository.latest;
    const snapshot = repository.current();
    if (snapshot === null) return null;
    if (this.#fresh.size === 0) setImmediate(() => this.#end());
    this.#fresh.add(repository);
    return snapshot;
  }

  #end(): void {
    this.#fresh.clear();
    this.count += 1;
  }
}
