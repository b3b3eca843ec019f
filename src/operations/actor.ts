import type { Right } from '../registry/records.js';

/** Through which entry a call comes: the commit's trailer `Via`. `system`: a chore of the service itself. */
export type Via = 'rest' | 'mcp' | 'cli' | 'system';

/** Who asks: an API key, the operator at the command line, or the service itself. */
export interface Actor {
  /** The key's id, `cli` or `system`. */
  readonly id: string;
  readonly name: string;
  readonly rights: readonly Right[];
}
