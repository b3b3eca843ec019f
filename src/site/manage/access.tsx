import type { ComponentChild } from 'preact';
import { visiblePages } from '../../content/visible-catalog.js';
import { guestOf } from '../../content/visitors.js';
import { invalidField } from '../../lib/errors.js';
import { noteSenders, portalAccess } from '../../registry/records.js';
import { versionOfRecord } from '../../registry/registry.js';
import { shareLinkDays } from '../../registry/share-links.js';
import { fill, words } from '../../words/words.js';
import type { Fields } from '../addresses.js';
import type { WorkContext } from '../context.js';
import { sentField } from '../form-fields.js';
import { Note } from '../parts/note.js';
import { dayOptions } from './parts/form.js';
import { formsPage } from './parts/forms-page.js';
import { changesOf, makeShareLink, ShareLinkList } from './parts/share-links.js';

/** Page of the readers of a brand's portal, and of its share links. Only the response to its form shows a link. */
export const accessPage = formsPage(async (context) => {
  const { service, slug, brand } = context;
  const { portal, portal_listed, portal_opens } = brand;
  const texts = words().readers;
  const links = await service.shareLinks.list(slug);
  return {
    title: words().places.readers,
    path: '/access',
    isNarrow: true,
    said: {
      readers: texts.saved,
      revoked: texts.revoked,
      started: texts.started,
    },
    actions: [
      {
        name: 'readers',
        title: texts.visibility,
        said: 'readers',
        version: versionOfRecord(brand),
        inputs: (inputs) => [
          inputs.select({
            name: 'portal',
            label: texts.whoReads,
            value: portal,
            options: portalAccess.map((access) => [access, words().common.readers[access]] as const),
            hint: texts.whoReadsHint,
          }),
          <fieldset>
            <legend>{texts.ifPublic}</legend>
            {inputs.checkbox({
              name: 'listed',
              label: texts.listed,
              isChecked: portal_listed,
            })}
            {inputs.checkbox({
              name: 'facts',
              label: texts.showFacts,
              isChecked: portal_opens.facts === 'public',
            })}
            {inputs.checkbox({
              name: 'language',
              label: texts.showLanguage,
              isChecked: portal_opens.language === 'public',
            })}
          </fieldset>,
        ],
        run: async ({ by }) => void (await service.setBrandSettings(slug, settingsIn(context.form), by)),
      },
      {
        name: 'notes',
        title: words().notes.unclear,
        said: 'readers',
        version: versionOfRecord(brand),
        inputs: (inputs) =>
          inputs.select({
            name: 'notes',
            label: texts.whoAsks,
            value: brand.notes ?? 'off',
            options: noteSenders.map((senders) => [senders, texts.asking[senders]] as const),
            hint: texts.whoAsksHint,
          }),
        text: <p class="hint">{texts.privacy}</p>,
        run: async ({ by }) => void (await service.setBrandSettings(slug, { notes: sendersIn(context.form) }, by)),
      },
      {
        name: 'share',
        title: texts.newShare,
        button: texts.makeShare,
        guards: ['once'],
        inputs: (inputs) => [
          inputs.input({ name: 'name', label: texts.forWhom, isRequired: true, maxLength: 100 }),
          inputs.select({ name: 'days', label: words().keys.howLong, options: dayOptions(shareLinkDays, 7, 90, 365) }),
          inputs.checkbox({ name: 'internal', label: texts.showInternal, isChecked: false }),
        ],
        text: <p class="hint">{texts.shownOnce}</p>,
        run: ({ by }) => makeShareLink(context, by, { internal: sentField(context.form, 'internal') === 'yes' }),
      },
      ...changesOf(context, links),
    ],
    sections: (form) => (
      <>
        <p>
          <a href={`/brands/${slug}/`}>{texts.portal}</a>
        </p>
        {portal === 'public' && <ShownToAll context={context} />}
        {form('readers')}
        {form('notes')}
        <h2>{texts.shareLinks}</h2>
        <p class="hint">{texts.shareHint}</p>
        {links.length === 0 && <p>{texts.noShare}</p>}
        <ShareLinkList links={links} form={form} />
        {form('share')}
      </>
    ),
  };
});

const guest = guestOf({ internal: false, facts: false, language: false });
const isGuideline = ({ type }: { readonly type: string }): boolean => type === 'guideline';

/** Number of pages that everyone sees: a portal that is open may have none yet. */
function ShownToAll({ context: { source } }: { readonly context: WorkContext }): ComponentChild {
  const all = [...source.pages.values()].filter(isGuideline).length;
  const shown = [...visiblePages(source, guest).values()].filter(isGuideline).length;
  const { noPageForAll, pagesForAll } = words().readers;
  if (all === 0) return null;
  if (shown === 0) return <Note kind="warn">{noPageForAll}</Note>;
  return <p class="hint">{fill(pagesForAll, { n: shown, all })}</p>;
}

function sendersIn(form: Fields) {
  const senders = noteSenders.find((name) => name === form.notes);
  if (senders === undefined) throw invalidField('notes', 'Choose who may ask.');
  return senders;
}

function settingsIn(form: Fields) {
  const portal = portalAccess.find((access) => access === form.portal);
  if (portal === undefined) throw invalidField('portal', 'Choose who can read the portal.');
  const opened = (kind: string) => (sentField(form, kind) === 'yes' ? ('public' as const) : ('people' as const));
  return {
    portal,
    portal_listed: sentField(form, 'listed') === 'yes',
    portal_opens: { facts: opened('facts'), language: opened('language') },
  };
}
