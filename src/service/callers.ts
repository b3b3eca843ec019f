import type { Clock } from '../clock.js';
import type { Actor } from '../operations/actor.js';
import { authenticate, type Keys } from '../registry/keys.js';
import { type BrandRecord, logOf, type Registry } from '../registry/records.js';
import type { Repository } from '../store/repository.js';
import type { OpenBrands } from './open-brands.js';
import type { Places } from './places.js';
import { TurnCache } from './turn-cache.js';

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

/** Who keys stand for. */
export class Callers {
  readonly #tools: CallersTools;
  readonly turn: TurnCache;
  /** As recognised in this turn of the event loop and in this registry. */
  readonly #thisTurn = new Map<string, Identity | null>();
  #registry: Registry | undefined;

  constructor(tools: CallersTools) {
    this.#tools = tools;
    this.turn = new TurnCache(() => this.#thisTurn.clear());
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
    const catalog = this.turn.current(this.#tools.registry)?.catalog;
    if (catalog === undefined) return null;
    if (catalog !== this.#registry) this.#thisTurn.clear();
    this.#registry = catalog;
    let identity = this.#thisTurn.get(presentedKey);
    if (identity === undefined) {
      identity = this.#identify(catalog, presentedKey);
      this.#thisTurn.set(presentedKey, identity);
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
