import { hash } from 'node:crypto';
import { isoSeconds } from '../lib/clock.js';
import { visible } from '../lib/display-safety.js';
import { wallTime } from '../lib/zone-time.js';
import type { Log } from '../log.js';
import { type AddressFile, choiceOf, maxAtOnce } from '../registry/addresses.js';
import type { InOutbox, MailState } from '../registry/mails.js';
import { isArchived, type PersonRecord } from '../registry/records.js';
import type { Service } from '../service/service.js';
import { type Letter, written } from '../site/letters/letter.js';
import { directLetter, summaryLetter, waitingLetter } from '../site/letters/letters.js';
import { offPath } from '../site/letters/places.js';
import { nearestLanguage } from '../words/languages.js';
import { makeWithWords } from '../words/of-request.js';
import { Ledger } from './ledger.js';
import { dueRows, newsSince, versionOf, waitingRows } from './news.js';
import { brandPlaceOf, type Place, portalPlace } from './place.js';
import type { MailSettings } from './settings.js';
import { type Sent, sendMail } from './transport.js';

export interface DeliveryOptions {
  readonly service: Service;
  readonly settings: MailSettings;
  /** Origin of the addresses in mails. */
  readonly origin: string;
  readonly log: Log;
  readonly onSent?: ((outcome: Sent['is']) => void) | undefined;
}

const maxPerRun = 500;
const summaryHour = 8;

/** Longest time of a run: the next minute may belong to another node. */
const runMs = 50_000;

interface Outgoing {
  readonly to: string;
  /** Names of what it tells: the same parts make the same `Message-ID`. */
  readonly of: readonly string[];
  readonly off: string | null;
  readonly letter: () => Letter;
  readonly place: Place;
  /** Language of the person, before that of the brand; empty: none. */
  readonly language: string;
}

/** Name of what a daily summary has told of a brand. */
const dailyOf = (slug: string): string => `${slug}/daily`;

/** Delivery of one minute, on one node. */
export class MailRun {
  readonly #ledger: Ledger;
  readonly #signal: AbortSignal;
  readonly #places = new Map<string, Promise<Place>>();
  #left = maxPerRun;
  /** Whether nothing more is sent in this run. */
  #isOver = false;

  constructor(
    private readonly options: DeliveryOptions,
    state: MailState,
    signal: AbortSignal,
  ) {
    const { service } = options;
    this.#ledger = new Ledger(service.mails, service.clock, state);
    this.#signal = AbortSignal.any([signal, AbortSignal.timeout(runMs)]);
  }

  async deliver(): Promise<void> {
    const { service } = this.options;
    for await (const item of service.mails.outbox()) if (!this.#isOver) await this.#direct(item);
    const brands = await service.registered();
    const people = await service.people.list();
    const mailed = people.filter((person) => person.mailed === true && person.disabled_at === null);
    for (const brand of brands.values()) if (!isArchived(brand) && !this.#isOver) await this.#brand(brand.slug, mailed);
    for (const person of mailed) if (!this.#isOver) await this.#summary(person);
    await this.#ledger.tidy(mailed, brands);
    if (service.clock().getMinutes() === 0) await service.mails.addresses.sweep();
  }

  /** A mail to an address that was typed. It leaves the outbox when it was delivered, or is not taken. */
  async #direct({ key, mail }: InOutbox): Promise<void> {
    const { service, origin, log } = this.options;
    const { host } = new URL(origin);
    // An invitation that was accepted or taken back meanwhile is not sent.
    const { person } = mail.values;
    const isOver =
      person !== undefined && !(await service.people.list()).some(({ id, invitation }) => id === person && invitation);
    if (isOver) return service.mails.remove(key);
    const known = mail.brand === null ? null : await this.#place(mail.brand).catch(() => null);
    const place = known ?? portalPlace(host);
    const zone = mail.zone === '' ? place.zone : mail.zone;
    const letter = (): Letter => directLetter({ ...mail, zone }, place.sender.name, host);
    const sent = await this.#send(key, { to: mail.to, of: [key], off: null, letter, place, language: mail.language });
    if (sent === null || sent === 'later' || sent === 'down') return;
    await service.mails.remove(key);
    if (sent !== 'sent') log.warn({ kind: mail.kind, outcome: sent }, 'a mail was not taken');
  }

  /** Tells the people of a brand what waits for them, if anything has changed since everything was told. */
  async #brand(slug: string, mailed: readonly PersonRecord[]): Promise<void> {
    const { service, log } = this.options;
    const members = mailed.filter(({ roles }) => Object.hasOwn(roles, slug));
    if (members.length === 0) return;
    try {
      const version = await versionOf(service, slug, members);
      if (this.#ledger.position(slug) === version) return;
      let isTold = true;
      for (const person of members) isTold = (await this.#tell(slug, person)) && isTold;
      if (isTold) await this.#ledger.savePosition(slug, version);
    } catch (error) {
      log.error({ brand: slug, err: error }, 'what waits cannot be mailed');
    }
  }

  /** @returns whether nothing is left to tell later */
  async #tell(slug: string, person: PersonRecord): Promise<boolean> {
    const { service, origin } = this.options;
    const file = await service.mails.addresses.of(person.id);
    if (this.#isSilent(person, file)) return true;
    const rows = await waitingRows(service, slug, person, origin, 'asked');
    const isOff = choiceOf(file, slug) === 'nothing';
    const told = (this.#ledger.of(person).told[slug] ?? []).filter((mark) => rows.some((row) => row.mark === mark));
    // Mails that are switched on again do not begin with what waited before.
    await this.#ledger.saveTold(person, slug, isOff ? rows.map(({ mark }) => mark) : told);
    const seen = await service.seen.of(person.id, slug);
    for (const row of isOff ? [] : dueRows(rows, file, told, seen, service.clock())) {
      if (this.#ledger.sentToday(person) >= maxAtOnce) return false;
      const place = await this.#place(slug);
      const off = await this.#off(person, file, slug, 'waiting');
      const letter = (): Letter => waitingLetter(row.news, place.sender.name, { origin, off });
      const sent = await this.#sendTo(person, file, { of: [slug, row.key], off, letter, place });
      if (sent === 'refused') return true;
      if (sent !== 'sent' && sent !== 'rejected') return false;
      await this.#ledger.saveTold(person, slug, [...(this.#ledger.of(person).told[slug] ?? []), row.mark], 1);
    }
    return true;
  }

  /** The mail of a day: what was above the limit, and for those who want it, the rest. */
  async #summary(person: PersonRecord): Promise<void> {
    const { service, origin } = this.options;
    const [first = ''] = Object.keys(person.roles);
    const zone = person.time_zone ?? (await this.#place(first).catch(() => null))?.zone ?? 'UTC';
    const wall = wallTime(service.clock(), zone);
    const day = wall.slice(0, 10);
    const { summary, summary_at } = this.#ledger.of(person);
    if (summary === day || Number(wall.slice(11, 13)) < summaryHour) return;
    const done = { summary: day, summary_at: isoSeconds(service.clock()) };
    const file = await service.mails.addresses.of(person.id);
    // An address begins with the summary of the next day.
    const isNew = summary === '' || this.#isSilent(person, file);
    const found = isNew ? [] : await this.#newsFor(person, file, summary_at);
    const [only, ...others] = found;
    if (only === undefined) return this.#ledger.savePerson(person, done);

    const own = await this.#place(only.slug);
    const place = others.length === 0 ? own : { ...portalPlace(new URL(origin).host), language: own.language };
    const isRest = found.every(({ isDaily }) => !isDaily);
    const off = await this.#off(person, file, others.length === 0 ? only.slug : '*', isRest ? 'waiting' : 'daily');
    const letter = (): Letter => summaryLetter(day, found, isRest, { origin, off });
    const sent = await this.#sendTo(person, file, { of: [day], off, letter, place });
    if (sent === null || sent === 'later' || sent === 'down') return;
    const told = { ...this.#ledger.of(person).told };
    for (const { slug, marks, isDaily } of found) {
      const name = isDaily ? dailyOf(slug) : slug;
      told[name] = [...(told[name] ?? []), ...marks];
    }
    await this.#ledger.savePerson(person, { ...done, told });
  }

  /** Content of a summary by brand, without the brands that it has nothing of. */
  async #newsFor(person: PersonRecord, file: AddressFile, since: string) {
    const { service, origin, log } = this.options;
    const brands = await service.registered();
    const found = [];
    for (const slug of Object.keys(person.roles)) {
      const brand = brands.get(slug);
      const choice = choiceOf(file, slug);
      if (choice === 'nothing' || brand === undefined || isArchived(brand)) continue;
      try {
        const isDaily = choice === 'daily';
        const rows = await waitingRows(service, slug, person, origin, isDaily ? 'summary' : 'asked');
        const { told } = this.#ledger.of(person);
        const known = [...(told[slug] ?? []), ...(isDaily ? (told[dailyOf(slug)] ?? []) : [])];
        const due = dueRows(rows, file, known, await service.seen.of(person.id, slug), service.clock());
        const news = isDaily ? await newsSince(service, slug, person, origin, since) : [];
        if (due.length + news.length === 0) continue;
        const { sender } = await this.#place(slug);
        const waiting = due.map((row) => row.news);
        found.push({ slug, brand: sender.name, waiting, news, marks: due.map(({ mark }) => mark), isDaily });
      } catch (error) {
        log.error({ brand: slug, err: error }, 'a summary leaves out a brand');
      }
    }
    return found;
  }

  /** Whether there is no address to send to: none, or one that the server refused since it was confirmed. */
  #isSilent(person: PersonRecord, { address, confirmed_at }: AddressFile): boolean {
    return address === null || this.#ledger.of(person).refused?.confirmed_at === confirmed_at;
  }

  async #sendTo(person: PersonRecord, file: AddressFile, mail: Pick<Outgoing, 'of' | 'off' | 'letter' | 'place'>) {
    const { address, confirmed_at } = file;
    const of = [person.id, ...mail.of];
    const sent = await this.#send(person.id, { ...mail, of, to: address ?? '', language: person.language ?? '' });
    if (sent === 'refused') {
      const refused = { at: isoSeconds(this.options.service.clock()), confirmed_at: confirmed_at ?? '' };
      await this.#ledger.savePerson(person, { refused });
    }
    return sent;
  }

  /** @returns `null` when nothing was tried, or its outcome is not known */
  async #send(key: string, { to, of, off, letter, place, language }: Outgoing): Promise<Sent['is'] | null> {
    if (this.#isOver || this.#ledger.isWaiting(key)) return null;
    const { settings, log, onSent } = this.options;
    const { sender } = place;
    const spoken = nearestLanguage([language, place.language]) ?? 'en';
    const text = makeWithWords(spoken, () => written(letter(), sender));
    const id = hash('sha256', JSON.stringify(of)).slice(0, 40);
    const mail = { to, sender: visible(sender.name), id, off, pictures: { ...sender.logos }, ...text };
    const sent = await sendMail(settings, mail, this.#signal);
    this.#left -= 1;
    this.#isOver = this.#left <= 0 || this.#signal.aborted || sent.is === 'down';
    if (this.#signal.aborted && sent.is === 'down') return null;
    onSent?.(sent.is);
    const { down } = this.#ledger;
    if (sent.is === 'down' && down?.reason !== sent.reason) log.error({ reason: sent.reason }, 'no mail can be sent');
    if (sent.is !== 'down' && down !== null) log.info('mails are sent again');
    if (sent.is === 'down') await this.#ledger.putOff(key, sent.reason);
    else if (sent.is === 'later') await this.#ledger.putOff(key);
    else this.#ledger.settle(key);
    return sent.is;
  }

  async #off({ id }: PersonRecord, { confirmed_at }: AddressFile, slug: string, from: 'waiting' | 'daily') {
    const { service, origin } = this.options;
    const token = await service.mails.addresses.offToken(id, confirmed_at ?? '', slug, from);
    return `${origin}${offPath}?t=${token}`;
  }

  #place(slug: string): Promise<Place> {
    const known = this.#places.get(slug) ?? brandPlaceOf(this.options.service, slug);
    this.#places.set(slug, known);
    return known;
  }
}
