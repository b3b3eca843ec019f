import { workspacePrefix } from './workspace-addresses.js';

export const signInPath = `${workspacePrefix}/sign-in`;

/** Query with which the form to sign in is shown to a person who is signed in, and wants a new session. */
export const newSession = { again: 'yes' } as const;

/** Path at which a person lets an agent act. */
export const authorizePath = `${workspacePrefix}/authorize`;

/** Path below the portal of a brand at which guests hand in the secret of a share link. */
export const sharePath = '/-/share';

/**
 * Share link of a brand.
 *
 * @param portal address of its portal, without a slash at its end
 */
export const shareLinkUrl = (portal: string, secret: string): string => `${portal}${sharePath}#${secret}`;

/**
 * The secret is in the fragment, which is never sent: no log and no proxy writes it down.
 *
 * @param origin such as `https://portal.example`
 * @param invited sealed address to which the link is sent
 */
export function signInLink(origin: string, secret: string, invited?: string): string {
  return `${origin}${signInPath}${invited === undefined ? '' : `?invited=${invited}`}#${secret}`;
}
