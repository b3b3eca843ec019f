import type { ComponentChild } from 'preact';
import { visibilities } from '../../content/brand.js';
import type { Catalog, PageRecord } from '../../content/catalog/catalog.js';
import { siblingBefore, siblingBehind } from '../../content/navigation.js';
import { hasChildren } from '../../content/page-rules.js';
import { trashRetentionDays } from '../../content/trash.js';
import { notFound, type PortalError } from '../../lib/errors.js';
import { movePage, setVisibility } from '../../operations/arrange-pages.js';
import { comparePage } from '../../operations/compare.js';
import type { Operation } from '../../operations/engine/contract.js';
import type { Result } from '../../operations/engine/execute.js';
import { resources, versionOf } from '../../operations/engine/resource.js';
import { deletePage, updatePage } from '../../operations/pages.js';
import { blockDifferences, isChanged } from '../content/block-differences.js';
import { ChangedFields } from '../content/field-differences.js';
import { namesIn } from '../content/reference-names.js';
import {
  addressedPart,
  type BrandContext,
  type PageReply,
  type Reply,
  requiredField,
  sentField,
  unknownAction,
} from '../context.js';
import { chapterInput } from '../parts/chapter-input.js';
import { FormInputs, Guard } from '../parts/form.js';
import { trashedOrDamagedPage } from '../parts/in-trash.js';
import { outcomeQuery } from '../parts/notices.js';
import { refusalWithChanges, runForm } from '../parts/refusal.js';

/** Runs one of the forms; a refused one keeps what was sent. */
export async function changePageSettings(context: BrandContext): Promise<Reply> {
  const edit = async (): Promise<Reply> => {
    const result = await runAction(context);
    const to = context.form.action === 'delete' ? '/trash' : addressedPart(context.params).shownAt;
    return { to: context.href(to, outcomeQuery(result)) };
  };
  return runForm(context, edit, (problem) => pageSettingsForm(context, problem));
}

function runAction(context: BrandContext): Promise<Result> {
  const { form } = context;
  const version = requiredField(context, 'version');
  const write = (operation: Operation, body?: object) => context.perform(operation, { body, version });
  switch (form.action) {
    case 'rename':
      return write(updatePage, { title: form.title ?? '' });
    case 'move': {
      const parent = sentField(form, 'parent_id').trim();
      return write(movePage, { parent_id: parent === '' ? null : Number(parent) });
    }
    case 'up':
      return write(movePage, { before: Number(form.sibling) });
    case 'down':
      return write(movePage, { after: Number(form.sibling) });
    case 'visibility':
      return write(setVisibility, { visibility: form.visibility ?? '' });
    case 'delete':
      return write(deletePage);
    default:
      throw unknownAction();
  }
}

/** Page of the forms that rename, move, show, hide and delete a page. */
export async function pageSettingsForm(context: BrandContext, problem: PortalError | null = null): Promise<PageReply> {
  const snapshot = await context.snapshot();
  const { catalog } = snapshot;
  const page = catalog.pages.get(Number(context.params.page));
  const unavailable = trashedOrDamagedPage(context, catalog);
  if (unavailable !== null && problem === null) return unavailable;
  if (page === undefined) throw notFound('Page');
  const version = versionOf(snapshot, resources.page(page.id));
  const guard = (action: string): ComponentChild => (
    <Guard {...{ context, problem, version, commit: snapshot.commit, action }} />
  );
  const part = addressedPart({ page: String(page.id) });
  const body = (
    <div class="narrow">
      {await refusalWithChanges(context, problem, part, (from) => changesSince(context, from))}
      <h1>{page.title}</h1>
      {forms(context, page, catalog, guard, problem)}
      <p>
        <a href={context.href(part.base)}>Back to the page</a>
      </p>
    </div>
  );
  return { title: `${page.title}: rename, move, hide, delete`, body };
}

async function changesSince(context: BrandContext, from: string): Promise<ComponentChild> {
  const names = namesIn(await context.catalog(), context.href);
  const { fields, blocks } = await context.read(comparePage, { from });
  return (
    <>
      <ChangedFields fields={fields} view="inline" names={names} />
      {blocks.some(isChanged) && blockDifferences({ blocks, view: 'inline', names })}
    </>
  );
}

/** @param guard draws the hidden fields of the form with this action */
function forms(
  context: BrandContext,
  page: PageRecord,
  catalog: Catalog,
  guard: (action: string) => ComponentChild,
  problem: PortalError | null,
): ComponentChild {
  const previous = siblingBefore(catalog.navigation, page);
  const next = siblingBehind(catalog.navigation, page);
  const inputs = (action: string): FormInputs => new FormInputs(context, problem, action);
  return (
    <>
      <form method="post" class="card">
        <h2>Title</h2>
        {guard('rename')}
        {inputs('rename').input({
          name: 'title',
          label: 'What the page is called',
          value: page.title,
          isRequired: true,
          hint: (
            <>
              Its address, <code>{page.slug}</code>, stays.
            </>
          ),
        })}
        <button type="submit">Rename</button>
      </form>
      <section class="card">
        <h2>Place</h2>
        <form method="post">
          {guard('move')}
          {chapterInput(catalog, page, inputs('move'), String(page.parent_id ?? ''))}
          <p class="hint">It comes to the end there.</p>
          <button type="submit">Move</button>
        </form>
        <div class="actions">
          {[
            { action: 'up', label: 'One place up', sibling: previous },
            { action: 'down', label: 'One place down', sibling: next },
          ].map(({ action, label, sibling }) =>
            sibling === undefined ? null : (
              <form method="post" key={action}>
                {guard(action)}
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
        {guard('visibility')}
        <p class="hint">Websites show a page to these people alone. A program with a key can read every page.</p>
        <fieldset>
          <legend class="hidden">Visibility</legend>
          {visibilities.map((name) => (
            <label class="check" key={name}>
              <input
                type="radio"
                name="visibility"
                value={name}
                checked={(context.form.visibility ?? page.visibility) === name}
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
            {guard('delete')}
            <p>It goes to the trash, from where it can be restored for {trashRetentionDays} days.</p>
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
  hidden: 'No one: websites do not show it (hidden)',
} as const;
