import type { Clock } from '../clock.js';
import type { Actor } from '../operations/actor.js';
import { authenticate, type Keys } from '../registry/keys.js';
import type { BrandRecord, Registry } from '../registry/records.js';
import type { Repository } from '../store/repository.js';
import type { OpenBrands } from './open-brands.js';
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
  /** Whether the registry may have to be asked for in a store. */
  readonly isShared: boolean;
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

  /** @returns `null` for a key that is malformed, unknown, expired or revoked */
  async identify(presentedKey: string): Promise<Identity | null> {
    return this.#identify((await this.#tools.registry.read()).catalog, presentedKey);
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

  /** Speculative: the brand that the key stands for is checked while the registry is. Of no effect on the answer. */
  checkAhead(presentedKey: string): void {
    const { registry, brands, clock, isShared } = this.#tools;
    if (!isShared) return;
    const key = authenticate(registry.latest.catalog, presentedKey, clock());
    if (key !== null) brands.getNow(key.brand)?.checkAhead();
  }

  #identify(registry: Registry, presentedKey: string): Identity | null {
    this.#tools.brands.follow();
    const key = this.#tools.keys.recognise(registry, presentedKey);
    const brand = key === null ? undefined : registry.brands.get(key.brand);
    if (key === null || brand === undefined) return null;
    return { actor: { kind: 'key', id: key.id, name: key.name, rights: key.rights }, brand };
  }
}
