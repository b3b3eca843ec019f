import type { Opened } from './api.js';

type Details = Opened['details'];

/** Summary and cover of the page as they are written, where they differ from what is stored. */
export type WrittenDetails = Partial<Details>;

export const detailNames = ['summary', 'cover'] as const satisfies (keyof Details)[];

/** The values that differ from others. */
export const detailsOver = (values: WrittenDetails, stored: Details): WrittenDetails =>
  Object.fromEntries(
    detailNames.flatMap((name) => (name in values && values[name] !== stored[name] ? [[name, values[name]]] : [])),
  );

/** The values that were written since others were sent. */
export const detailsSince = (sent: WrittenDetails, now: WrittenDetails): WrittenDetails =>
  Object.fromEntries(
    detailNames.flatMap((name) =>
      name in now && !(name in sent && sent[name] === now[name]) ? [[name, now[name]]] : [],
    ),
  );
