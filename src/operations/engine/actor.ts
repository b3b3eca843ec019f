import type { Visitor } from '../../content/visitors.js';
import type { Right, Role } from '../../registry/records.js';

/** Through which entry a call comes: the commit's trailer `Via`. `system`: a chore of the service itself. */
export type Via = 'portal' | 'rest' | 'mcp' | 'cli' | 'backend' | 'system';

interface Agent {
  /** Id of its grant. */
  readonly grant: string;
  /** Host or scheme of the client. */
  readonly client: string;
  /** Rights that its person may give it. */
  readonly rights: readonly Right[];
}

/** Caller of an operation: an API key, a person who has signed in, the operator at the command line, the service itself, or a guest of the portal. */
export interface Actor {
  readonly kind: 'key' | 'person' | 'operator' | 'system' | 'guest';
  /** The key's or the person's id; `cli`: the operator; `system`: the service. */
  readonly id: string;
  readonly name: string;
  readonly rights: readonly Right[];
  /** A person's role in the brand. */
  readonly role?: Role;
  /** The agent that acts for a person. */
  readonly agent?: Agent;
  /** A guest's class. */
  readonly visitor?: Visitor;
}

/** The commit's trailers that name the actor: `Key`, or `Person`, with `Client` and `Grant` of an agent. */
export function actorTrailers({ kind, id, agent }: Actor): (readonly [string, string])[] {
  const ofAgent = agent === undefined ? [] : [['Client', agent.client] as const, ['Grant', agent.grant] as const];
  return [[kind === 'person' ? 'Person' : 'Key', id], ...ofAgent];
}
