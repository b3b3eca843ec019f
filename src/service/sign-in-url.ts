/** Path of the page on which a browser signs in. */
export const signInPath = '/backend/sign-in';

/** The secret is in the fragment, which is never sent: no log and no proxy writes it down. @param origin such as `https://portal.example` */
export function signInLink(origin: string, secret: string): string {
  return `${origin}${signInPath}#${secret}`;
}
