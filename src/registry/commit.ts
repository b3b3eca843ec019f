import type { Clock } from '../clock.js';
import { encodeJson } from '../json.js';
import type { Draft } from '../store/snapshot.js';
import { type Registry, registryPaths } from './records.js';

const operator = { name: 'Operator', email: 'operator@brand-portal.invalid' };

/** What a commit of the registry says. */
export function describe(draft: Draft<Registry>, subject: string, operation: string, now: Date): void {
  draft.describe({ author: operator, time: now, message: { subject, trailers: [['Operation', operation]] } });
}

/** The first commit: which format the registry has. */
export function startRegistry(draft: Draft<Registry>, clock: Clock): void {
  draft.put(registryPaths.format, encodeJson({ format: 1 }));
  describe(draft, 'Start the registry', 'registry.start', clock());
}
