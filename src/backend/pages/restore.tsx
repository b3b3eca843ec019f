import { notFound, PortalError } from '../../errors.js';
import { historyPage } from '../../operations/history.js';
import { previewReset, resetBrand } from '../../operations/reset.js';
import { commitId } from '../commit-id.js';
import { namesIn } from '../content/names.js';
import { Feed } from '../parts/feed.js';
import { Name } from '../parts/name.js';
import { Pager } from '../parts/pager.js';
import { refused } from '../parts/refusal.js';
import { Confirm, Planned, type Target } from '../parts/restore-plan.js';
import { Time } from '../parts/time.js';
import { type BrandVisit, type Reply, shownIn } from '../visit.js';

/** Changes since that a preview lists. */
const mostLost = 20;

const pageTarget = ({ params: { page = '' } }: BrandVisit): Target => {
  return { scope: { page }, base: `/pages/${page}`, name: `page ${page}` };
};
const sectionTarget = ({ params: { section = '' } }: BrandVisit): Target => {
  return { scope: { section }, base: `/language/${section}`, name: `the section ${section.replaceAll('_', ' ')}` };
};
const brandTarget = ({ slug }: BrandVisit): Target => ({ scope: {}, base: '', name: `the whole brand ${slug}` });

export const restorePageForm = (visit: BrandVisit): Promise<Reply> => preview(visit, pageTarget(visit), null);
export const restorePageNow = (visit: BrandVisit): Promise<Reply> => restore(visit, pageTarget(visit));
export const restoreSectionForm = (visit: BrandVisit): Promise<Reply> => preview(visit, sectionTarget(visit), null);
export const restoreSectionNow = (visit: BrandVisit): Promise<Reply> => restore(visit, sectionTarget(visit));
export const restoreBrandNow = (visit: BrandVisit): Promise<Reply> => restore(visit, brandTarget(visit));

/** Without a version, those that there are to choose from. */
export function restoreBrandForm(visit: BrandVisit): Promise<Reply> {
  return commitId(visit.query.to) === null ? chooseVersion(visit) : preview(visit, brandTarget(visit), null);
}

/** What was shown is what happens: another plan than the one that the form was made from is refused, and shown anew. */
async function restore(visit: BrandVisit, target: Target): Promise<Reply> {
  const { force, slug } = visit.form;
  const plan = shownIn(visit, 'plan');
  const to = await versionIn(visit);
  try {
    if (target.base === '' && slug !== visit.slug) {
      const text = `Type the name of the brand, ${visit.slug}, to confirm.`;
      throw new PortalError('invalid', text, { fields: { slug: [text] } });
    }
    const { commit } = await visit.perform(resetBrand, { body: { to, ...target.scope, plan, force: force === 'yes' } });
    return { to: visit.at(target.scope.section === undefined ? target.base : '/language', { done: commit }) };
  } catch (error) {
    if (error instanceof PortalError && (error.code === 'precondition_failed' || error.code === 'invalid')) {
      return preview(visit, target, error);
    }
    throw error;
  }
}

/** The version to go back to. @throws `not_found` for what is not in the history of the brand */
async function versionIn({ service, slug, query }: BrandVisit): Promise<string> {
  const to = commitId(query.to);
  if (to !== null && (await (await service.openBrand(slug)).past.contains(to))) return to;
  throw notFound('Version');
}

async function preview(visit: BrandVisit, target: Target, problem: PortalError | null): Promise<Reply> {
  const to = await versionIn(visit);
  const repository = await visit.service.openBrand(visit.slug);
  const { scope, base } = target;
  const isOne = base !== '';
  const plan = await visit.read(previewReset, { query: { to, ...scope, ...(isOne ? { mark: 'words' } : {}) } });
  const isNothing = plan.changes.length === 0 && plan.conflicts.length === 0;
  const { entries: lost, next } = await historyPage(repository, scope, { not: to, limit: mostLost });
  const then = (await historyPage(repository, scope, { from: to, limit: 1 })).entries[0];
  const title = `Restore ${target.name}?`;
  const body = (
    <>
      {problem !== null && (await refused(visit, problem, target))}
      <h1>{title}</h1>
      <p>
        To how it was {then === undefined ? 'then' : <Time at={then.time} />}
        {then !== undefined && (
          <>
            , after “<Name text={then.subject} />”
          </>
        )}
        .
      </p>
      {isNothing ? (
        <>
          <p class="notice">It is as in that version already: there is nothing to restore.</p>
          <a href={visit.at(scope.section === undefined ? base : '/language')}>Back</a>
        </>
      ) : (
        <>
          <h2>What changes, from now to then</h2>
          <Planned changes={plan.changes} isOne={isOne} names={namesIn((await repository.read()).catalog)} />
          <h2>What is lost</h2>
          {lost.length === 0 ? (
            <p>No change was made since.</p>
          ) : (
            <>
              <p>
                These changes since then are taken back. They stay in the history, and can be brought back from there.
              </p>
              <Feed visit={visit} entries={lost} />
              {next !== null && <p class="hint">… and earlier ones</p>}
            </>
          )}
          <p class="hint">Ids stay used, and media that were withdrawn since stay withdrawn.</p>
          <Confirm visit={visit} target={target} plan={plan} problem={problem} />
        </>
      )}
    </>
  );
  const status = problem === null ? 200 : problem.code === 'invalid' ? 422 : 412;
  return { status, title, body };
}

async function chooseVersion(visit: BrandVisit): Promise<Reply> {
  const from = commitId(visit.query.from);
  const repository = await visit.service.openBrand(visit.slug);
  const start = from === null ? {} : { from };
  const { entries, next } = await historyPage(repository, {}, { ...start, limit: 50 });
  const body = (
    <>
      <h1>Bring the whole brand back</h1>
      <p>Choose the last change that is to stay. What it would alter is shown before anything is done.</p>
      <Feed visit={visit} entries={entries} to={(commit) => visit.at('/restore', { to: commit })} />
      <Pager
        newer={from === null ? null : visit.at('/restore')}
        older={next === null ? null : visit.at('/restore', { from: next })}
        names={['Newest', 'Older']}
      />
    </>
  );
  return { title: 'Bring the whole brand back', body };
}
