import { slugPattern } from '../registry/records.js';

/** Path of the endpoint for all brands. It also accepts keys. A person chooses the brand of an agent. */
export const sharedPath = '/mcp';

/** The same, with only the two reading tools of connectors. */
export const connectorPath = '/mcp/connector';

/** @returns the brand of a resource's path, `null` for the path of all brands, `undefined` for any other path */
export function brandOfPath(path: string): string | null | undefined {
  if (path === sharedPath || path === connectorPath) return null;
  const [, slug] = /^\/brands\/([^/]+)\/-\/mcp$/.exec(path) ?? [];
  return slug !== undefined && slugPattern.test(slug) ? slug : undefined;
}

export const metadataPrefix = '/.well-known/oauth-protected-resource';

/** Address of a resource's metadata (RFC 9728, section 3.1). */
export function metadataAddress(resource: string): string {
  const { origin, pathname } = new URL(resource);
  return `${origin}${metadataPrefix}${pathname}`;
}
