import type { PageRecord } from '../../content/catalog/page-record.js';
import { shortened } from '../../lib/shortened.js';
import {
  type DraftedPage,
  listDraftedPages,
  type PageReview,
  showPageReview,
} from '../../operations/proposals/of-page.js';
import { showProposal } from '../../operations/proposals/proposals.js';
import { Filled } from '../../words/filled.js';
import { words } from '../../words/words.js';
import type { BrandContext } from '../context.js';
import { authorText } from '../parts/avatar.js';
import { Icon } from '../parts/icon.js';
import { Time } from '../parts/time.js';
import { mayEdit } from './bar.js';
import { leftMedia } from './left-media.js';

type PageProposal = PageReview['proposals'][number];

/** The reader's own open proposals that change a page, the newest first. */
export async function ownProposals(context: BrandContext, { id }: PageRecord): Promise<readonly PageProposal[]> {
  if (context.person === null || !mayEdit(context)) return [];
  // The page is shown even if the proposals cannot be read.
  const review = await context.perform(showPageReview, { params: { page: String(id) } }).catch(() => null);
  return review?.value.proposals.filter(({ isOwn }) => isOwn) ?? [];
}

/** Pages in the reader's own drafts, the newest draft first. */
export async function draftedPages(context: BrandContext): Promise<readonly DraftedPage[]> {
  if (context.person === null || !mayEdit(context)) return [];
  const drafted = await context.perform(listDraftedPages).catch(() => null);
  return drafted?.value ?? [];
}

/** Address of a page in its draft. */
export const draftHref = ({ href }: BrandContext, { id, draft }: DraftedPage): string =>
  href(`/-/page/${id}`, { draft: String(draft) });

interface DraftNoteProps {
  readonly context: BrandContext;
  readonly page: PageRecord;
  /** The reader's own, the newest first. */
  readonly proposals: readonly PageProposal[];
  /** The one that the page shows; `undefined` for the page itself. */
  readonly previewed: PageProposal | undefined;
  /** As of `PageReply`. */
  readonly onlyIn: number | undefined;
}

/** Note for the author of a draft of the page, or of changes of it that are in review. */
export function DraftNote({ context, page, proposals, previewed, onlyIn }: DraftNoteProps) {
  const { common } = words();
  const texts = words().reading.draft;
  const drafts = proposals.filter(({ state }) => state === 'draft');
  const draft = previewed ?? drafts[0];
  const [newest, ...olderSent] = proposals.filter((proposal) => proposal.state !== 'draft' && proposal !== draft);
  if (draft === undefined && newest === undefined) return null;
  const here = context.pageHref(page.slug);
  const proposalHref = (number: number): string => context.href(`/proposals/${number}`);
  const others = drafts.filter((other) => other !== draft);
  return (
    <div class="note draft-note" role="note" aria-label={texts.yours}>
      <Icon name="file-text" />
      <div class="grow">
        {draft !== undefined && (
          <p>
            <b>
              <Filled
                text={previewed === undefined || onlyIn !== undefined ? texts.draftFrom : texts.previewFrom}
                values={{ time: <Time at={draft.updated_at} form="recent" /> }}
              />
            </b>
            <Others proposals={others} hrefOf={(number) => `${here}?draft=${number}`} />
          </p>
        )}
        {draft?.asked && (
          <p class="asked">
            <b>
              <Filled text={texts.asksForChanges} values={{ name: <bdi>{authorText(draft.asked.by)}</bdi> }} />
            </b>
            : <bdi>{shortened(draft.asked.note, 600)}</bdi> · <a href={proposalHref(draft.number)}>{common.seeIt}</a>
          </p>
        )}
        {newest !== undefined && (
          <p>
            <Filled
              text={newest.state === 'open' && newest.reviewers.length > 0 ? texts.stateBy : texts.stateFrom}
              values={{
                names: <bdi>{newest.reviewers.join(', ')}</bdi>,
                state: <b>{common.proposalStates[newest.state]}</b>,
                time: <Time at={newest.updated_at} form="recent" />,
              }}
            />{' '}
            · <a href={proposalHref(newest.number)}>{common.seeIt}</a>
            <Others proposals={olderSent} hrefOf={proposalHref} />
          </p>
        )}
      </div>
      {draft !== undefined && (
        <div class="draft-acts">
          <a
            class="btn sm"
            href={draft === (previewed ?? proposals[0]) ? '#edit' : `${here}?draft=${draft.number}#edit`}
          >
            {common.goOn}
          </a>
          {onlyIn === undefined && previewed === undefined && (
            <a class="btn sm quiet" href={`${here}?draft=${draft.number}`}>
              {common.preview}
            </a>
          )}
          {onlyIn === undefined && previewed !== undefined && (
            <a class="btn sm quiet" href={here}>
              {texts.closePreview}
            </a>
          )}
          {draft.isOfPageOnly && onlyIn === undefined ? (
            <ProposalForm context={context} page={page} number={draft.number} action="discard" text={common.discard} />
          ) : (
            <a class="btn sm quiet" href={context.href(`/proposals/${draft.number}`)}>
              {texts.seeAll}
            </a>
          )}
        </div>
      )}
    </div>
  );
}

interface OthersProps extends Pick<DraftNoteProps, 'proposals'> {
  hrefOf(number: number): string;
}

/** Links to further proposals, by their times. */
function Others({ proposals, hrefOf }: OthersProps) {
  if (proposals.length === 0) return null;
  const drafts = proposals.map(({ number, updated_at }, index) => (
    <>
      {index > 0 && ', '}
      <a href={hrefOf(number)}>
        <Time at={updated_at} form="recent" />
      </a>
    </>
  ));
  return (
    <>
      {' · '}
      <Filled text={words().reading.draft.others} values={{ drafts }} />
    </>
  );
}

/** Note that the draft which the address names was discarded, with *Undo*; `null` unless it was. */
export async function discardedNote(context: BrandContext, page: PageRecord) {
  const { person, query, perform } = context;
  const { discarded = '' } = query;
  if (person === null || !mayEdit(context) || !/^\d{1,9}$/.test(discarded)) return null;
  const found = await perform(showProposal, { params: { proposal: discarded } }).catch(() => null);
  if (found?.value.state !== 'withdrawn' || found.value.author.id !== person.id) return null;
  return (
    <div class="note ok draft-note" role="status">
      <Icon name="circle-check" />
      <p class="grow">{words().reading.draft.discarded}</p>
      {await leftMedia(context, page.id, found.value).catch(() => null)}
      <ProposalForm
        context={context}
        page={page}
        number={found.value.number}
        action="undiscard"
        text={words().common.undo}
      />
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
    <form method="post" action={context.href(`/proposals/${number}`)}>
      <input type="hidden" name="as" value={context.person?.id} />
      <input type="hidden" name="action" value={action} />
      <input type="hidden" name="page" value={page.id} />
      <button type="submit" class="btn sm quiet">
        {text}
      </button>
    </form>
  );
}
