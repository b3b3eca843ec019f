import type { ComponentChild } from 'preact';
import { isOpen } from '../../operations/engine/proposal-record.js';
import type { ProposalSummary } from '../../operations/proposals/present.js';
import { previewProposal } from '../../operations/proposals/preview.js';
import { visibilityNames } from '../../portal/labels.js';
import { Icon } from '../../portal/parts/icon.js';
import { previewDays } from '../../registry/share-links.js';
import { type BrandContext, sentField } from '../context.js';
import { dayOptions } from './form.js';
import type { Action } from './forms-page.js';
import { changesOf, makeShareLink, ShareLinkList } from './share-links.js';
import { Name, Opened } from './text.js';

interface PreviewLinks {
  readonly actions: readonly Action[];
  /** Card with the links and the form of a new one. */
  section(form: (name: string) => ComponentChild): ComponentChild;
}

/**
 * Links by which guests see an open proposal in the portal. The form lists the changed pages. Guests see these as the proposal has
 * them at that time, since a link is for a review that goes on, and nothing else of the proposal.
 */
export async function previewLinksOf(context: BrandContext, proposal: ProposalSummary): Promise<PreviewLinks> {
  const { service, slug, brand } = context;
  const { number } = proposal;
  if (!isOpen(proposal)) return { actions: [], section: () => null };
  const links = (await service.shareLinks.list(slug)).filter(({ preview }) => preview?.proposal === number);
  const { catalog } = await context.read(previewProposal, { proposal: String(number) });
  const pages = [...(catalog.proposed?.pages ?? [])].flatMap((id) => catalog.pages.get(id) ?? []);
  const make: Action = {
    name: 'preview',
    button: 'Make preview link',
    guards: ['once'],
    inputs: (inputs) => [
      inputs.input({ name: 'name', label: 'Who it is for', isRequired: true, maxLength: 100 }),
      inputs.select({ name: 'days', label: 'How long it works', options: dayOptions(previewDays, 1) }),
    ],
    text: (
      <>
        <input type="hidden" name="pages" value={pages.map(({ id }) => id).join()} />
        <p class="hint">
          {pages.length === 0
            ? 'The proposal changes no page. The link shows the portal as it is now.'
            : 'It shows these pages as they would be, also when they change later, whoever may see them:'}
        </p>
        <ul class="stack">
          {pages.map(({ id, title, visibility }) => (
            <li key={id}>
              <Name text={title} />{' '}
              <span class="tag">
                {visibility !== 'public' && <Icon name={visibility === 'hidden' ? 'eye-off' : 'lock'} />}
                {visibilityNames[visibility]}
              </span>
            </li>
          ))}
        </ul>
        {pages.length > 0 && <p class="hint">Everything else is shown as it is now.</p>}
        <p class="hint">The link is shown once, after this.</p>
      </>
    ),
    run({ by }) {
      const seen = sentField(context.form, 'pages').split(',').map(Number);
      const listed = pages.map(({ id }) => id).filter((id) => seen.includes(id));
      return makeShareLink(context, by, { internal: false, preview: { proposal: number, pages: listed } });
    },
  };
  return {
    actions: [make, ...changesOf(context, links)],
    section: (form) => (
      <section class="card pad stack decisions">
        <h2>Preview links</h2>
        {links.length > 0 && <ShareLinkList links={links} form={form} />}
        {brand.portal === 'off' ? (
          <p>Only editors read this portal, so that no link opens it.</p>
        ) : (
          <Opened summary="New preview link">{form('preview')}</Opened>
        )}
      </section>
    ),
  };
}
