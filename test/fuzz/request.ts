/** Whose key a request carries. */
export const keyKinds = ['write', 'read', 'revoked', 'wrong', 'none'] as const;
export type KeyKind = (typeof keyKinds)[number];

/** How far a request is from one that the description allows. */
export type InputClass = 'valid' | 'near-valid' | 'hostile-body' | 'hostile-path' | 'hostile-headers' | 'wire';

/**
 * A request as it was made up. In `path`, header values and JSON strings, `@page:3`, `@block:0` and the like stand for something
 * that is there: see `known.ts`.
 */
export interface FuzzRequest {
  readonly input: InputClass;
  /** What was done to it, in a word or two. */
  readonly what: string;
  readonly operation: string;
  readonly method: string;
  /** Below `/api/v1`, as it goes over the wire. */
  readonly path: string;
  readonly key: KeyKind;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Body | null;
}

export type Body =
  /** JSON text, which may stand for things that are there. */
  { readonly json: string } | { readonly bytes: Buffer };

// biome-ignore lint/suspicious/noExplicitAny: JSON of any shape
export type Json = any;
