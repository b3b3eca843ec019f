import { createHash } from 'node:crypto';
import { Type } from 'typebox';

export type ObjectType = 'commit' | 'tree' | 'blob';

/** A git object as git hashes it: `oid` is the SHA-1 of `<type> <length>\0<body>`, 40 lower-case hex digits. */
export interface GitObject {
  readonly type: ObjectType;
  readonly oid: string;
  readonly body: Buffer;
  /** The id of its earlier version: a pack that holds both stores a delta. */
  readonly replaces?: string;
}

export function gitObject(type: ObjectType, body: Buffer): GitObject {
  const oid = createHash('sha1').update(`${type} ${body.length}\0`).update(body).digest('hex');
  return { type, oid, body };
}

export const oidPattern = '^[0-9a-f]{40}$';

export const Oid = Type.String({ pattern: oidPattern });

const oid = new RegExp(oidPattern);

export function isOid(text: string): boolean {
  return oid.test(text);
}
