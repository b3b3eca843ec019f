import type { ComponentChild } from 'preact';
import type { Acting } from '../../../registry/rights.js';
import type { ListedShareLink, NewShareLink } from '../../../registry/share-links.js';
import { shareLinkUrl } from '../../../service/sign-in-url.js';
import { Filled } from '../../../words/filled.js';
import { fill, words } from '../../../words/words.js';
import type { WorkContext } from '../../context.js';
import { sentField } from '../../form-fields.js';
import { Time } from '../../parts/time.js';
import type { PageReply } from '../../replies.js';
import { termIn } from './form.js';
import type { Action, SentForm } from './forms-page.js';
import { LastUsed } from './grants.js';
import { Row } from './list.js';
import { secretPage } from './secret-page.js';

/** Actions that revoke links, or start those that rest. */
export const changesOf = ({ service, slug }: WorkContext, links: readonly ListedShareLink[]): Action[] =>
  links.flatMap(({ id, name, version, rests }): Action[] => [
    {
      name: `revoke.${id}`,
      button: words().readers.revoke,
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
            button: words().readers.start,
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
  const texts = words().readers;
  if (preview) return fill(texts.proposal, { number: String(preview.proposal) });
  return internal ? texts.publicAndInternal : texts.publicPages;
}

const stateOf = (link: ListedShareLink): ComponentChild => (
  <>
    {link.rests !== undefined && `${words().agents.rests} · `}
    {shownText(link)} ·{' '}
    <Filled text={words().readers.until} values={{ time: <Time at={link.expires_at} form="day" /> }} /> ·{' '}
    <LastUsed at={link.last_used_at} />
  </>
);

/** Makes a link by a form with the fields `name` and `days`. Only this page shows the link. */
export async function makeShareLink(
  { service, slug, form, href, origin }: WorkContext,
  by: Acting,
  link: Pick<NewShareLink, 'internal' | 'preview'>,
): Promise<PageReply> {
  const expiresAt = new Date(service.clock().getTime() + termIn(form, 'days'));
  const input = { brand: slug, name: sentField(form, 'name'), expiresAt, ...link };
  const { record, secret } = await service.shareLinks.make(input, by);
  const { preview } = link;
  const texts = words().readers;
  const its = preview ? texts.previewLink : texts.shareLink;
  const values = { number: String(preview?.proposal) };
  return secretPage({
    title: fill(its.title, { name: record.name }),
    label: its.label,
    copy: its.copy,
    back: preview
      ? [href(`/proposals/${preview.proposal}`), fill(texts.proposal, values)]
      : [href('/access'), words().places.readers],
    secret: shareLinkUrl(`${origin}/brands/${slug}`, secret),
    children: fill(its.hint, values),
  });
}
