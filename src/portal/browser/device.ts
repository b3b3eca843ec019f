/** Prefix of the names of the unsaved copies of a page: each tab has its own. */
export const copyPrefix = ({
  base,
  pageId,
  person,
}: {
  base: string;
  pageId: number;
  person: { id: string };
}): string => `bp-kept ${base} ${pageId} ${person.id} `;

/** Storage of the browser: one that all tabs share, or one of this tab. */
export type DeviceStorage = 'localStorage' | 'sessionStorage';

/** A value that is kept on this device, as JSON; `undefined` where there is none, or the browser keeps nothing. */
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
