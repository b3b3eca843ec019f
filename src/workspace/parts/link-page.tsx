import type { SignInLink } from '../../registry/sign-in-links.js';
import { signInLink } from '../../service/sign-in-url.js';
import type { Context, PageReply } from '../context.js';
import { secretPage } from './secret-page.js';
import { Name, Time } from './text.js';

/**
 * Page that shows the link with which a person signs in.
 *
 * @param back address and text of the link back
 */
export function linkPage(
  { origin }: Pick<Context, 'origin'>,
  back: readonly [href: string, text: string],
  { secret, person, expires_at }: SignInLink,
): PageReply {
  const noun = person.invitation === undefined ? 'Sign-in' : 'Invitation';
  const children = (
    <>
      Give it only to <Name text={person.name} />. It works once, until <Time at={expires_at} />.
    </>
  );
  return secretPage({
    title: `${noun} link for ${person.name}`,
    label: `${noun} link`,
    copy: `Copy ${noun.toLowerCase()} link`,
    secret: signInLink(origin, secret),
    back,
    children,
  });
}
