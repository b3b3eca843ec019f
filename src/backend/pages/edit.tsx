import type { ComponentChild } from 'preact';
import { visibilities } from '../../content/brand.js';
import { type Catalog, type PageRecord, pagesInOrder } from '../../content/catalog/catalog.js';
import { siblingBefore, siblingBehind } from '../../content/navigation.js';
import { hasChildren } from '../../content/page-rules.js';
import { PortalError } from '../../errors.js';
import { movePage, setVisibility } from '../../operations/arrange-pages.js';
import type { Result } from '../../operations/execute.js';
import { deletePage, updatePage } from '../../operations/pages.js';
import { resources, versionOf } from '../../operations/resource.js';
import { inTrash } from '../parts/in-trash.js';
import { refused, Seen, wrong } from '../parts/refusal.js';
import { type BrandVisit, type Fields, type Reply, shownIn } from '../visit.js';

/** Chapters to choose from in a list; of more, one is named by its number. */
const mostChapters = 300;

/** What can be changed about a page: a form for each. */
export function editForm(visit: BrandVisit): Promise<Reply> {
  return draw(visit, null);
}

/** Does what one of the forms says. What was sent is kept when it is refused. */
export async function editPage(visit: BrandVisit): Promise<Reply> {
  const { page: id = '' } = visit.params;
  try {
    const { commit } = await act(visit, visit.form);
    const isGone = visit.form.action === 'delete';
    return { to: visit.at(isGone ? '/trash' : `/pages/${id}`, { done: commit }) };
  } catch (error) {
    if (error instanceof PortalError && (error.code === 'precondition_failed' || error.code === 'invalid')) {
      return draw(visit, error);
    }
    throw error;
  }
}

function act(visit: BrandVisit, form: Fields): Promise<Result> {
  const { page = '' } = visit.params;
  const version = shownIn(visit, 'version');
  const params = { page };
  switch (form.action) {
    case 'rename':
      return visit.perform(updatePage, { params, body: { title: form.title ?? '' } }, version);
    case 'move': {
      const parent = (form.parent ?? '').trim();
      const parent_id = parent === '' ? null : Number(parent);
      return visit.perform(movePage, { params, body: { parent_id } }, version);
    }
    case 'up':
      return visit.perform(movePage, { params, body: { before: Number(form.sibling) } }, version);
    case 'down':
      return visit.perform(movePage, { params, body: { after: Number(form.sibling) } }, version);
    case 'visibility':
      return visit.perform(setVisibility, { params, body: { visibility: form.visibility ?? '' } }, version);
    case 'delete':
      return visit.perform(deletePage, { params }, version);
    default:
      throw new PortalError('bad_request', 'The form does not say what to do.');
  }
}

async function draw(visit: BrandVisit, problem: PortalError | null): Promise<Reply> {
  const snapshot = await (await visit.service.openBrand(visit.slug)).read();
  const { catalog } = snapshot;
  const page = catalog.pages.get(Number(visit.params.page));
  const gone = inTrash(visit, catalog);
  if (gone !== null) return gone;
  if (page === undefined) throw new PortalError('not_found', 'Page not found.');
  const version = versionOf(snapshot, resources.page(page.id));
  const own = { scope: { page: String(page.id) }, base: `/pages/${page.id}`, isDrawn: true } as const;
  const body = (
    <div class="narrow">
      {problem !== null && (await refused(visit, problem, own))}
      <h1>{page.title}</h1>
      <Forms visit={visit} page={page} catalog={catalog} version={version} commit={snapshot.commit} problem={problem} />
      <p>
        <a href={visit.at(`/pages/${page.id}`)}>Back to the page</a>
      </p>
    </div>
  );
  const status = problem === null ? 200 : problem.code === 'invalid' ? 422 : 412;
  return { status, title: `${page.title}: rename, move, hide, delete`, body };
}

interface Props {
  readonly visit: BrandVisit;
  readonly page: PageRecord;
  readonly catalog: Catalog;
  readonly version: string;
  readonly commit: string | null;
  readonly problem: PortalError | null;
}

function Forms({ visit, page, catalog, version, commit, problem }: Props): ComponentChild {
  const { form: sent } = visit;
  const before = siblingBefore(catalog.navigation, page);
  const behind = siblingBehind(catalog.navigation, page);
  const [title, parent] = [wrong(problem, 'title'), wrong(problem, 'parent_id')];
  const hidden = (action: string): ComponentChild => (
    <>
      <input type="hidden" name="version" value={version} />
      <Seen commit={commit} />
      <input type="hidden" name="action" value={action} />
    </>
  );
  return (
    <>
      <form method="post" class="card">
        <h2>Title</h2>
        {hidden('rename')}
        <label for="title">What the page is called</label>
        <input id="title" name="title" required maxLength={255} value={sent.title ?? page.title} {...title.props} />
        {title.text}
        <p class="hint">
          Its address, <code>{page.slug}</code>, stays.
        </p>
        <button type="submit">Rename</button>
      </form>
      <section class="card">
        <h2>Place</h2>
        <form method="post">
          {hidden('move')}
          <Chapters
            catalog={catalog}
            page={page}
            chosen={sent.parent ?? String(page.parent_id ?? '')}
            props={parent.props}
          />
          {parent.text}
          <p class="hint">It comes to the end there.</p>
          <button type="submit">Move</button>
        </form>
        <div class="actions">
          {[
            { action: 'up', label: 'One place up', sibling: before },
            { action: 'down', label: 'One place down', sibling: behind },
          ].map(({ action, label, sibling }) =>
            sibling === undefined ? null : (
              <form method="post" key={action}>
                {hidden(action)}
                <input type="hidden" name="sibling" value={sibling.id} />
                <button type="submit" class="quiet">
                  {label}
                </button>
              </form>
            ),
          )}
        </div>
      </section>
      <form method="post" class="card">
        <h2>Who it is meant for</h2>
        {hidden('visibility')}
        <p class="hint">The website decides by it what it shows. Every key can read the page.</p>
        <fieldset>
          <legend class="hidden">Visibility</legend>
          {visibilities.map((name) => (
            <label class="check" key={name}>
              <input
                type="radio"
                name="visibility"
                value={name}
                checked={(sent.visibility ?? page.visibility) === name}
              />
              {visibilityNames[name]}
            </label>
          ))}
        </fieldset>
        <button type="submit">Set</button>
      </form>
      <form method="post" class="card">
        <h2>Delete</h2>
        {hasChildren(catalog, page.id) ? (
          <p>This chapter has pages. Move or delete them first.</p>
        ) : (
          <>
            {hidden('delete')}
            <p>It goes to the trash, from where it can be restored for 30 days.</p>
            <button type="submit">Move to the trash</button>
          </>
        )}
      </form>
    </>
  );
}

const visibilityNames = {
  public: 'Everyone (public)',
  internal: 'People of the brand (internal)',
  hidden: 'No reader (hidden)',
} as const;

interface ChaptersProps {
  readonly catalog: Catalog;
  readonly page: PageRecord;
  readonly chosen: string;
  readonly props: ReturnType<typeof wrong>['props'];
}

function Chapters({ catalog, page, chosen, props }: ChaptersProps): ComponentChild {
  const chapters = pagesInOrder(catalog).filter(({ type, id }) => type === 'container' && id !== page.id);
  if (chapters.length > mostChapters) {
    return (
      <>
        <label for="parent">Number of the chapter; empty for the top level</label>
        <input id="parent" name="parent" inputMode="numeric" pattern="[0-9]*" value={chosen} {...props} />
      </>
    );
  }
  return (
    <>
      <label for="parent">Chapter</label>
      <select id="parent" name="parent" {...props}>
        <option value="">The top level</option>
        {chapters.map(({ id, title }) => (
          <option key={id} value={id} selected={String(id) === chosen}>
            {title}
          </option>
        ))}
      </select>
    </>
  );
}
