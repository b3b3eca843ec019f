import { hash } from 'node:crypto';
import { type Translation, wordsIn } from '../overlay.js';
import type { CodedText } from './codes.js';

/** Bounds of a file that is read; `depth`: elements in one another. */
export const xliffLimits = { bytes: 20 * 1024 * 1024, units: 50_000, depth: 40 };

/** `needs-review-translation`: by a machine, or of an earlier source. `new`: the target has the text of the source. */
export type UnitState = 'new' | 'needs-review-translation' | 'translated' | 'final';

/** Origin of a unit, which comes back with it. */
export interface UnitMark {
  /** Fingerprint of the source. */
  readonly of: string;
  /** Lengths of the lists that it is in. */
  readonly in: readonly number[];
  /** Fingerprint of the translation; `null`: there was none. */
  readonly was: string | null;
}

/** A text and its translation. */
export interface Unit {
  /** `page-11.<block>.<path>`, `page-11.title`, `page-11.summary`, `color-3.name`, `portal.sentence`. */
  readonly id: string;
  readonly source: CodedText;
  readonly target: CodedText | null;
}

/** Fingerprint of a translation, whatever it translates. */
export const printOf = (text: Translation | null): string | null =>
  text === null ? null : hash('sha256', wordsIn(text)).slice(0, 16);

/** A mark as one attribute: tools keep `extradata`, which none of them reads. */
export const writeMark = ({ of, in: lists, was }: UnitMark): string =>
  [`of=${of}`, ...(lists.length > 0 ? [`in=${lists.join()}`] : []), `was=${was ?? 'none'}`].join(' ');

const form = /^of=([0-9a-f]{16})(?: in=(\d{1,4}(?:,\d{1,4}){0,7}))? was=([0-9a-f]{16}|none)$/;

/** @returns `null` for a unit that has lost it */
export function readMark(text: string): UnitMark | null {
  const [, of, lists, was] = form.exec(text.trim()) ?? [];
  if (of === undefined || was === undefined) return null;
  return { of, in: lists?.split(',').map(Number) ?? [], was: was === 'none' ? null : was };
}

/** Place that a unit names: a text of a page, of a block on it, or of a colour, a medium, a fact or the portal. */
interface UnitPlace {
  readonly of: 'page' | 'color' | 'media' | 'entry' | 'portal';
  /** Empty: the portal. */
  readonly id: string;
  /** Empty: the page itself, or a record. */
  readonly block: string;
  readonly path: string;
}

/** Start of the ids of a place's texts: `page-11`, `color-3`, `portal`. */
export const holderOf = ({ of, id }: Pick<UnitPlace, 'of' | 'id'>): string => (of === 'portal' ? of : `${of}-${id}`);

export const unitId = ({ block, path, ...holder }: UnitPlace): string =>
  [holderOf(holder), ...(block === '' ? [] : [block]), path].join('.');

const places =
  /^(?:(?<page>page)-(?<number>\d{1,15})\.(?:(?<own>title|summary)|(?<block>[\w-]{1,64})\.(?<text>.{1,1000}))|(?<of>color|media|entry)-(?<id>[\w-]{1,100})\.(?<path>.{1,1000})|portal\.(?<portal>.{1,1000}))$/;

/** @returns `null` for an id that no text has */
export function placeOf(unit: string): UnitPlace | null {
  const found = places.exec(unit)?.groups;
  if (found === undefined) return null;
  const { page, number = '', own, block = '', text, of, id = '', path = '', portal = '' } = found;
  if (page !== undefined) return { of: 'page', id: number, block, path: own ?? text ?? '' };
  if (of === 'color' || of === 'media' || of === 'entry') return { of, id, block: '', path };
  return { of: 'portal', id: '', block: '', path: portal };
}
