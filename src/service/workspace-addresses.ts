/** Path under which the pages of the workspace are that are of no brand. */
export const workspacePrefix = '/-/workspace';

export const brandWorkspace = (slug: string): string => `/brands/${slug}${workspacePrefix}`;

/** Path of a person's own page, which also ends sessions. */
export const mePath = `${workspacePrefix}/me`;

/** Prefix that all addresses of the workspace had before. */
const oldPrefix = '/backend';

/** Address to which the providers of people lead back. It stays, as providers know it. */
export const providerReturnPath = `${oldPrefix}/sign-in/oidc/return`;

/** Address that replaces an old one; `null` if it is not an old one. */
export function movedTo(url: string): string | null {
  const [, brand, rest] = /^\/backend(?:\/brands\/([^/?]+))?((?:[/?].*)?)$/s.exec(url) ?? [];
  if (rest === undefined) return null;
  return (brand === undefined ? workspacePrefix : brandWorkspace(brand)) + rest;
}
