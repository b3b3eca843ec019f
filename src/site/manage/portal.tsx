import { isAvailable, type MediaFile } from '../../content/media.js';
import type { PortalFile } from '../../content/portal.js';
import { resources, versionOf } from '../../operations/engine/resource.js';
import { setPortal } from '../../operations/portal.js';
import type { PortalContext } from '../../portal/context.js';
import { namesIn } from '../content/reference-names.js';

import { formsPage } from '../parts/forms-page.js';
import type { RecordField } from '../parts/record-form.js';

/** Limit on the options of a list. In a brand with more media, the number of the medium is typed. */
const maxChoices = 200;

/** Page of the form for what the portal shows around the pages. */
export const portalPage = formsPage(async (context) => {
  const snapshot = await context.snapshot();
  const { portal } = snapshot.catalog;
  return {
    title: 'Portal',
    path: '/portal',
    commit: snapshot.commit,
    isNarrow: true as const,
    version: versionOf(snapshot, resources.portal),
    part: { scope: { kinds: ['settings'] }, base: '' },
    actions: [
      {
        name: 'set',
        button: 'Save',
        fields: fieldsFor(await context.portal()),
        record: formRecord(portal),
        writes: setPortal,
        run: ({ guard, body }) => context.perform(setPortal, { ...guard, body: bodyOf(portal, body) }),
      },
    ],
    sections: (form) => (
      <>
        <p class="hint">
          What <a href={`/brands/${context.slug}/`}>the portal</a> shows around the pages. Every field may be left
          empty.
        </p>
        {form('set')}
      </>
    ),
  };
});

function fieldsFor(context: PortalContext): readonly RecordField[] {
  const { catalog } = context;
  const names = namesIn(context);
  const choices = (isChoice: (medium: MediaFile, name: string) => boolean): Pick<RecordField, 'options' | 'hint'> => {
    const ids = [...catalog.media.values()]
      .filter((medium) => isAvailable(medium) && isChoice(medium, catalog.files.get(medium.id)?.name ?? ''))
      .map(({ id }) => id);
    if (ids.length > maxChoices) return { hint: 'The number of a medium.' };
    const options = ids.sort((a, b) => a - b).map((id) => [String(id), names.medium(id)] as const);
    return { options: [['', '–'], ...options] };
  };
  const pictures = choices(({ type }, name) => type === 'image' && name !== '');
  const fonts = choices((_, name) => name.endsWith('.woff2'));
  const address: RecordField = { name: 'url', label: 'Address', maxLength: 500 };
  return [
    { name: 'logo_light', label: 'Logo on a light ground', as: 'number', ...pictures },
    { name: 'logo_dark', label: 'Logo on a dark ground', as: 'number', ...pictures },
    { name: 'cover', label: 'Cover of the home page', as: 'number', ...pictures },
    { name: 'sentence', label: 'Sentence', hint: 'Below the name on the home page.', maxLength: 300 },
    {
      name: 'buttons',
      label: 'Buttons',
      maxRows: 2,
      hint: 'The address is a page of this brand, or a web address.',
      row: [{ name: 'label', label: 'Label', maxLength: 60 }, address],
    },
    { name: 'contact.label', label: 'Contact', hint: 'Such as Ask the brand desk.', maxLength: 60 },
    { ...address, name: 'contact.url', label: 'Address of the contact', hint: 'Such as mailto:brand@example.com.' },
    {
      name: 'fonts',
      label: 'Font files',
      hint: 'A WOFF2 file for each face of a font of the theme.',
      row: [
        { name: 'family', label: 'Family', maxLength: 100 },
        { name: 'weight', label: 'Weight', as: 'number' },
        { name: 'style', label: 'Style', hint: 'normal or italic', maxLength: 20 },
        { name: 'media_id', label: 'File', as: 'number', ...fonts },
      ],
    },
    {
      name: 'served_on_web',
      label: 'May this font be served on the web?',
      as: 'check',
      hint: 'A new font file needs this. Its licence must allow it.',
    },
  ];
}

/** Values of the fields. */
const formRecord = ({ contact, ...rest }: PortalFile): object => {
  return { ...rest, 'contact.label': contact?.label ?? '', 'contact.url': contact?.url ?? '', served_on_web: false };
};

/** Body of the write, with the two fields of the contact as one value. */
function bodyOf({ contact }: PortalFile, sent: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { 'contact.label': label = contact?.label ?? '', 'contact.url': url = contact?.url ?? '', ...rest } = sent;
  const isChanged = 'contact.label' in sent || 'contact.url' in sent;
  return { ...rest, ...(isChanged && { contact: label === '' && url === '' ? null : { label, url } }) };
}
