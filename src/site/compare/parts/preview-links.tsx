import type { ComponentChild } from 'preact';
import { isOpen } from '../../../operations/engine/proposal-record.js';
import type { ProposalSummary } from '../../../operations/proposals/present.js';
import { previewProposal } from '../../../operations/proposals/preview.js';
import { previewDays } from '../../../registry/share-links.js';
import { words } from '../../../words/words.js';
import type { WorkContext } from '../../context.js';
import { sentField } from '../../form-fields.js';
import { dayOptions } from '../../manage/parts/form.js';
import type { Action } from '../../manage/parts/forms-page.js';
import { changesOf, makeShareLink, ShareLinkList } from '../../manage/parts/share-links.js';
import { Name, Opened } from '../../manage/parts/text.js';
import { Icon } from '../../parts/icon.js';

interface PreviewLinks {
  readonly actions: readonly Action[];
  /** Card with the links and the form of a new one. */
  section(form: (name: string) => ComponentChild): ComponentChild;
}

/**
 * Links by which guests see an open proposal in the portal. The form lists the changed pages. Guests see these as the proposal has
 * them at that time, since a link is for a review that goes on, and nothing else of the proposal.
 */
export async function previewLinksOf(context: WorkContext, proposal: ProposalSummary): Promise<PreviewLinks> {
  const { service, slug, brand } = context;
  const { number } = proposal;
  const texts = words().readers;
  if (!isOpen(proposal)) return { actions: [], section: () => null };
  const links = (await service.shareLinks.list(slug)).filter(({ preview }) => preview?.proposal === number);
  const { catalog } = await context.read(previewProposal, { proposal: String(number) });
  const pages = [...(catalog.proposed?.pages ?? [])].flatMap((id) => catalog.pages.get(id) ?? []);
  const make: Action = {
    name: 'preview',
    button: texts.makePreview,
    guards: ['once'],
    inputs: (inputs) => [
      inputs.input({ name: 'name', label: texts.forWhom, isRequired: true, maxLength: 100 }),
      inputs.select({ name: 'days', label: words().keys.howLong, options: dayOptions(previewDays, 1) }),
    ],
    text: (
      <>
        <input type="hidden" name="pages" value={pages.map(({ id }) => id).join()} />
        <p class="hint">{pages.length === 0 ? texts.previewsNoPage : texts.previewsPages}</p>
        <ul class="stack">
          {pages.map(({ id, title, visibility }) => (
            <li key={id}>
              <Name text={title} />{' '}
              <span class="tag">
                {visibility !== 'public' && <Icon name={visibility === 'hidden' ? 'eye-off' : 'lock'} />}
                {words().common.visibility[visibility]}
              </span>
            </li>
          ))}
        </ul>
        {pages.length > 0 && <p class="hint">{texts.elseAsNow}</p>}
        <p class="hint">{texts.shownOnce}</p>
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
        <h2>{texts.previewLinks}</h2>
        {links.length > 0 && <ShareLinkList links={links} form={form} />}
        {brand.portal === 'off' ? (
          <p>{texts.noLinkOpens}</p>
        ) : (
          <Opened summary={texts.newPreview}>{form('preview')}</Opened>
        )}
      </section>
    ),
  };
}
