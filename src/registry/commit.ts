import type { Clock } from '../clock.js';
import { encodeJson } from '../json.js';
import type { Draft } from '../store/snapshot.js';
import { type Registry, registryPaths } from './records.js';

const operator = { name: 'Operator', email: 'operator@brand-portal.invalid' };

/** Whom a commit of the registry names as its author. */
export interface Author {
  readonly id: string;
  readonly name: string;
}

/** What a commit of the registry says. @param by the person who did it; left out: the operator, at the command line */
export function describe(draft: Draft<Registry>, subject: string, operation: string, now: Date, by?: Author): void {
  const author = by === undefined ? operator : { name: by.name, email: `${by.id}@brand-portal.invalid` };
  const person = by === undefined ? [] : [['Person', by.id] as const];
  draft.describe({ author, time: now, message: { subject, trailers: [['Operation', operation], ...person] } });
}

/** The first commit: which format the registry has. */
export function startRegistry(draft: Draft<Registry>, clock: Clock): void {
  draft.put(registryPaths.format, encodeJson({ format: 1 }));
  describe(draft, 'Start the registry', 'registry.start', clock());
}
