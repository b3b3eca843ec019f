import type { DirectMail } from '../../registry/mails.js';
import { workspacePrefix } from '../../service/workspace-addresses.js';
import { counted, dateText, fill, type Values, words } from '../../words/words.js';
import { proposalTitle } from '../compare/parts/proposal-title.js';
import { timeText } from '../parts/time.js';
import { type Letter, type LetterList, unlinked, unlinkedLines } from './letter.js';
import { notificationsPath } from './places.js';

/** Event that a person is told. */
export interface News {
  /** Name in the texts of `mails`: of what waits, or of a line of a summary. */
  readonly kind: string;
  /** Empty: none. */
  readonly title: string;
  readonly href: string;
  /** Number of the proposal; `null` if it is not of one. */
  readonly proposal: number | null;
  /** Name of who did it; empty: the portal. */
  readonly by: string;
  /** Words of that person; empty: none. */
  readonly note: string;
  readonly count: number;
}

/** Addresses of a letter, with the origin. */
interface LetterPlaces {
  readonly origin: string;
  /** Address that stops letters of this kind. */
  readonly off: string;
}

/** Upper bounds of a summary, so that it is read: items of a list, characters of words. */
const maxItems = 10;
const maxNote = 500;

/** Letter to an address that was typed. @param brand name of the brand; empty for the portal's */
export function directLetter({ kind, href, values: given, zone }: DirectMail, brand: string, host: string): Letter {
  const { mails } = words();
  const { until, text = '', quote = '', role = 'viewer', ...names } = given;
  const shown = Object.entries(names).map(([name, value]) => [name, unlinked(value)]);
  const values: Values = { brand: unlinked(brand), host: unlinked(host), ...Object.fromEntries(shown) };
  const time = until === undefined ? '' : timeText(until, zone === '' ? 'UTC' : zone);
  if (kind === 'answer') {
    const texts = mails.answer;
    return {
      subject: fill(texts.subject, values),
      title: fill(texts.title, values),
      quote: unlinkedLines(text),
      button: [href, texts.button],
      hint: quote === '' ? undefined : fill(texts.asked, { text: unlinkedLines(quote) }),
      why: fill(texts.why, values),
    };
  }
  if (kind === 'invitation') {
    const texts = mails.invitation;
    const as = Object.hasOwn(texts.titles, role) ? (role as keyof typeof texts.titles) : 'viewer';
    return {
      subject: fill(texts.subject, values),
      title: fill(texts.titles[as], values),
      sentences: [fill(texts.texts[as], values)],
      button: [href, texts.button],
      hint: fill(texts.hint, { time }),
      isAddressShown: true,
      why: fill(texts.why, values),
    };
  }
  const texts = mails[kind];
  return {
    subject: texts.subject,
    title: texts.title,
    sentences: [fill(texts.text, values)],
    button: [href, texts.button],
    hint: 'hint' in texts ? fill(String(texts.hint), { time }) : undefined,
    isAddressShown: kind === 'confirm',
    why: fill(texts.why, values),
  };
}

const textsOf = (kind: string) => {
  const { waiting } = words().mails;
  return Object.hasOwn(waiting, kind) ? waiting[kind as keyof typeof waiting] : waiting.other;
};

const nameOf = ({ by }: News): string => (by === '' ? words().mails.service : unlinked(by));

const titleOf = (news: News): string => {
  const { title, proposal } = news;
  const { mails } = words();
  if (title !== '') return unlinked(proposalTitle(title));
  return proposal === null ? detailOf(news) : fill(mails.proposal, { n: proposal });
};

/** Letter about one thing that waits. @param brand its name */
export function waitingLetter(news: News, brand: string, { origin, off }: LetterPlaces): Letter {
  const { mails } = words();
  const texts = textsOf(news.kind);
  const values = { name: nameOf(news), title: titleOf(news), brand: unlinked(brand) };
  const item = { title: values.title, detail: detailOf(news), href: news.href };
  const heading = news.proposal === null ? mails.summary.waiting : fill(mails.proposal, { n: news.proposal });
  return {
    subject: fill(texts.subject, values),
    title: fill(texts.title, values),
    quote: unlinkedLines(news.note.slice(0, maxNote)),
    lists: [{ title: heading, items: [item], more: 0 }],
    button: [news.href, news.proposal === null ? mails.open : mails.openProposal],
    hint: 'hint' in texts ? String(texts.hint) : undefined,
    why: fill(texts.why, values),
    links: [
      [origin + notificationsPath, mails.notifications],
      [off, mails.stop],
    ],
  };
}

/** News of one brand in a summary. */
interface BrandNews {
  readonly brand: string;
  readonly waiting: readonly News[];
  readonly news: readonly News[];
}

/**
 * Summary of a day over all brands.
 *
 * @param day of the person's zone
 * @param isRest whether it holds only what was not sent at once
 */
export function summaryLetter(
  day: string,
  brands: readonly BrandNews[],
  isRest: boolean,
  { origin, off }: LetterPlaces,
): Letter {
  const { mails } = words();
  const { summary } = mails;
  const [only, ...others] = brands;
  const brand = only === undefined || others.length > 0 ? mails.portal : unlinked(only.brand);
  const waiting = brands.reduce((sum, one) => sum + one.waiting.length, 0);
  const news = brands.reduce((sum, one) => sum + one.news.length, 0);
  const lists = brands.flatMap((one) => [
    ...listOf(summary.waiting, one.brand, one.waiting, others.length > 0),
    ...listOf(summary.news, one.brand, one.news, others.length > 0),
  ]);
  return {
    subject: waiting > 0 ? counted(summary.subject, waiting, { brand }) : counted(summary.subjectNews, news, { brand }),
    title: dateText(day, { weekday: 'long', day: 'numeric', month: 'long' }),
    lists,
    button: [origin + workspacePrefix, mails.openWorkspace],
    why: isRest ? summary.whyRest : summary.why,
    links: [
      [origin + notificationsPath, mails.notifications],
      [off, mails.stopSummary],
    ],
  };
}

function listOf(list: string, brand: string, all: readonly News[], isNamed: boolean): LetterList[] {
  if (all.length === 0) return [];
  const title = isNamed ? fill(words().mails.summary.ofBrand, { brand: unlinked(brand), list }) : list;
  const items = all
    .slice(0, maxItems)
    .map((news) => ({ title: titleOf(news), detail: detailOf(news), href: news.href }));
  return [{ title, items, more: all.length - items.length }];
}

/** Line below the title of a thing. */
function detailOf(news: News): string {
  const { lines } = words().mails;
  const { kind, count } = news;
  const line = Object.hasOwn(lines, kind) ? lines[kind as keyof typeof lines] : textsOf(kind).line;
  return typeof line === 'string' ? fill(line, { name: nameOf(news) }) : counted(line, count);
}
