import type { ComponentChild } from 'preact';
import type { Acting } from '../../registry/rights.js';
import type { ListedShareLink, NewShareLink } from '../../registry/share-links.js';
import { shareLinkUrl } from '../../service/sign-in-url.js';
import { type BrandContext, type PageReply, sentField } from '../context.js';
import { termIn } from './form.js';
import type { Action, SentForm } from './forms-page.js';
import { Row } from './list.js';
import { secretPage } from './secret-page.js';
import { Time } from './text.js';

/** Actions that revoke links, or start those that rest. */
export const changesOf = ({ service, slug }: BrandContext, links: readonly ListedShareLink[]): Action[] =>
  links.flatMap(({ id, name, version, rests }): Action[] => [
    {
      name: `revoke.${id}`,
      button: 'Revoke',
      look: 'sm bad',
      version,
      said: 'revoked',
      run: async ({ by }) => void (await service.shareLinks.revoke(slug, id, by)),
    },
    ...(rests === undefined
      ? []
      : [
          {
            name: `start.${id}`,
            button: 'Start',
            look: 'sm' as const,
            of: name,
            version,
            said: 'started',
            run: async ({ by }: SentForm) => void (await service.shareLinks.start(slug, id, by)),
          },
        ]),
  ]);

interface ListProps {
  readonly links: readonly ListedShareLink[];
  readonly form: (name: string) => ComponentChild;
}

export function ShareLinkList({ links, form }: ListProps) {
  return (
    <ul class="list">
      {links.map((link) => (
        <Row
          key={link.id}
          name={link.name}
          details={stateOf(link)}
          end={[form(`start.${link.id}`), form(`revoke.${link.id}`)]}
        />
      ))}
    </ul>
  );
}

function shownText({ preview, internal }: ListedShareLink): string {
  if (preview) return `Proposal ${preview.proposal}`;
  return internal ? 'Public and internal pages' : 'Public pages';
}

const stateOf = (link: ListedShareLink): ComponentChild => (
  <>
    {link.rests !== undefined && 'Rests · '}
    {shownText(link)} · until <Time at={link.expires_at} day /> ·{' '}
    {link.last_used_at === null ? 'not used yet' : ['last used ', <Time key="time" at={link.last_used_at} />]}
  </>
);

/** Makes a link by a form with the fields `name` and `days`. Only this page shows the link. */
export async function makeShareLink(
  { service, slug, form, href, origin }: BrandContext,
  by: Acting,
  link: Pick<NewShareLink, 'internal' | 'preview'>,
): Promise<PageReply> {
  const expiresAt = new Date(service.clock().getTime() + termIn(form, 'days'));
  const input = { brand: slug, name: sentField(form, 'name'), expiresAt, ...link };
  const { record, secret } = await service.shareLinks.make(input, by);
  const { preview } = link;
  const [what, shown] = preview
    ? ['Preview link', `proposal ${preview.proposal} in the portal`]
    : ['Share link', 'the portal'];
  return secretPage({
    title: `${what} ${record.name}`,
    label: what,
    copy: `Copy ${what.toLowerCase()}`,
    back: preview
      ? [href(`/proposals/${preview.proposal}`), `Proposal ${preview.proposal}`]
      : [href('/access'), 'Readers'],
    secret: shareLinkUrl(`${origin}/brands/${slug}`, secret),
    children: `Whoever has it reads ${shown} until it ends, or you revoke it. Try it where you are not signed in.`,
  });
}
