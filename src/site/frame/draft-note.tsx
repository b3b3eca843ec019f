import type { PageRecord } from '../../content/catalog/catalog.js';
import { type PageReview, showPageReview } from '../../operations/proposals/of-page.js';
import { showProposal } from '../../operations/proposals/proposals.js';
import type { PortalContext } from '../context.js';
import { proposalStates } from '../labels.js';
import { mayEdit, workspaceHref } from './bar.js';
import { Icon } from './icon.js';
import { Time } from './time.js';

type PageProposal = PageReview['proposals'][number];

/** The reader's own open proposals that change a page, the newest first. */
export async function ownProposals(context: PortalContext, { id }: PageRecord): Promise<readonly PageProposal[]> {
  if (context.person === null || !mayEdit(context)) return [];
  // The page is shown even if the proposals cannot be read.
  const review = await context.perform(showPageReview, { params: { page: String(id) } }).catch(() => null);
  return review?.value.proposals.filter(({ isOwn }) => isOwn) ?? [];
}

interface DraftNoteProps {
  readonly context: PortalContext;
  readonly page: PageRecord;
  /** The reader's own, the newest first. */
  readonly proposals: readonly PageProposal[];
  /** The one that the page shows; `undefined` for the page itself. */
  readonly previewed: PageProposal | undefined;
  /** As of `HtmlReply`. */
  readonly onlyIn: number | undefined;
}

/** Note for the author of a draft of the page, or of changes of it that are in review. */
export function DraftNote({ context, page, proposals, previewed, onlyIn }: DraftNoteProps) {
  const drafts = proposals.filter(({ state }) => state === 'draft');
  const draft = previewed ?? drafts[0];
  const sent = proposals.filter((proposal) => proposal.state !== 'draft' && proposal !== draft);
  if (draft === undefined && sent.length === 0) return null;
  const here = context.pageHref(page.slug);
  const others = drafts.filter((other) => other !== draft);
  return (
    <div class="note draft-note" role="note" aria-label="Your changes of this page">
      <Icon name="file-text" />
      <div class="grow">
        {draft !== undefined && (
          <p>
            <b>
              {previewed === undefined || onlyIn !== undefined ? 'Your draft' : 'Preview of your draft'} from{' '}
              <Time at={draft.updated_at} form="recent" />
            </b>
            {others.map(({ number, updated_at }, index) => (
              <>
                {index === 0 ? ' · Others: ' : ', '}
                <a href={`${here}?draft=${number}`}>
                  <Time at={updated_at} form="recent" />
                </a>
              </>
            ))}
          </p>
        )}
        {sent.map(({ number, state, updated_at }) => (
          <p>
            <b>{proposalStates[state]}</b>, from <Time at={updated_at} form="recent" /> ·{' '}
            <a href={workspaceHref(context, `/proposals/${number}`)}>See it</a>
          </p>
        ))}
      </div>
      {draft !== undefined && (
        <div class="draft-acts">
          <a
            class="btn sm"
            href={draft === (previewed ?? proposals[0]) ? '#edit' : `${here}?draft=${draft.number}#edit`}
          >
            Go on
          </a>
          {onlyIn === undefined && previewed === undefined && (
            <a class="btn sm quiet" href={`${here}?draft=${draft.number}`}>
              Preview
            </a>
          )}
          {onlyIn === undefined && previewed !== undefined && (
            <a class="btn sm quiet" href={here}>
              Close the preview
            </a>
          )}
          {draft.isOfPageOnly && onlyIn === undefined ? (
            <ProposalForm context={context} page={page} number={draft.number} action="discard" text="Discard" />
          ) : (
            <a class="btn sm quiet" href={workspaceHref(context, `/proposals/${draft.number}`)}>
              See all of it
            </a>
          )}
        </div>
      )}
    </div>
  );
}

/** Note that the draft which the address names was discarded, with *Undo*; `null` unless it was. */
export async function discardedNote(context: PortalContext, page: PageRecord) {
  const { person, query, perform } = context;
  const { discarded = '' } = query;
  if (person === null || !mayEdit(context) || !/^\d{1,9}$/.test(discarded)) return null;
  const found = await perform(showProposal, { params: { proposal: discarded } }).catch(() => null);
  if (found?.value.state !== 'withdrawn' || found.value.author.id !== person.id) return null;
  return (
    <div class="note ok draft-note" role="status">
      <Icon name="circle-check" />
      <p class="grow">Draft discarded.</p>
      <ProposalForm context={context} page={page} number={found.value.number} action="undiscard" text="Undo" />
    </div>
  );
}

interface ProposalFormProps extends Pick<DraftNoteProps, 'context' | 'page'> {
  readonly number: number;
  /** Name of the action of the page of the proposal. It leads back here. */
  readonly action: string;
  readonly text: string;
}

function ProposalForm({ context, page, number, action, text }: ProposalFormProps) {
  return (
    <form method="post" action={workspaceHref(context, `/proposals/${number}`)}>
      <input type="hidden" name="as" value={context.person?.id} />
      <input type="hidden" name="action" value={action} />
      <input type="hidden" name="page" value={page.id} />
      <button type="submit" class="btn sm quiet">
        {text}
      </button>
    </form>
  );
}
