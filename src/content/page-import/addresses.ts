import type { Element } from '../html/parse.js';
import { documentKind, extensionOf } from './document.js';
import { attribute } from './tree.js';

/** The address of a picture; of one that a script would load, where it is. */
export function pictureAddress(node: Element): string | null {
  const [fromSet = ''] = (attribute(node, 'srcset') || attribute(node, 'data-srcset')).split(/[\s,]+/);
  const names = ['src', 'data-src', 'data-lazy-src', 'data-original'].map((name) => attribute(node, name));
  const all = [...names, fromSet].filter((address) => address !== '');
  // A file next to the page is better than one elsewhere or a placeholder.
  const isLocal = (address: string): boolean => !/^(?:https?:)?\/\/|^embedded:/i.test(address);
  return all.find(isLocal) ?? all[0] ?? null;
}

export function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

const ofServers = /^(?:php\d?|aspx?|jsp|cgi|do)$/;

/** Whether a link leads to a file in the folder that is no page. */
export function isFileLink(href: string): boolean {
  if (href === '' || /^[a-z][\w+.-]*:|^\/\/|^[#?]/i.test(href)) return false;
  const path = decoded(href.replace(/[?#].*$/s, ''));
  const extension = extensionOf(path);
  return (
    /^[a-z\d]{1,5}$/.test(extension) &&
    /[a-z]/.test(extension) &&
    documentKind(path) === null &&
    !ofServers.test(extension)
  );
}
