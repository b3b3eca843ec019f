import type { ComponentChild } from 'preact';
import type { Catalog } from '../../content/catalog/catalog.js';
import { isChanged } from '../../content/diff/page-diff.js';
import { siblingAfter, siblingBefore } from '../../content/navigation.js';
import { hasChildren } from '../../content/page-rules.js';
import { trashRetentionDays } from '../../content/trash.js';
import { notFound } from '../../lib/errors.js';
import { movePage, setVisibility } from '../../operations/arrange-pages.js';
import { comparePage } from '../../operations/compare.js';
import type { Operation } from '../../operations/engine/contract.js';
import { resources, versionOf } from '../../operations/engine/resource.js';
import { deletePage, updatePage } from '../../operations/pages.js';
import { blockDifferences } from '../content/block-differences.js';
import { ChangedFields } from '../content/field-differences.js';
import { namesIn } from '../content/reference-names.js';
import { addressedPart, type BrandContext, type PageReply, sentField } from '../context.js';
import { ButtonLink } from '../parts/button.js';
import { chapterInput, parentIn } from '../parts/chapter-input.js';
import { damagedPage } from '../parts/damaged.js';
import { type Action, formsPage } from '../parts/forms-page.js';
import { fieldsOf } from '../parts/record-form.js';
import { LinkLine, Name, Time } from '../parts/text.js';

/** Page of the forms that rename, move, show, hide and delete a page. */
export const pageSettings = formsPage(async (context, isSent) => {
  const snapshot = await context.snapshot();
  const { catalog, commit } = snapshot;
  const unavailable = isSent ? null : trashedOrDamagedPage(context, catalog);
  if (unavailable !== null) return unavailable;
  const page = catalog.pages.get(Number(context.params.page));
  if (page === undefined) throw notFound('Page');
  const part = addressedPart({ page: String(page.id) });
  const write = (operation: Operation, bodyOf?: () => object): Pick<Action, 'writes' | 'run'> => ({
    writes: operation,
    run: ({ guard }) => context.perform(operation, { ...guard, body: bodyOf?.() }),
  });
  const moveByOne = (
    name: string,
    button: string,
    member: 'before' | 'after',
    sibling: { readonly id: number } | undefined,
  ): Action => ({
    name,
    button,
    look: 'plain',
    to: part.shownAt,
    inputs: () => sibling && <input type="hidden" name="sibling" value={sibling.id} />,
    ...write(movePage, () => ({ [member]: Number(sentField(context.form, 'sibling')) })),
  });
  const previous = siblingBefore(catalog.navigation, page);
  const next = siblingAfter(catalog.navigation, page);
  const addressHint = (
    <>
      The address, <code>{page.slug}</code>, stays the same.
    </>
  );
  return {
    title: `Page settings: ${page.title}`,
    heading: page.title,
    path: `/pages/${page.id}/edit`,
    version: versionOf(snapshot, resources.page(page.id)),
    commit,
    part,
    isNarrow: true,
    difference: (from) => changesSince(context, from),
    actions: [
      {
        name: 'rename',
        title: 'Title',
        button: 'Rename page',
        to: part.shownAt,
        record: page,
        fields: fieldsOf(updatePage, 'page').map((field) => ({ ...field, hint: addressHint })),
        ...write(updatePage, () => ({ title: sentField(context.form, 'title') })),
      },
      {
        name: 'move',
        button: 'Move page',
        to: part.shownAt,
        inputs: (inputs) => chapterInput(catalog, page, inputs, String(page.parent_id ?? '')),
        text: <p class="hint">The page is added at the end of the chapter.</p>,
        ...write(movePage, () => ({ parent_id: parentIn(context) })),
      },
      moveByOne('up', 'One place up', 'before', previous),
      moveByOne('down', 'One place down', 'after', next),
      {
        name: 'visibility',
        title: 'Who the page is for',
        button: 'Save',
        to: part.shownAt,
        record: page,
        fields: fieldsOf(setVisibility, 'page'),
        text: <p class="hint">Websites show a page to these people only. A program with a key can read every page.</p>,
        ...write(setVisibility, () => ({ visibility: sentField(context.form, 'visibility') })),
      },
      {
        name: 'delete',
        title: 'Delete',
        button: 'Move to the trash',
        look: 'bad',
        to: '/trash',
        text: <p>The page can be restored from the trash for {trashRetentionDays} days.</p>,
        ...write(deletePage),
      },
    ],
    sections: (form) => (
      <>
        {form('rename')}
        <section class="card pad">
          <h2>Place</h2>
          {form('move')}
          <div class="actions">
            {previous && form('up')}
            {next && form('down')}
          </div>
        </section>
        {form('visibility')}
        {hasChildren(catalog, page.id) ? (
          <section class="card pad">
            <h2>Delete</h2>
            <p>This chapter has pages. Move or delete them first.</p>
          </section>
        ) : (
          form('delete')
        )}
        <LinkLine to={context.href(part.shownAt)} text="Back to the page" />
      </>
    ),
  };
});

async function changesSince(context: BrandContext, from: string): Promise<ComponentChild> {
  const names = namesIn(await context.portal());
  const { fields, blocks } = await context.read(comparePage, { from });
  return (
    <>
      <ChangedFields fields={fields} view="inline" names={names} />
      {blocks.some(isChanged) && blockDifferences({ blocks, view: 'inline', names })}
    </>
  );
}

/** Page (404) for a page of the brand that is in the trash, or damaged; `null` if it is neither. */
function trashedOrDamagedPage(context: BrandContext, catalog: Catalog): PageReply | null {
  const { pages, trash } = catalog;
  const id = Number(context.params.page);
  const page = trash.get(id);
  if (page === undefined || pages.has(id)) return damagedPage(context, catalog);
  const body = (
    <div class="narrow">
      <h1>“{page.title}” is in the trash</h1>
      <p>
        It was deleted by <Name text={page.deleted_by} />, <Time at={page.deleted_at} />.
      </p>
      <p class="actions">
        <ButtonLink to={context.href(`/trash/${id}`)} text="See it in the trash" look="go" />
        <a href={context.href(`/pages/${id}/versions`)}>Its versions</a>
      </p>
    </div>
  );
  return { status: 404, title: `${page.title} (in the trash)`, body };
}
