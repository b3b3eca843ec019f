import type { ComponentChild } from 'preact';
import { draftDays } from '../../content/proposals/draft-end.js';
import { authorOf, isAuthor, isSameAuthor, whyNotApprover } from '../../operations/engine/proposal-access.js';
import { listComments } from '../../operations/proposals/comments.js';
import { comparedAtOnce, compareProposal } from '../../operations/proposals/compare.js';
import type { ProposalDetails } from '../../operations/proposals/present.js';
import { showProposal } from '../../operations/proposals/proposals.js';
import { authorText } from '../../portal/parts/avatar.js';
import { withProposed } from '../../portal/proposed.js';
import { reviewOf } from '../../registry/records.js';
import { namesIn } from '../content/reference-names.js';
import type { BrandContext } from '../context.js';
import { orWithoutGit } from '../parts/change-list.js';
import { readableTitle } from '../parts/change-subject.js';
import { countFindings } from '../parts/findings.js';
import { formsPage } from '../parts/forms-page.js';
import { paginate } from '../parts/list.js';
import { Note } from '../parts/note.js';
import { previewLinksOf } from '../parts/preview-links.js';
import { proposalActions, proposalNotices } from '../parts/proposal-actions.js';
import { Comments } from '../parts/proposal-comments.js';
import { Decisions, Facts } from '../parts/proposal-facts.js';
import { changesQuery, daysLeftFor, inDays, namedAuthor, StateTag, stageOf } from '../parts/proposal-state.js';
import { AllChanges, ProposedChanges } from '../parts/proposed-changes.js';
import { publishedThings } from '../parts/published-things.js';
import { Crumb, Name, Time } from '../parts/text.js';

/** Page of one proposal: what it changes, what was said about it, and what the reader may do. */
export const proposalPage = formsPage(async (context) => {
  const { actor, brand, href } = context;
  const { value: proposal, version } = await context.perform(showProposal);
  const { number, title, note, state } = proposal;
  const { isApproved, isReviewed, isOpen } = stageOf(state);
  const path = `/proposals/${number}`;
  const previews = await previewLinksOf(context, proposal);
  const part = { path: href(path), perPage: comparedAtOnce, more: 'More changes' };
  const { start, pager } = paginate(context, proposal.changes, part);
  const query = { start: start === 0 ? null : String(start) };
  return {
    title: readableTitle(title),
    heading: false,
    path,
    query,
    version,
    said: proposalNotices,
    actions: [...proposalActions(context, proposal), ...previews.actions],
    async sections(form) {
      const live = await context.portal();
      const portal = isOpen ? await withProposed(live, number) : live;
      const left = daysLeftFor(proposal, actor.id, context.service.clock());
      const comments = await context.read(listComments);
      const compared = await context.read(compareProposal, { start: String(start) });
      const problem = whyNotApprover(proposal, authorOf(actor), reviewOf(brand), actor)?.message ?? null;
      // Findings in changes that are not shown are found when they are published.
      const isBarred = !brand.findings_allowed && countFindings(compared)?.after !== 0;
      const published = await publishedIn(context, proposal);
      const canPublish = isApproved || (state === 'open' && problem === null);
      const editHref = (page: string): string => `${href(`/-/page/${page}`, { draft: String(number) })}#edit`;
      const forms = { path: href(path, query), person: context.principal.person.id, version: version ?? '', isOpen };
      return (
        <>
          <Crumb up={[href('/proposals'), 'Proposals']}>{number}</Crumb>
          <div class="head">
            <h1>
              <Name text={readableTitle(title)} />
            </h1>
            <div class="actions">
              {canPublish && proposal.conflicts === 0 && !isBarred && form('publish')}
              {state === 'draft' && form('send')}
            </div>
          </div>
          <p class="row wrap gap12">
            <StateTag {...proposal} />
            <span class="dim">
              <AuthorLink context={context} proposal={proposal} />, <Time at={proposal.updated_at} />
            </span>
          </p>
          {left !== null && (
            <Note kind="warn">
              This draft was not changed for {draftDays - left} days. It is withdrawn {inDays(left)}, unless it changes
              before.
            </Note>
          )}
          <div class="cols">
            <div>
              {note !== '' && (
                <p class="lines">
                  <Name text={note} />
                </p>
              )}
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
                    editHref={isOpen && isSameAuthor(proposal.author, authorOf(actor)) ? editHref : null}
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
                <h2>Comments</h2>
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

/** Content of the newest merge of a published proposal. */
async function publishedIn(context: BrandContext, { state, merged }: ProposalDetails) {
  const commit = merged.at(-1)?.commit;
  if (state !== 'merged' || commit === undefined) return null;
  return orWithoutGit<ComponentChild>(publishedThings(context, commit), () => null);
}

interface AuthorLinkProps {
  readonly context: BrandContext;
  readonly proposal: ProposalDetails;
}

/** Author of a proposal. An agent or a program has a link to its changes. */
function AuthorLink({ context, proposal: { author } }: AuthorLinkProps) {
  const name = <bdi>{authorText(author)}</bdi>;
  const query = changesQuery(author);
  if (query === null) return name;
  return (
    <a href={context.href('/changes', query)} title="Changes of this author">
      {name}
    </a>
  );
}
