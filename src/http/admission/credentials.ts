import type { IncomingMessage } from 'node:http';

/** How a protocol brings a key in an `Authorization` header, and is challenged for one that can be used. */
export interface Scheme {
  /** `null` when there is none. */
  keyIn(header: string | undefined): string | null;
  /** For `WWW-Authenticate`. @param isSent whether there was a key */
  challenge(isSent: boolean): string;
  readonly message: string;
}

/** What a request brings to authenticate its caller. */
export interface Credentials {
  readonly scheme: Scheme;
  /** `null`: there is none, or it is ambiguous. */
  readonly key: string | null;
  /** RFC 9110, section 5.3, allows one header alone: Node reads the first of several, a proxy on the way perhaps another. */
  readonly isRepeated: boolean;
}

/** RFC 6750; its section 3 for the challenges. */
export const bearer: Scheme = {
  keyIn: bearerKey,
  challenge: (isSent) => (isSent ? 'Bearer error="invalid_token"' : 'Bearer'),
  message: 'Unauthenticated.',
};

export function credentialsOf({ headers, rawHeaders }: IncomingMessage, scheme: Scheme): Credentials {
  const isRepeated = repeatsAuthorization(rawHeaders);
  return { scheme, key: isRepeated ? null : scheme.keyIn(headers.authorization), isRepeated };
}

/** The key in an `Authorization` header; `null` when there is none. */
export function bearerKey(header: string | undefined): string | null {
  return /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1] ?? null;
}

function repeatsAuthorization(rawHeaders: readonly string[]): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === 13 && name.toLowerCase() === 'authorization') count += 1;
  }
  return count > 1;
}
