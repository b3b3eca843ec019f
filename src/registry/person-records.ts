import { Nullable, OneOf, type Static, Type } from '../validation/schema.js';
import { instant, recordId, slugPattern } from './fields.js';

/** What a person may do with one brand, each more than the one before. */
export const roles = ['viewer', 'editor', 'admin'] as const;
export type Role = (typeof roles)[number];

const sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });

/** `people/<id>.json`. No address: histories can be cloned, and never forget. */
export const PersonRecord = Type.Object({
  id: recordId,
  name: Type.String({ minLength: 1, maxLength: 100 }),
  /** Has every right in every brand. */
  operator: Type.Boolean(),
  /** Roles by the brand's slug. */
  roles: Type.Unsafe<Readonly<Record<string, Role>>>(
    Type.Record(Type.String({ pattern: slugPattern.source }), OneOf(roles)),
  ),
  created_at: instant,
  disabled_at: Nullable(instant),
});
export type PersonRecord = Static<typeof PersonRecord>;

const times = { created_at: instant, expires_at: instant };

/** A person who made the link; it is left out when that was the operator, at the command line. */
const made_by = Type.Optional(recordId);

/** `sign-ins/<sha256>.json`: a link that signs in once; the hash is that of its secret. */
export const SignInRecord = Type.Object({ sha256, person: recordId, ...times, made_by });
export type SignInRecord = Static<typeof SignInRecord>;

/** `sessions/<sha256>.json`: a browser that is signed in; the hash is that of its token. */
export const SessionRecord = Type.Object({ sha256, person: recordId, ...times, made_by });
export type SessionRecord = Static<typeof SessionRecord>;

/** Whether a link or a session still holds. */
export function isCurrent({ expires_at }: { readonly expires_at: string }, now: Date): boolean {
  return now.getTime() < Date.parse(expires_at);
}
