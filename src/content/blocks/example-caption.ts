/**
 * Captions of pictures that show a rule: a prefix says whether the picture shows what is done, or what is not. Readers see a word of
 * their language in its place.
 */

/** Verdict on a picture: something to do, or not to do. */
export type Verdict = 'do' | 'dont';

export interface ExampleCaption {
  readonly verdict: Verdict | null;
  /** Prefix as it is stored, up to its colon; `''`: none. */
  readonly prefix: string;
  /** The caption without its prefix. */
  readonly text: string;
}

/** Prefixes that are written. More are read: older ones, and those of captions in German. */
export const prefixes: Readonly<Record<Verdict, string>> = { do: 'Do:', dont: "Don't:" };

const prefixed = /^(?:(do|richtig)|never|nie|don['’]t):(?:\s+(.*))?$/is;

export function readCaption(caption: string): ExampleCaption {
  const found = prefixed.exec(caption);
  if (found === null) return { verdict: null, prefix: '', text: caption };
  const [whole, done, text = ''] = found;
  return { verdict: done === undefined ? 'dont' : 'do', prefix: whole.slice(0, whole.indexOf(':') + 1), text };
}

export const withPrefix = (prefix: string, text: string): string =>
  prefix === '' || text === '' ? prefix + text : `${prefix} ${text}`;

const captions: ReadonlyMap<string | null, RegExp> = new Map([
  ['image', /^caption$/],
  ['gallery', /^items\.\d+\.caption$/],
]);

/** Whether a field of a block is a caption that may have a prefix. */
export const isExampleCaption = (type: string | null, field: string): boolean =>
  captions.get(type)?.test(field) ?? false;

/** Text of a field of a block without a prefix. */
export const withoutPrefix = (type: string | null, field: string, text: string): string =>
  isExampleCaption(type, field) ? readCaption(text).text : text;
