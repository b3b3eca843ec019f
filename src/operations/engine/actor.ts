import type { Right, Role } from '../../registry/records.js';

/** Through which entry a call comes: the commit's trailer `Via`. `system`: a chore of the service itself. */
export type Via = 'rest' | 'mcp' | 'cli' | 'backend' | 'system';

type ActorKind = 'key' | 'person' | 'operator' | 'system';

/** An API key, a person who has signed in, the operator at the command line, or the service itself. */
export interface Actor {
  readonly kind: ActorKind;
  /** The key's or the person's id; `cli`: the operator; `system`: the service. */
  readonly id: string;
  readonly name: string;
  readonly rights: readonly Right[];
  /** A person's role in the brand. */
  readonly role?: Role;
}

export function actorTrailer({ kind, id }: Actor): readonly [string, string] {
  return [kind === 'person' ? 'Person' : 'Key', id];
}
