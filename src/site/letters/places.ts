import { brandWorkspace, mePath, workspacePrefix } from '../../service/workspace-addresses.js';

/** Path of the page on which people choose their mails. */
export const notificationsPath = `${mePath}/notifications`;

/** Path of the page that confirms an address; the query has the person and the secret. */
export const confirmPath = `${workspacePrefix}/mail/confirm`;

/** Path of the page that stops mails of a kind, and takes the POST of programs; the query has the token. */
export const offPath = `${workspacePrefix}/mail/off`;

/** Address in a brand on the origin where people work. @param path as `BrandContext.href` takes it */
export const brandPlace = (origin: string, slug: string, path: string): string =>
  origin + (/^\/(?:-\/|$)/.test(path) ? `/brands/${slug}${path}` : brandWorkspace(slug) + path);
