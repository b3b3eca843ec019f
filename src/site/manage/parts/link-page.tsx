import type { SignInLink } from '../../../registry/sign-in-links.js';
import { signInLink } from '../../../service/sign-in-url.js';
import { Filled } from '../../../words/filled.js';
import { fill, words } from '../../../words/words.js';
import type { Context } from '../../context.js';
import { Time } from '../../parts/time.js';
import type { PageReply } from '../../replies.js';
import { secretPage } from './secret-page.js';
import { Name } from './text.js';

/**
 * Page that shows the link with which a person signs in.
 *
 * @param back address and text of the link back
 * @param mailedTo address to which it is sent as well; `null`: none
 */
export function linkPage(
  { origin }: Pick<Context, 'origin'>,
  back: readonly [href: string, text: string],
  { secret, person, expires_at }: SignInLink,
  mailedTo: string | null = null,
): PageReply {
  const { links } = words().people;
  const texts = person.invitation === undefined ? links.signIn : links.invitation;
  const values = { name: <Name text={person.name} />, time: <Time at={expires_at} /> };
  const children = (
    <>
      {mailedTo !== null && <p>{fill(links.mailed, { address: mailedTo })}</p>}
      <Filled text={links.hint} values={values} />
    </>
  );
  return secretPage({
    title: fill(texts.title, { name: person.name }),
    label: texts.label,
    copy: texts.copy,
    secret: signInLink(origin, secret),
    back,
    children,
  });
}
