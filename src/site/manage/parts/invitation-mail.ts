import { languageOf } from '../../../content/language-tags.js';
import type { SignInLink } from '../../../registry/sign-in-links.js';
import { signInLink } from '../../../service/sign-in-url.js';
import type { WorkContext } from '../../context.js';

/**
 * Sends an invitation. Nothing keeps the address but the mail, until it is delivered: its link holds it, sealed, so that the person can
 * give it when accepting.
 */
export async function mailInvitation(
  { service, slug, origin, catalog, zone, principal }: WorkContext,
  { secret, person, expires_at }: SignInLink,
  to: string,
): Promise<void> {
  const { mails } = service;
  const sealed = await mails.addresses.sealInvited(person.id, to);
  const values = {
    name: principal.person.name,
    role: person.roles[slug] ?? 'viewer',
    until: expires_at,
    person: person.id,
  };
  const href = signInLink(origin, secret, sealed);
  await mails.put({ kind: 'invitation', to, brand: slug, language: languageOf(catalog), zone, href, values });
}
