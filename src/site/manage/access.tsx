import { invalidField } from '../../lib/errors.js';
import { readerNames } from '../../portal/labels.js';
import { portalAccess } from '../../registry/records.js';
import { versionOfRecord } from '../../registry/registry.js';
import { shareLinkDays } from '../../registry/share-links.js';
import { type Fields, sentField } from '../context.js';
import { dayOptions } from '../parts/form.js';
import { formsPage } from '../parts/forms-page.js';
import { changesOf, makeShareLink, ShareLinkList } from '../parts/share-links.js';

/** Page of the readers of a brand's portal, and of its share links. Only the response to its form shows a link. */
export const accessPage = formsPage(async (context) => {
  const { service, slug, brand } = context;
  const { portal, portal_listed, portal_opens } = brand;
  const links = await service.shareLinks.list(slug);
  return {
    title: 'Readers',
    path: '/access',
    isNarrow: true,
    said: {
      readers: 'Saved. It holds from now on.',
      revoked: 'Link revoked. It no longer works.',
      started: 'The link works again.',
    },
    actions: [
      {
        name: 'readers',
        title: 'Visibility',
        button: 'Save',
        said: 'readers',
        version: versionOfRecord(brand),
        inputs: (inputs) => [
          inputs.select({
            name: 'portal',
            label: 'Who can read this portal',
            value: portal,
            options: portalAccess.map((access) => [access, readerNames[access]] as const),
            hint: 'Each page also has its own visibility. Whoever sees a page also sees the title of its chapter.',
          }),
          <fieldset>
            <legend>If everyone can read it</legend>
            {inputs.checkbox({
              name: 'listed',
              label: 'List it on the start page of this server',
              isChecked: portal_listed,
            })}
            {inputs.checkbox({
              name: 'facts',
              label: 'Show verified facts',
              isChecked: portal_opens.facts === 'public',
            })}
            {inputs.checkbox({
              name: 'language',
              label: 'Show the published language',
              isChecked: portal_opens.language === 'public',
            })}
          </fieldset>,
        ],
        run: async ({ by }) => void (await service.setBrandSettings(slug, settingsIn(context.form), by)),
      },
      {
        name: 'share',
        title: 'New share link',
        button: 'Make share link',
        guards: ['once'],
        inputs: (inputs) => [
          inputs.input({ name: 'name', label: 'Who it is for', isRequired: true, maxLength: 100 }),
          inputs.select({ name: 'days', label: 'How long it works', options: dayOptions(shareLinkDays, 7, 90, 365) }),
          inputs.checkbox({ name: 'internal', label: 'Show pages for people of the brand, too', isChecked: false }),
        ],
        text: <p class="hint">The link is shown once, after this.</p>,
        run: ({ by }) => makeShareLink(context, by, { internal: sentField(context.form, 'internal') === 'yes' }),
      },
      ...changesOf(context, links),
    ],
    sections: (form) => (
      <>
        <p>
          <a href={`/brands/${slug}/`}>The portal of this brand</a>
        </p>
        {form('readers')}
        <h2>Share links</h2>
        <p class="hint">With a link, guests read the portal without signing in, unless only editors can read it.</p>
        {links.length === 0 && <p>No share link yet. Make one to show the portal to a guest.</p>}
        <ShareLinkList links={links} form={form} />
        {form('share')}
      </>
    ),
  };
});

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
