import type { Right } from '../registry/records.js';

/** Who asks: an API key, the operator at the command line, or the service itself. */
export interface Actor {
  /** The key's id, `cli` or `system`. */
  readonly id: string;
  readonly name: string;
  readonly rights: readonly Right[];
}
