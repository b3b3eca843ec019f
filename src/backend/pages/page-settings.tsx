import type { ComponentChild } from 'preact';
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
import { Form, type FormFrame, FormInputs } from '../parts/form.js';
import { trashedOrDamagedPage } from '../parts/in-trash.js';
import { outcomeQuery } from '../parts/notices.js';
import { RecordForm } from '../parts/record-form.js';
import { refusalWithChanges, runForm } from '../parts/refusal.js';
import { LinkLine } from '../parts/text.js';
import { visibilityNames } from '../words.js';

/** Handler of all forms of the page. A refused form keeps the input. */
export async function changePageSettings(context: BrandContext): Promise<Reply> {
  const submit = async (): Promise<Reply> => {
    const result = await runAction(context);
    const to = context.form.action === 'delete' ? '/trash' : addressedPart(context.params).shownAt;
    return { to: context.href(to, outcomeQuery(result)) };
  };
  return runForm(context, submit, (problem) => pageSettingsPage(context, problem));
}

function runAction(context: BrandContext): Promise<Result> {
  const { form } = context;
  const version = requiredField(context, 'version');
  const write = (operation: Operation, body?: object) => context.perform(operation, { body, version });
  switch (form.action) {
    case 'rename':
      return write(updatePage, { title: sentField(form, 'title') });
    case 'move': {
      const parent = sentField(form, 'parent_id').trim();
      return write(movePage, { parent_id: parent === '' ? null : Number(parent) });
    }
    case 'up':
      return write(movePage, { before: Number(sentField(form, 'sibling')) });
    case 'down':
      return write(movePage, { after: Number(sentField(form, 'sibling')) });
    case 'visibility':
      return write(setVisibility, { visibility: sentField(form, 'visibility') });
    case 'delete':
      return write(deletePage);
    default:
      throw unknownAction();
  }
}

/** Page of the forms that rename, move, show, hide and delete a page. */
export async function pageSettingsPage(context: BrandContext, problem: PortalError | null = null): Promise<PageReply> {
  const snapshot = await context.snapshot();
  const { catalog } = snapshot;
  const page = catalog.pages.get(Number(context.params.page));
  const unavailable = trashedOrDamagedPage(context, catalog);
  if (unavailable !== null && problem === null) return unavailable;
  if (page === undefined) throw notFound('Page');
  const version = versionOf(snapshot, resources.page(page.id));
  const part = addressedPart({ page: String(page.id) });
  const body = (
    <div class="narrow">
      {await refusalWithChanges(context, problem, part, (from) => changesSince(context, from))}
      <h1>{page.title}</h1>
      {forms({ context, problem, commit: snapshot.commit }, page, catalog, version)}
      <LinkLine to={context.href(part.base)} text="Back to the page" />
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

function forms(frame: FormFrame, page: PageRecord, catalog: Catalog, version: string): ComponentChild {
  const form = { frame, to: `/pages/${page.id}/edit`, version };
  const siblings = [
    { action: 'up', button: 'One place up', sibling: siblingBefore(catalog.navigation, page) },
    { action: 'down', button: 'One place down', sibling: siblingBehind(catalog.navigation, page) },
  ];
  const addressHint = (
    <>
      Its address, <code>{page.slug}</code>, stays.
    </>
  );
  return (
    <>
      <RecordForm
        {...{ ...form, record: page, action: 'rename', title: 'Title', button: 'Rename' }}
        fields={[{ name: 'title', label: 'What the page is called', hint: addressHint, isRequired: true }]}
      />
      <section class="card">
        <h2>Place</h2>
        <Form {...form} action="move" button="Move">
          {chapterInput(
            catalog,
            page,
            new FormInputs(frame.context, frame.problem, 'move'),
            String(page.parent_id ?? ''),
          )}
          <p class="hint">It comes to the end there.</p>
        </Form>
        <div class="actions">
          {siblings.map(({ action, button, sibling }) =>
            sibling === undefined ? null : (
              <Form {...{ ...form, action, button }} key={action}>
                <input type="hidden" name="sibling" value={sibling.id} />
              </Form>
            ),
          )}
        </div>
      </section>
      <RecordForm
        {...{ ...form, record: page, action: 'visibility', title: 'Who it is meant for', button: 'Set' }}
        fields={[{ name: 'visibility', label: 'Visibility', options: Object.entries(visibilityNames) }]}
      >
        <p class="hint">Websites show a page to these people alone. A program with a key can read every page.</p>
      </RecordForm>
      {hasChildren(catalog, page.id) ? (
        <section class="card">
          <h2>Delete</h2>
          <p>This chapter has pages. Move or delete them first.</p>
        </section>
      ) : (
        <Form {...{ ...form, action: 'delete', title: 'Delete', button: 'Move to the trash' }}>
          <p>It goes to the trash, from where it can be restored for {trashRetentionDays} days.</p>
        </Form>
      )}
    </>
  );
}
