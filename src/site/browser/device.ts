/** Prefix of the names of the unsaved copies of a page: each tab has its own. */
export const copyPrefix = ({ person, ...page }: KeptPage & { readonly person: { readonly id: string } }): string =>
  `bp-kept ${pageName(page)} ${person.id} `;

interface KeptPage {
  readonly base: string;
  readonly pageId: number;
  /** Proposal in which the page is new; `null` for another. */
  readonly onlyIn: number | null;
  /** Language whose texts are written; `null`: the page itself. */
  readonly language: string | null;
}

/** Name of a page on this device. New pages of two proposals may have the same id. */
export const pageName = ({ base, pageId, onlyIn, language }: KeptPage): string =>
  `${base} ${pageId}${onlyIn === null ? '' : `@${onlyIn}`}${language === null ? '' : `/${language}`}`;

/** Name of the result that the next view of a page tells. */
export const resultName = (page: KeptPage): string => `bp-result ${pageName(page)}`;

/** Result of an action that led to a page, with a link. */
export interface Result {
  readonly text: string;
  readonly link: string;
  readonly href: string;
}

/** Storage of the browser: shared by all tabs, or of this tab only. */
export type DeviceStorage = 'localStorage' | 'sessionStorage';

/** A value from the storage of this device; `undefined` if there is no such value, or if the browser has no storage. */
export function readFromDevice<Value>(
  name: string,
  isValue: (value: unknown) => value is Value,
  storage: DeviceStorage = 'localStorage',
): Value | undefined {
  try {
    const value: unknown = JSON.parse(window[storage].getItem(name) ?? 'null');
    return isValue(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** @returns `false` where the browser keeps nothing, or has no room: the page works without it */
export function writeToDevice(name: string, value: unknown, storage: DeviceStorage = 'localStorage'): boolean {
  try {
    window[storage].setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
