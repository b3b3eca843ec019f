import type { ComponentChild } from 'preact';
import { draftDays } from '../../content/proposals/draft-end.js';
import { authorOf, isAuthor, isSameAuthor, whyNotApprover } from '../../operations/engine/proposal-access.js';
import { askedByOthers, changesAsked } from '../../operations/engine/proposal-record.js';
import { listComments } from '../../operations/proposals/comments.js';
import { comparedAtOnce, compareProposal } from '../../operations/proposals/compare.js';
import type { ProposalDetails } from '../../operations/proposals/present.js';
import { showProposal } from '../../operations/proposals/proposals.js';
import { waitingFor } from '../../operations/waiting.js';
import { reviewOf } from '../../registry/records.js';
import { toldError } from '../../words/errors.js';
import { counted, fill, words } from '../../words/words.js';
import type { WorkContext } from '../context.js';
import { ButtonLink } from '../manage/parts/button.js';
import { formsPage } from '../manage/parts/forms-page.js';
import { paginate } from '../manage/parts/list.js';
import { Crumb, Name, Opened, WrittenLines } from '../manage/parts/text.js';
import { authorText } from '../parts/avatar.js';
import { Note } from '../parts/note.js';
import { sentForReview } from '../parts/sent-for-review.js';
import { Time } from '../parts/time.js';
import { withProposed } from '../read/proposed.js';
import { orWithoutGit } from './parts/change-list.js';
import { countFindings } from './parts/findings.js';
import { previewLinksOf } from './parts/preview-links.js';
import { proposalActions, publishText } from './parts/proposal-actions.js';
import { Comments } from './parts/proposal-comments.js';
import { Decisions, Facts, Openings } from './parts/proposal-facts.js';
import { changesQuery, daysLeftFor, namedAuthor, StateTag, stageOf } from './parts/proposal-state.js';
import { proposalTitle } from './parts/proposal-title.js';
import { AllChanges, isWritable, ProposedChanges } from './parts/proposed-changes.js';
import { publishedThings } from './parts/published-things.js';
import { namesIn } from './parts/reference-names.js';

/** Page of one proposal: what it changes, what was said about it, and what the reader may do. */
export const proposalPage = formsPage(async (context) => {
  const texts = words().proposal;
  const { actor, brand, href } = context;
  const { value: proposal, version } = await context.perform(showProposal);
  const { number, title, note, state } = proposal;
  const { isApproved, isReviewed, isOpen } = stageOf(state);
  const isSentBack = changesAsked(proposal).length > 0;
  const path = `/proposals/${number}`;
  const previews = await previewLinksOf(context, proposal);
  await noteSeen(context, number);
  const part = { path: href(path), perPage: comparedAtOnce, more: texts.more };
  const { start, pager } = paginate(context, proposal.changes, part);
  const query = { start: start === 0 ? null : String(start) };
  return {
    title: proposalTitle(title),
    heading: false,
    path,
    query,
    version,
    said: { ...texts.notices, sent: sentForReview(proposal.reviews) },
    actions: [...proposalActions(context, proposal), ...previews.actions],
    async sections(form) {
      const live = context;
      const portal = isOpen ? await withProposed(live, number) : live;
      const left = daysLeftFor(proposal, actor.id, context.service.clock());
      const comments = await context.read(listComments);
      const compared = await context.read(compareProposal, { start: String(start) });
      const refusal = whyNotApprover(proposal, authorOf(actor), reviewOf(brand), actor);
      const problem = refusal && toldError(refusal).message;
      // Findings in changes that are not shown are found when they are published.
      const pages = compared.filter(({ kind }) => kind === 'page');
      const isBarred = !brand.findings_allowed && countFindings(pages)?.after !== 0;
      const isOverAsked = !isApproved && askedByOthers(proposal, authorOf(actor)).length > 0;
      const isSending = context.query.send !== undefined || context.form.action === 'send';
      const published = await publishedIn(context, proposal);
      const canPublish = isApproved || (state === 'open' && problem === null);
      const isWriter = isOpen && isSameAuthor(proposal.author, authorOf(actor));
      const editHref = (page: string): string => `${href(`/-/page/${page}`, { draft: String(number) })}#edit`;
      const [page, ...otherPages] = proposal.changes.filter(isWritable);
      const isOfOnePage = page !== undefined && otherPages.length === 0;
      const forms = { path: href(path, query), person: context.principal.person.id, version: version ?? '', isOpen };
      return (
        <>
          <Crumb up={[href('/proposals'), words().places.proposals]}>{number}</Crumb>
          <div class="head">
            <h1>
              <Name text={proposalTitle(title)} />
            </h1>
            <div class="actions">
              {canPublish &&
                proposal.conflicts === 0 &&
                !isBarred &&
                (isOverAsked ? (
                  <Opened summary={publishText(proposal)} look="go">
                    {form('publish')}
                  </Opened>
                ) : (
                  form('publish')
                ))}
              {state === 'draft' && isWriter && isOfOnePage && (
                <ButtonLink to={editHref(String(page.id))} text={words().common.editPage} />
              )}
              {state === 'draft' && (
                <Opened summary={words().common.sendForReview} {...(isWriter && { look: 'go' })} isOpen={isSending}>
                  {form('send')}
                </Opened>
              )}
            </div>
          </div>
          <p class="row wrap gap12">
            <StateTag {...proposal} isSentBack={isSentBack} />
            <span class="dim">
              <AuthorLink context={context} proposal={proposal} />, <Time at={proposal.created_at} />
            </span>
          </p>
          {isOpen && <Openings opens={proposal.opens} pageHref={(page) => href(`/-/page/${page}`)} />}
          {left !== null && (
            <Note kind="warn">
              {left === 0
                ? fill(texts.untouchedToday, { days: draftDays })
                : counted(texts.untouched, left, { days: draftDays - left })}
            </Note>
          )}
          <div class="cols">
            <div>
              {note !== '' && <WrittenLines text={note} />}
              {published ?? (
                <>
                  <AllChanges changes={proposal.changes} start={start} path={href(path)} />
                  <ProposedChanges
                    {...forms}
                    changes={compared}
                    comments={comments}
                    author={namedAuthor(proposal.author)}
                    names={(page) => namesIn(portal, page)}
                    mayDecline={isReviewed}
                    sent={context.form}
                    editHref={isWriter ? editHref : null}
                  />
                </>
              )}
              {pager}
            </div>
            <aside class="stack">
              <Facts proposal={proposal} compared={compared} href={href} isBarred={isBarred} />
              <Decisions
                form={form}
                proposal={proposal}
                problem={problem}
                isOwn={isAuthor(proposal, actor)}
                isBarred={isBarred}
              />
              {previews.section(form)}
              <section class="card pad stack">
                <h2>{texts.comments}</h2>
                <Comments {...forms} comments={comments} />
                {form('comment')}
              </section>
            </aside>
          </div>
        </>
      );
    },
  };
});

/** Notes that the person has seen what waits in a proposal. */
async function noteSeen({ read, service, slug, principal }: WorkContext, number: number): Promise<void> {
  const rows = await read(waitingFor, { down_to: 'asked' }).catch(() => []);
  const keys = rows
    .filter(({ href }) => /^\/proposals\/(\d+)/.exec(href)?.[1] === String(number))
    .map(({ key }) => key);
  service.seen.note(principal.person.id, slug, keys);
}

/** Content of the newest merge of a published proposal. */
async function publishedIn(context: WorkContext, { state, merged }: ProposalDetails) {
  const commit = merged.at(-1)?.commit;
  if (state !== 'merged' || commit === undefined) return null;
  return orWithoutGit<ComponentChild>(publishedThings(context, commit), () => null);
}

interface AuthorLinkProps {
  readonly context: WorkContext;
  readonly proposal: ProposalDetails;
}

/** Author of a proposal. An agent or a program has a link to its changes. */
function AuthorLink({ context, proposal: { author } }: AuthorLinkProps) {
  const name = <bdi>{authorText(author)}</bdi>;
  const query = changesQuery(author);
  if (query === null) return name;
  return (
    <a href={context.href('/changes', query)} title={words().proposal.ofAuthor}>
      {name}
    </a>
  );
}
