import type { Catalog } from '../../content/catalog/catalog.js';
import { PortalError } from '../../lib/errors.js';
import type { Snapshot } from '../../store/snapshot.js';
import { type Resource, versionOf } from './resource.js';

/** The versions of which a caller's `If-Match` wants one to be current; `any`: the resource must exist. */
export type Precondition = { readonly any: true } | { readonly versions: readonly string[] };

/** Message of `precondition_failed`; OpenAPI's example is the same. */
export const staleVersion = 'The content has changed since the version that was expected.';

/** @throws `precondition_failed` (412) when the caller wants another version of the resource than the current one */
export function requireVersion(
  precondition: Precondition | null,
  snapshot: Snapshot<Catalog>,
  resource: Resource,
): void {
  if (precondition === null || 'any' in precondition) return;
  if (!precondition.versions.includes(versionOf(snapshot, resource))) {
    throw new PortalError('precondition_failed', staleVersion);
  }
}
