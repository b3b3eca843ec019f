import type { ComponentChild } from 'preact';
import { invalidField, type PortalError } from '../../lib/errors.js';
import { type BrandRecord, type PortalAccess, portalAccess, versionOfRecord } from '../../registry/records.js';
import { type ListedShareLink, shareLinkDays } from '../../registry/share-links.js';
import { shareLinkUrl } from '../../service/sign-in-url.js';
import { type BrandContext, type PageReply, type Reply, requiredField, sentField, unknownAction } from '../context.js';
import { Form, FormInputs, termIn } from '../parts/form.js';
import { saidNotice } from '../parts/notices.js';
import { refusalNotice, runForm } from '../parts/refusal.js';
import { secretPage } from '../parts/secret-page.js';
import { Name, Time } from '../parts/text.js';
import { readerNames } from '../words.js';

const lifetimes = [
  [String(shareLinkDays), `${shareLinkDays} days`],
  ['7', '7 days'],
  ['90', '90 days'],
  ['365', 'A year'],
] as const;

/** Handler of all forms of the page. */
export function changeAccess(context: BrandContext): Promise<Reply> {
  const { service, slug, form, acting, href, origin } = context;
  const submit = async (): Promise<Reply> => {
    switch (form.action) {
      case 'readers': {
        requiredField(context, 'version');
        await service.setBrandSettings(slug, settingsIn(context), acting('version'));
        return { to: href('/access', { said: 'stored' }) };
      }
      case 'share': {
        const internal = sentField(form, 'internal') === 'yes';
        const expiresAt = new Date(service.clock().getTime() + termIn(form, 'days'));
        const input = { brand: slug, name: sentField(form, 'name'), internal, expiresAt };
        const { record, secret } = await service.shareLinks.make(input, acting('once'));
        return secretPage({
          ...{ title: `The link ${record.name}`, label: 'The link', back: [href('/access'), 'Access'] },
          secret: shareLinkUrl(`${origin}/brands/${slug}`, secret),
          children: 'Whoever has it reads the portal until it ends, or you revoke it.',
        });
      }
      case 'revoke': {
        await service.shareLinks.revoke(slug, requiredField(context, 'link'), acting());
        return { to: href('/access', { said: 'revoked' }) };
      }
      default:
        throw unknownAction();
    }
  };
  return runForm(context, submit, (problem) => accessPage(context, problem));
}

function settingsIn({ form }: BrandContext) {
  const portal = portalAccess.find((one) => one === form.portal);
  if (portal === undefined) throw invalidField('portal', 'Choose who reads the portal.');
  const opened = (kind: string) => (sentField(form, kind) === 'yes' ? ('public' as const) : ('people' as const));
  return {
    ...{ portal, portal_listed: sentField(form, 'listed') === 'yes' },
    portal_opens: { facts: opened('facts'), language: opened('language') },
  };
}

/** Page of who reads the portal of a brand, and of its share links. */
export async function accessPage(context: BrandContext, problem: PortalError | null = null): Promise<PageReply> {
  const { service, slug, brand } = context;
  const links = await service.shareLinks.list(slug);
  const frame = { context, problem, commit: null };
  const inputs = new FormInputs(context, problem, 'share');
  const body = (
    <div class="narrow">
      {refusalNotice(context, problem)}
      {saidNotice(context, {
        stored: 'The settings are stored. They hold from now on.',
        revoked: 'The link is revoked: it works no more.',
      })}
      <h1>Access</h1>
      <p>
        <a href={`/brands/${slug}/`}>The portal of this brand</a>
      </p>
      {readersForm(context, brand, problem)}
      <h2>Share links</h2>
      <p class="hint">
        Guests with a link read the portal without signing in{brand.portal === 'off' ? ', unless only editors do' : ''}.
      </p>
      {links.length === 0 && <p>No link.</p>}
      <ul class="rows">{links.map((link) => linkRow(context, link, problem))}</ul>
      <Form {...{ frame, to: '/access', action: 'share', title: 'A new link', button: 'Make the link' }}>
        {inputs.input({ name: 'name', label: 'Whom it is for', isRequired: true, maxLength: 100 })}
        {inputs.select({ name: 'days', label: 'How long it works', options: lifetimes })}
        {inputs.checkbox({ name: 'internal', label: 'Shows pages for people of the brand, too', isChecked: false })}
        <p class="hint">The link is shown once, after this.</p>
      </Form>
    </div>
  );
  return { title: 'Access', body };
}

function readersForm(context: BrandContext, brand: BrandRecord, problem: PortalError | null): ComponentChild {
  const { portal, portal_listed, portal_opens } = brand;
  const inputs = new FormInputs(context, problem, 'readers');
  const form = { frame: { context, problem, commit: null }, to: '/access', action: 'readers', button: 'Save' };
  const names = portalAccess.map((one: PortalAccess) => [one, readerNames[one]] as const);
  return (
    <Form {...{ ...form, title: 'Who reads the portal', version: versionOfRecord(brand) }}>
      {inputs.select({
        ...{ name: 'portal', label: 'Who reads it', options: names, value: portal },
        hint: 'Each page says by itself whether everyone, people of the brand or only editors see it.',
      })}
      <p class="hint">The title of a chapter for people of the brand shows above a page of it that everyone sees.</p>
      <fieldset>
        <legend>If everyone reads it</legend>
        {inputs.checkbox({
          name: 'listed',
          label: 'Name it on the start page of this server',
          isChecked: portal_listed,
        })}
        {inputs.checkbox({ name: 'facts', label: 'Show verified facts', isChecked: portal_opens.facts === 'public' })}
        {inputs.checkbox({
          ...{ name: 'language', label: 'Show the published language' },
          isChecked: portal_opens.language === 'public',
        })}
      </fieldset>
    </Form>
  );
}

function linkRow(context: BrandContext, link: ListedShareLink, problem: PortalError | null): ComponentChild {
  const { id, name, internal, expires_at, last_used_at } = link;
  return (
    <li key={id}>
      <span class="what">
        <Name text={name} />
        <br />
        <small>
          {internal ? 'Public and internal pages' : 'Public pages'} · until <Time at={expires_at} day /> ·{' '}
          {last_used_at === null ? (
            'not used yet'
          ) : (
            <>
              last used <Time at={last_used_at} />
            </>
          )}
        </small>
      </span>
      <span class="end">
        <Form {...{ frame: { context, problem, commit: null }, to: '/access', action: 'revoke', button: 'Revoke' }}>
          <input type="hidden" name="link" value={id} />
        </Form>
      </span>
    </li>
  );
}
