import { type Reading, readDocument } from './document.js';
import { type DrawnHtml, drawnHtml } from './drawn.js';

/** HTML for an editor. Content that cannot be edited is only drawn. */
export type OpenedHtml =
  | Exclude<Reading, { readonly reason: string }>
  | { readonly reason: string; readonly drawn: DrawnHtml };

export function openHtml(html: string): OpenedHtml {
  const reading = readDocument(html);
  return 'reason' in reading ? { ...reading, drawn: drawnHtml(html) } : reading;
}
