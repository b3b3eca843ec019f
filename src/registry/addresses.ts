import { isDeepStrictEqual } from 'node:util';
import { dayMs, isoSeconds } from '../lib/clock.js';
import { Mutex } from '../lib/concurrency.js';
import { invalidField, PortalError } from '../lib/errors.js';
import { parseJson, stringifyJson } from '../lib/json.js';
import { isMailAddress } from '../lib/mail-address.js';
import { say } from '../lib/say.js';
import { Exact, fitsStored, Nullable, OneOf, type Static, Type } from '../validation/schema.js';
import type { PrivateTexts } from './private-texts.js';
import { recordIdPattern } from './records.js';
import { requirePerson } from './registry.js';
import type { Seals } from './seals.js';
import { hashSecret, newSecret } from './secrets.js';
import { invitationHours } from './sign-in-links.js';
import type { Verbs } from './verbs.js';

/** Mails about a brand that a person gets: none, what waits for this person, or a daily summary of the rest as well. */
export const mailChoices = ['nothing', 'waiting', 'daily'] as const;
type MailChoice = (typeof mailChoices)[number];

/** Mails that a person gets at once in a day, over all brands. */
export const maxAtOnce = 4;

/** Lifetime of the link that confirms an address, and bounds on the mails that ask for it. */
export const confirmHours = 24;
export const againMinutes = 2;
const maxAskedPerDay = 5;

const instant = Type.String();

/** `addresses/<id>.json`: the addresses of a person, and the mails that this person gets. In no repository, log or answer of the API. */
export const AddressFile = Exact({
  /** The confirmed address. */
  address: Nullable(Type.String()),
  /** Time of the confirmation, which also tells the addresses of one person apart. */
  confirmed_at: Nullable(instant),
  pending: Nullable(Exact({ address: Type.String(), sha256: Type.String(), sent_at: instant, until: instant })),
  /** Times within a day at which a confirmation was asked for. */
  asked: Type.Array(instant),
  /** Choice by the slug of a brand. Default: what waits. */
  choices: Type.Unsafe<Readonly<Record<string, MailChoice>>>(Type.Record(Type.String(), OneOf(mailChoices))),
});
export type AddressFile = Static<typeof AddressFile>;

const none: AddressFile = { address: null, confirmed_at: null, pending: null, asked: [], choices: {} };

/** Guests send ids too, as texts of any form: only an id has a file, so that no text names another one. */
const isId = (person: string): boolean => recordIdPattern.test(person);

const keyOf = (person: string): string => `addresses/${person}.json`;

export const choiceOf = ({ choices }: AddressFile, slug: string): MailChoice =>
  Object.hasOwn(choices, slug) ? (choices[slug] ?? 'waiting') : 'waiting';

/** Mails that an address in a mail switches off: of one brand, or of all (`*`). */
type Off = readonly [person: string, confirmedAt: string, slug: string, from: MailChoice];

const isOff = (value: unknown): value is Off =>
  Array.isArray(value) &&
  value.every((part) => typeof part === 'string') &&
  mailChoices.some((choice) => choice === value[3]);

/** Mail addresses that people have given, as private texts. The registry says only who has confirmed one. */
export class Addresses {
  readonly #changing = new Mutex();

  constructor(
    private readonly verbs: Verbs,
    private readonly texts: PrivateTexts,
    private readonly seals: () => Promise<Seals>,
  ) {}

  async of(person: string): Promise<AddressFile> {
    if (!isId(person)) return none;
    const file = parseJson((await this.texts.read(keyOf(person))) ?? 'null');
    if (!fitsStored(AddressFile, file)) return none;
    const isOpen = file.pending !== null && file.pending.until > this.#now();
    return isOpen ? file : { ...file, pending: null };
  }

  /**
   * Notes an address that waits for its confirmation; the confirmed one stays until then.
   *
   * @returns secret of the link that confirms it
   * @throws `invalid`, `rate_limited`
   */
  async give(person: string, sent: string): Promise<string> {
    const address = checkedAddress(sent);
    const now = this.verbs.clock().getTime();
    const secret = newSecret();
    await this.#change(person, (file) => {
      const asked = file.asked.filter((at) => Date.parse(at) > now - dayMs);
      const last = Date.parse(asked.at(-1) ?? '');
      if (last > now - againMinutes * 60_000 || asked.length >= maxAskedPerDay) {
        const why = say`A link was sent ${againMinutes} minutes ago or less, or ${maxAskedPerDay} times today: wait.`;
        throw new PortalError('rate_limited', why);
      }
      const until = isoSeconds(new Date(now + confirmHours * 3_600_000));
      const pending = { address, sha256: hashSecret(secret), sent_at: this.#now(), until };
      return { ...file, pending, asked: [...asked, this.#now()] };
    });
    return secret;
  }

  /** Forgets an address that was not confirmed. */
  async withdraw(person: string): Promise<void> {
    await this.#change(person, (file) => ({ ...file, pending: null }));
  }

  /** Whether a link still confirms an address. */
  async isPending(person: string, secret: string): Promise<boolean> {
    return (await this.of(person)).pending?.sha256 === hashSecret(secret);
  }

  /**
   * Confirms the address of a link.
   *
   * @returns the former address, if there was another; `null` for a link that is unknown, used or over
   */
  async confirm(person: string, secret: string): Promise<{ readonly former: string | null } | null> {
    let done: { former: string | null } | null = null;
    await this.#change(person, (file) => {
      const { pending, address } = file;
      if (pending?.sha256 !== hashSecret(secret)) return file;
      done = { former: address === pending.address ? null : address };
      return { ...file, address: pending.address, confirmed_at: this.#now(), pending: null };
    });
    if (done !== null) await this.#mark(person, true);
    return done;
  }

  /** Erases the person's addresses and choices. */
  async erase(person: string): Promise<void> {
    await this.#changing.runExclusive(() => this.texts.remove(keyOf(person)));
    await this.#mark(person, false);
  }

  /** @throws `invalid` */
  async choose(person: string, sent: Readonly<Record<string, string>>): Promise<void> {
    const chosen = Object.entries(sent).map(([slug, value]) => {
      const choice = mailChoices.find((one) => one === value);
      if (choice === undefined)
        throw invalidField(slug, say`Mails about a brand are one of ${mailChoices.join(', ')}.`);
      return [slug, choice] as const;
    });
    await this.#change(person, (file) => ({ ...file, choices: { ...file.choices, ...Object.fromEntries(chosen) } }));
  }

  /** Part of an address in a mail that switches off what the mail is one of. */
  async offToken(...off: Off): Promise<string> {
    return (await this.seals()).sign('mail-off', off);
  }

  /** Switches mails off. Nothing tells whether there was anything to switch off. */
  async switchOff(token: string): Promise<void> {
    const off = (await this.seals()).verify('mail-off', token);
    if (!isOff(off)) return;
    const [person, confirmedAt, slug, from] = off;
    const next: MailChoice = from === 'daily' ? 'waiting' : 'nothing';
    const roles = (await this.verbs.registry.read()).catalog.people.get(person)?.roles ?? {};
    await this.#change(person, (file) => {
      if (file.confirmed_at !== confirmedAt) return file;
      const slugs = slug === '*' ? [...new Set([...Object.keys(roles), ...Object.keys(file.choices)])] : [slug];
      const lower = (one: string): MailChoice =>
        from === 'daily' && choiceOf(file, one) === 'nothing' ? 'nothing' : next;
      return { ...file, choices: { ...file.choices, ...Object.fromEntries(slugs.map((one) => [one, lower(one)])) } };
    });
  }

  /** Seals the address of an invitation into its link: nothing else keeps it. */
  async sealInvited(person: string, address: string): Promise<string> {
    const until = this.verbs.clock().getTime() + invitationHours * 3_600_000;
    return (await this.seals()).seal('mail-invited', [person, address, until]);
  }

  /** Address that a link of an invitation holds; `null` if it is none, or over. */
  async invited(sealed: string): Promise<{ readonly person: string; readonly address: string } | null> {
    const value = (await this.seals()).unseal('mail-invited', sealed);
    if (!Array.isArray(value) || value[2] < this.verbs.clock().getTime()) return null;
    return { person: value[0], address: value[1] };
  }

  /** Takes the address at which an invitation arrived: that it did confirms it. */
  async acceptInvited(person: string, sealed: string): Promise<void> {
    const invited = await this.invited(sealed);
    if (invited?.person !== person) return;
    const confirmed = { address: invited.address, confirmed_at: this.#now(), pending: null };
    await this.#change(person, (file) => ({ ...file, ...confirmed }));
    await this.#mark(person, true);
  }

  /** Removes what was never confirmed in time, and the addresses of people who are gone. */
  async sweep(): Promise<void> {
    const { people } = (await this.verbs.registry.read()).catalog;
    for (const key of await this.texts.list('addresses')) {
      const person = key.slice('addresses/'.length, -'.json'.length);
      const record = people.get(person);
      if (record === undefined || record.disabled_at !== null) await this.erase(person);
      else await this.#change(person, (file) => file);
    }
  }

  async #change(person: string, change: (file: AddressFile) => AddressFile): Promise<void> {
    if (!isId(person)) return;
    await this.#changing.runExclusive(async () => {
      const stored = parseJson((await this.texts.read(keyOf(person))) ?? 'null');
      const changed = change(await this.of(person));
      if (isDeepStrictEqual(changed, none)) await this.texts.remove(keyOf(person));
      else if (!isDeepStrictEqual(changed, stored))
        await this.texts.write(keyOf(person), `${stringifyJson(changed)}\n`);
    });
  }

  async #mark(id: string, isMailed: boolean): Promise<void> {
    const before = (await this.verbs.registry.read()).catalog.people.get(id);
    if (before === undefined || (before.mailed ?? false) === isMailed) return;
    await this.verbs.write('people.address', {
      find: (registry) => requirePerson(registry, id),
      apply({ before: { mailed: _, ...person }, put, commit }) {
        put('people', isMailed ? { ...person, mailed: true } : person);
        commit(`Note that person ${id} ${isMailed ? 'has confirmed an address' : 'has no address'}`, person);
      },
    });
  }

  #now(): string {
    return isoSeconds(this.verbs.clock());
  }
}

/** @throws `invalid` */
export function checkedAddress(sent: string, field = 'address'): string {
  const address = sent.trim();
  if (isMailAddress(address)) return address;
  throw invalidField(field, 'Type one mail address, such as name@company.example.');
}
