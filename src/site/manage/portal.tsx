import type { ComponentChild } from 'preact';
import { paths } from '../../content/catalog/paths.js';
import { footerPages, type PortalFile } from '../../content/portal.js';
import { isObject } from '../../lib/json.js';
import { resources, versionOf } from '../../operations/engine/resource.js';
import { setPortal } from '../../operations/portal.js';
import { Filled } from '../../words/filled.js';
import { fill, words } from '../../words/words.js';
import type { WorkContext } from '../context.js';
import { formsPage } from './parts/forms-page.js';
import { pictureChoice } from './parts/medium-choice.js';
import type { RecordField } from './parts/record-form.js';
import { LinkLine } from './parts/text.js';

/** Fields of what the home page shows above its cards. */
const homeFields: ReadonlySet<string> = new Set(['cover', 'sentence', 'buttons']);

/** Page of that form, which the home page shows over itself. It leads back there. */
export const homeFormPage = formsPage(async (context) => {
  const snapshot = await context.newest();
  const { portal } = snapshot.catalog;
  return {
    title: words().portalForm.editHome,
    path: '/portal/home',
    up: ['/portal', words().places.portal],
    commit: snapshot.commit,
    isNarrow: true as const,
    version: versionOf(snapshot, resources.portal),
    part: { scope: { path: paths.portal }, base: '' },
    actions: [
      {
        name: 'set',
        fields: fieldsFor(context, portal).filter(({ name }) => homeFields.has(name)),
        record: formRecord(portal),
        writes: setPortal,
        to: '/',
        run: ({ guard, body }) => context.perform(setPortal, { ...guard, body: bodyOf(portal, body) }),
      },
    ],
    sections: (form) => (
      <>
        <p class="hint">{words().portalForm.homeHint}</p>
        <div class="card pad">{form('set')}</div>
      </>
    ),
  };
});

/** Page of the form for what the portal shows around the pages. */
export const portalPage = formsPage(async (context) => {
  const snapshot = await context.newest();
  const { portal } = snapshot.catalog;
  const texts = words().portalForm;
  return {
    title: words().places.portal,
    path: '/portal',
    commit: snapshot.commit,
    isNarrow: true as const,
    version: versionOf(snapshot, resources.portal),
    part: { scope: { path: paths.portal }, base: '' },
    actions: [
      {
        name: 'set',
        fields: fieldsFor(context, portal).filter(({ name }) => !homeFields.has(name)),
        record: formRecord(portal),
        writes: setPortal,
        run: ({ guard, body }) => context.perform(setPortal, { ...guard, body: bodyOf(portal, body) }),
      },
    ],
    sections: (form) => (
      <>
        <p class="hint">
          <Filled text={texts.hint} values={{ portal: <a href={`/brands/${context.slug}/`}>{texts.thePortal}</a> }} />
        </p>
        <LinkLine to={context.href('/portal/home')} text={texts.editHome} />
        <div class="card pad">{form('set')}</div>
      </>
    ),
  };
});

function fieldsFor(context: WorkContext, portal: PortalFile): readonly RecordField[] {
  const texts = words().portalForm;
  type PictureName = 'logo_light' | 'logo_dark' | 'cover' | 'symbol';
  const picture = (name: PictureName, label: string, hint?: ComponentChild, isDeep?: boolean): RecordField =>
    pictureChoice(context, { name, label, as: 'number', hint }, portal[name], isDeep);
  const media = <a href={context.href('/media')}>{words().places.media}</a>;
  const address: RecordField = { name: 'url', label: texts.address, maxLength: 500 };
  const link = [{ name: 'label', label: texts.label, maxLength: 60 }, address];
  return [
    picture('logo_light', texts.logoLight),
    picture('logo_dark', texts.logoDark, undefined, true),
    picture('cover', texts.cover, <Filled text={texts.coverHint} values={{ media }} />),
    picture('symbol', texts.symbol, texts.symbolHint),
    { name: 'sentence', label: texts.sentence, hint: texts.sentenceHint, as: 'text', maxLength: 300 },
    {
      name: 'buttons',
      label: texts.buttons,
      maxRows: 2,
      hint: texts.buttonsHint,
      row: link,
    },
    { name: 'contact.label', label: texts.contact, hint: texts.contactHint, maxLength: 60 },
    { ...address, name: 'contact.url', label: texts.contactUrl, hint: texts.contactUrlHint },
    ...footerPages.map((name, at) => ({
      name: `footer.${name}`,
      label: fill(texts.footerPage, { page: words().frame.footerPages[name] }),
      ...(at === 0 && { hint: texts.footerHint }),
      maxLength: 500,
      isNullable: true as const,
    })),
    { name: 'footer.links', label: texts.footerLinks, maxRows: 8, hint: texts.footerLinksHint, row: link },
  ];
}

/** Values of the fields. */
function formRecord({ contact, footer, ...rest }: PortalFile): object {
  const ofFooter = Object.entries(footer).map(([name, value]) => [`footer.${name}`, value]);
  return {
    ...rest,
    ...{ 'contact.label': contact?.label ?? '', 'contact.url': contact?.url ?? '' },
    ...Object.fromEntries(ofFooter),
  };
}

/** Body of the write: contact and footer are one value each. */
function bodyOf({ contact, footer }: PortalFile, sent: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const part = (start: string) =>
    Object.entries(sent).flatMap(([name, value]) =>
      name.startsWith(start) ? [[name.slice(start.length), value]] : [],
    );
  const ofContact = part('contact.');
  const ofFooter = part('footer.');
  const nextContact = { label: '', url: '', ...contact, ...Object.fromEntries(ofContact) };
  const isNone = nextContact.label === '' && nextContact.url === '';
  const { sentence } = sent;
  return withSchemes({
    ...Object.fromEntries(Object.entries(sent).filter(([name]) => !name.includes('.'))),
    // The field has two lines, and the home page shows one text.
    ...(typeof sentence === 'string' && { sentence: sentence.replaceAll(/\s*\n\s*/g, ' ') }),
    ...(ofContact.length > 0 && { contact: isNone ? null : nextContact }),
    ...(ofFooter.length > 0 && { footer: { ...footer, ...Object.fromEntries(ofFooter) } }),
  });
}

const namesOfLinks: ReadonlySet<string> = new Set(['url', ...footerPages]);

function withSchemes(members: object): Record<string, unknown> {
  const of = (value: unknown, name: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => of(one, name));
    if (isObject(value)) return withSchemes(value);
    return typeof value === 'string' && namesOfLinks.has(name) ? withScheme(value) : value;
  };
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, of(value, name)]));
}

/** A mail or web address that was typed without its scheme gets it. A slug has neither `@` nor a dot. */
function withScheme(url: string): string {
  const [host = ''] = url.split(/[/?#]/);
  if (host.includes(':')) return url;
  if (host.includes('@')) return `mailto:${url}`;
  return host.includes('.') ? `https://${url}` : url;
}
