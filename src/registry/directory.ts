import type { Clock } from '../clock.js';
import { PortalError } from '../errors.js';
import type { Repository } from '../store/repository.js';
import type { Author } from './commit.js';
import { addPerson, disablePerson, type NewPerson, type PersonChanges, setPerson } from './people.js';
import type { PersonRecord, SessionRecord } from './person-records.js';
import type { BrandRecord, Registry } from './records.js';
import { requirePerson } from './require-person.js';
import { issueLink, personOf, removeOver, type SignedIn, type SignInLink, signIn, signOut } from './sessions.js';

/** A person who is signed in, as the registry is now. */
export interface SessionFacts {
  readonly person: PersonRecord;
  readonly session: SessionRecord;
  /** The brands that this person may see, by slug. */
  readonly brands: readonly BrandRecord[];
}

/** People, their links and sessions: made, listed, recognised. */
export class People {
  readonly #registry: Repository<Registry>;
  readonly #clock: Clock;
  #sorted: { readonly of: Registry['brands']; readonly records: readonly BrandRecord[] } | undefined;

  constructor(registry: Repository<Registry>, clock: Clock) {
    this.#registry = registry;
    this.#clock = clock;
  }

  /** Everyone, by name. */
  async list(): Promise<PersonRecord[]> {
    const { people } = (await this.#registry.read()).catalog;
    const order = (one: PersonRecord): string => `${one.name.toLowerCase()} ${one.id}`;
    return [...people.values()].sort((a, b) => (order(a) < order(b) ? -1 : 1));
  }

  /** The person with this id, or, when one alone has it, this name. @throws `not_found`, `invalid` */
  async find(text: string): Promise<PersonRecord> {
    const { catalog } = await this.#registry.read();
    const named = [...catalog.people.values()].filter(({ name }) => name === text);
    const [only] = named;
    if (catalog.people.has(text) || only === undefined) return requirePerson(catalog, text);
    if (named.length === 1) return only;
    throw new PortalError('invalid', `${named.length} people are called ${JSON.stringify(text)}: name one by the id.`);
  }

  /** Who is signed in with this token; `null`: no person. */
  async recognise(token: string): Promise<SessionFacts | null> {
    const { catalog } = await this.#registry.read();
    const found = personOf(catalog, token, this.#clock());
    if (found === null) return null;
    const { operator, roles } = found.person;
    const slugs = Object.keys(roles).sort();
    const brands = operator ? this.#allBrands(catalog) : slugs.flatMap((slug) => catalog.brands.get(slug) ?? []);
    return { ...found, brands };
  }

  /** By slug; sorted once for as long as no brand changes. */
  #allBrands({ brands }: Registry): readonly BrandRecord[] {
    if (this.#sorted?.of !== brands) {
      const records = [...brands.values()].sort((a, b) => (a.slug < b.slug ? -1 : 1));
      this.#sorted = { of: brands, records };
    }
    return this.#sorted.records;
  }

  /** The sessions of a person that still hold, the newest first. */
  async sessionsOf(id: string): Promise<SessionRecord[]> {
    const { sessions } = (await this.#registry.read()).catalog;
    const now = this.#clock();
    const own = [...sessions.values()].filter(
      ({ person, expires_at }) => person === id && Date.parse(expires_at) > now.getTime(),
    );
    return own.sort((a, b) => (a.created_at > b.created_at ? -1 : 1));
  }

  add(person: NewPerson, by?: Author): Promise<PersonRecord> {
    return addPerson(this.#registry, person, this.#clock, by);
  }

  set(id: string, changes: PersonChanges, by?: Author): Promise<PersonRecord> {
    return setPerson(this.#registry, id, changes, this.#clock, by);
  }

  disable(id: string, by?: Author): Promise<{ readonly record: PersonRecord; readonly wasDisabled: boolean }> {
    return disablePerson(this.#registry, id, this.#clock, by);
  }

  issueLink(id: string, by?: Author): Promise<SignInLink> {
    return issueLink(this.#registry, id, this.#clock, by);
  }

  signIn(secret: string): Promise<SignedIn | null> {
    return signIn(this.#registry, secret, this.#clock);
  }

  /** @param sha256 of the session; `null`: all of this person's */
  signOut(person: Author, sha256: string | null): Promise<number> {
    return signOut(this.#registry, person, sha256, this.#clock);
  }

  /** Removes links and sessions that are over. */
  async removeOver(): Promise<void> {
    await removeOver(this.#registry, this.#clock);
  }
}
