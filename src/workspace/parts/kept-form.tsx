import type { ComponentChild } from 'preact';
import { PortalError } from '../../lib/errors.js';
import { signInPath } from '../../service/sign-in-url.js';
import type { BrandContext } from '../context.js';
import { hiddenFields } from './form.js';

/** Form to send again what was refused for another reason than its content, such as an ended session. */
export function resendForm(sent: Iterable<readonly [string, string]>, isSignedOut: boolean): ComponentChild {
  return (
    <form method="post" class="card pad">
      {hiddenFields(sent)}
      <p>
        <strong>What you wrote is kept on this page.</strong> Leave it open.{' '}
        {isSignedOut && (
          <>
            <a href={signInPath} target="_blank" rel="noopener">
              Open a new tab to sign in
            </a>
            , then come back here.
          </>
        )}
      </p>
      <button type="submit" class="btn go">
        Send again
      </button>
    </form>
  );
}

/** Name of who wrote a form, if another person of the brand than its sender, who has signed in since; `null`: the sender did. */
async function writerOf({ form, principal, service, slug }: BrandContext): Promise<string | null> {
  const { as: author = '' } = form;
  if (author === '' || author === principal.person.id) return null;
  const people = (await service.people.list()).filter(({ roles }) => Object.hasOwn(roles, slug));
  return people.find(({ id }) => id === author)?.name ?? 'someone else';
}

/** @throws `invalid` if another person wrote the form: the form shown again is the sender's */
export async function requireAuthor(context: BrandContext): Promise<void> {
  const name = await writerOf(context);
  if (name === null) return;
  const { name: sender } = context.principal.person;
  throw new PortalError('invalid', `${name} wrote this, and you are ${sender}. Sent again, it is your change.`);
}
