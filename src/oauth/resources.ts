import { slugPattern } from '../registry/records.js';

/** Path of the endpoint of all brands: it also accepts keys, and a person chooses the brand of an agent. */
export const sharedPath = '/mcp';

/** The brand of the path of a resource, `null` for that of all brands, `undefined` for any other path. */
export function brandOfPath(path: string): string | null | undefined {
  if (path === sharedPath) return null;
  const [, slug] = /^\/brands\/([^/]+)\/-\/mcp$/.exec(path) ?? [];
  return slug !== undefined && slugPattern.test(slug) ? slug : undefined;
}

export const metadataPrefix = '/.well-known/oauth-protected-resource';

/** Address of a resource's metadata (RFC 9728, section 3.1). */
export function metadataAddress(resource: string): string {
  const { origin, pathname } = new URL(resource);
  return `${origin}${metadataPrefix}${pathname}`;
}
