/** Path of the page on which a browser signs in. */
export const signInPath = '/backend/sign-in';

/** The secret is in the fragment, which browsers never send, so that no log and no proxy records it. @param origin such as `https://portal.example` */
export function signInLink(origin: string, secret: string): string {
  return `${origin}${signInPath}#${secret}`;
}
