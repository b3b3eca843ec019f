import { hash, randomBytes } from 'node:crypto';
import { isoSeconds } from '../lib/clock.js';
import { lazy } from '../lib/concurrency.js';
import { PortalError } from '../lib/errors.js';
import { parseJson } from '../lib/json.js';
import { Exact, fitsStored, Nullable, OneOf, type Static, Type } from '../validation/schema.js';
import { Addresses } from './addresses.js';
import type { PrivateTexts } from './private-texts.js';
import { Seals } from './seals.js';
import type { Verbs } from './verbs.js';

/** Mails that the outbox holds at most: new ones are refused then. */
const maxInOutbox = 10_000;

/** Hours after which a mail that could not be delivered leaves the outbox. */
const outboxHours = 72;

const directKinds = ['confirm', 'changed', 'invitation', 'answer', 'test'] as const;

/** A mail to an address that the registry does not know: what it is about, and values of its texts. */
export const DirectMail = Exact({
  kind: OneOf(directKinds),
  to: Type.String(),
  /** Slug of the brand in whose name it is sent; `null` for the portal's. */
  brand: Nullable(Type.String()),
  /** Language and time zone of its texts; empty for those of the brand. */
  language: Type.String(),
  zone: Type.String(),
  /** Address of its button. */
  href: Type.String(),
  values: Type.Unsafe<Readonly<Record<string, string>>>(Type.Record(Type.String(), Type.String())),
});
export type DirectMail = Static<typeof DirectMail>;

/** `outbox/<time>-<mark>.json`. */
export const OutboxFile = Exact({ mail: DirectMail, until: Type.String() });

export interface InOutbox {
  readonly key: string;
  readonly mail: DirectMail;
}

const Told = Type.Unsafe<Readonly<Record<string, readonly string[]>>>(
  Type.Record(Type.String(), Type.Array(Type.String())),
);

/** Knowledge of the delivery about a person. */
export const PersonState = Exact({
  /** Hashes of what was told, by brand. */
  told: Told,
  /** Day of the person's zone, and the mails of that day. */
  day: Type.String(),
  sent: Type.Integer(),
  /** Day of the last summary, and when what it told ends. */
  summary: Type.String(),
  summary_at: Type.String(),
  /** A server's refusal of the address that was confirmed then. */
  refused: Nullable(Exact({ at: Type.String(), confirmed_at: Type.String() })),
});
export type PersonState = Readonly<Static<typeof PersonState>>;

/** `mail/state.json`: what the delivery knows, shared by all nodes. It has no address and no words. */
export const MailState = Exact({
  /** Version up to which everything was told, by brand. */
  positions: Type.Unsafe<Readonly<Record<string, string>>>(Type.Record(Type.String(), Type.String())),
  people: Type.Unsafe<Readonly<Record<string, PersonState>>>(Type.Record(Type.String(), PersonState)),
  /** Attempts that were put off, by person or key of the outbox. */
  waits: Type.Unsafe<Readonly<Record<string, { readonly tries: number; readonly until: string }>>>(
    Type.Record(Type.String(), Exact({ tries: Type.Integer(), until: Type.String() })),
  ),
  /** Reason why the mail server cannot be used. */
  down: Nullable(Exact({ since: Type.String(), reason: Type.String() })),
});
export type MailState = Static<typeof MailState>;

const noState: MailState = { positions: {}, people: {}, waits: {}, down: null };
const stateKey = 'mail/state.json';

/** Mails before they are sent: the outbox, the state of the delivery, and the addresses of people. */
export class Mails {
  readonly addresses: Addresses;

  /** @param key of the addresses in mails */
  constructor(
    /** Whether the configuration names a mail server. */
    readonly isOn: boolean,
    private readonly verbs: Verbs,
    private readonly texts: PrivateTexts,
    key: () => Promise<Buffer>,
  ) {
    this.addresses = new Addresses(
      verbs,
      texts,
      lazy(async () => new Seals(await key())),
    );
  }

  /**
   * Puts a mail into the outbox, which keeps its address until it is delivered, or 72 hours old.
   *
   * @param hours until it leaves the outbox
   * @param event what it tells: it is in the outbox once. Default: one of its own, now
   * @throws `invalid` without a mail server, `busy` when the outbox is full
   */
  async put(
    mail: DirectMail,
    hours = outboxHours,
    event?: { readonly at: string; readonly name: string },
  ): Promise<void> {
    this.requireOn();
    if ((await this.texts.list('outbox')).length >= maxInOutbox) {
      throw new PortalError('busy', 'Too many mails wait to be sent. Try again later.');
    }
    const now = this.verbs.clock();
    const mark = event === undefined ? randomBytes(9).toString('hex') : hash('sha256', event.name).slice(0, 18);
    const name = `${(event?.at ?? isoSeconds(now)).replaceAll(/[-:]/g, '')}-${mark}`;
    const until = isoSeconds(new Date(now.getTime() + hours * 3_600_000));
    await this.texts.write(`outbox/${name}.json`, `${JSON.stringify({ mail, until })}\n`);
  }

  /** @throws `invalid` */
  requireOn(): void {
    if (!this.isOn) throw new PortalError('invalid', 'This portal sends no mails.');
  }

  /** Mails of the outbox, the oldest first. Those whose time is over are deleted. */
  async *outbox(): AsyncGenerator<InOutbox> {
    for (const key of await this.texts.list('outbox')) {
      const file = parseJson((await this.texts.read(key)) ?? 'null');
      if (fitsStored(OutboxFile, file) && file.until > isoSeconds(this.verbs.clock())) yield { key, mail: file.mail };
      else await this.texts.remove(key);
    }
  }

  remove(key: string): Promise<void> {
    return this.texts.remove(key);
  }

  async state(): Promise<MailState> {
    const state = parseJson((await this.texts.read(stateKey)) ?? 'null');
    return fitsStored(MailState, state) ? state : noState;
  }

  async save(state: MailState): Promise<void> {
    await this.texts.write(stateKey, `${JSON.stringify(state)}\n`);
  }

  /** Reason why no mail can be sent, as the last attempt found; `null` if mails are sent, or off. */
  async problem(): Promise<string | null> {
    return this.isOn ? ((await this.state()).down?.reason ?? null) : null;
  }
}
