import type { Visitor } from '../../content/visitors.js';
import type { Right, Role } from '../../registry/records.js';

/** Through which entry a call comes: the commit's trailer `Via`. `system`: a chore of the service itself. */
export type Via = 'portal' | 'rest' | 'mcp' | 'cli' | 'backend' | 'system';

/** Caller of an operation: an API key, a person who has signed in, the operator at the command line, the service itself, or a guest of the portal. */
export interface Actor {
  readonly kind: 'key' | 'person' | 'operator' | 'system' | 'guest';
  /** The key's or the person's id; `cli`: the operator; `system`: the service. */
  readonly id: string;
  readonly name: string;
  readonly rights: readonly Right[];
  /** A person's role in the brand. */
  readonly role?: Role;
  /** A guest's class. */
  readonly visitor?: Visitor;
}

/** The commit's trailer that names the actor: `Person` or `Key`. */
export function actorTrailer({ kind, id }: Actor): readonly [string, string] {
  return [kind === 'person' ? 'Person' : 'Key', id];
}
