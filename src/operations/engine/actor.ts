import type { Right, Role } from '../../registry/records.js';

/** Through which entry a call comes: the commit's trailer `Via`. `system`: a chore of the service itself. */
export type Via = 'rest' | 'mcp' | 'cli' | 'backend' | 'system';

/** Caller of an operation: an API key, a person who has signed in, the operator at the command line, or the service itself. */
export interface Actor {
  readonly kind: 'key' | 'person' | 'operator' | 'system';
  /** The key's or the person's id; `cli`: the operator; `system`: the service. */
  readonly id: string;
  readonly name: string;
  readonly rights: readonly Right[];
  /** A person's role in the brand. */
  readonly role?: Role;
}

/** The commit's trailer that names the actor: `Person` or `Key`. */
export function actorTrailer({ kind, id }: Actor): readonly [string, string] {
  return [kind === 'person' ? 'Person' : 'Key', id];
}
