import type { ComponentChild } from 'preact';
import type { Catalog } from '../../content/catalog/catalog.js';
import { overlayPathsOf } from '../../content/catalog/overlay-record.js';
import { isChanged } from '../../content/diff/page-diff.js';
import { siblingAfter, siblingBefore } from '../../content/navigation.js';
import { maxSummaryLength } from '../../content/page.js';
import { hasChildren } from '../../content/page-rules.js';
import { trashRetentionDays } from '../../content/trash.js';
import { notFound } from '../../lib/errors.js';
import { arrangePage, movePage, setLanguage, setVisibility } from '../../operations/arrange-pages.js';
import { comparePage } from '../../operations/compare.js';
import type { Operation } from '../../operations/engine/contract.js';
import { resources, versionOf } from '../../operations/engine/resource.js';
import { deletePage, updatePage } from '../../operations/pages.js';
import { setTemplate } from '../../operations/portal.js';
import { Filled } from '../../words/filled.js';
import { fill, words } from '../../words/words.js';
import { addressedPart } from '../addresses.js';
import { ChangedFields } from '../compare/parts/field-differences.js';
import { pageDifferences } from '../compare/parts/page-differences.js';
import { namesIn } from '../compare/parts/reference-names.js';
import type { WorkContext } from '../context.js';
import { sentField } from '../form-fields.js';
import { Time } from '../parts/time.js';
import type { PageReply } from '../replies.js';
import { ButtonLink } from './parts/button.js';
import { chapterInput, parentIn } from './parts/chapter-input.js';
import { damagedPage } from './parts/damaged.js';
import { type Action, formsPage } from './parts/forms-page.js';
import { pictureChoice } from './parts/medium-choice.js';
import { fieldsOf, type RecordField } from './parts/record-form.js';
import { LinkLine, Name } from './parts/text.js';

/** Page of the forms that rename, describe, move, show, hide and delete a page. */
export const pageSettings = formsPage(async (context, isSent) => {
  const texts = words().pageSettings;
  const snapshot = await context.newest();
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
  const addressHint = <Filled text={texts.addressStays} values={{ address: <code>{page.slug}</code> }} />;
  return {
    title: fill(texts.pageTitle, { title: page.title }),
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
        title: words().editor.pageTitle,
        button: texts.rename,
        to: part.shownAt,
        record: page,
        fields: fieldsOf(updatePage, 'page', ['visibility', 'summary', 'cover']).map((field) => ({
          ...field,
          hint: addressHint,
        })),
        ...write(updatePage, () => ({ title: sentField(context.form, 'title') })),
      },
      {
        name: 'about',
        title: texts.about,
        to: part.shownAt,
        record: page,
        fields: fieldsOf(arrangePage, 'page', notAbout).map((field) =>
          field.name === 'cover'
            ? pictureChoice(context, field, page.cover)
            : { ...field, maxLength: maxSummaryLength },
        ),
        ...write(arrangePage, () => ({
          summary: sentField(context.form, 'summary'),
          cover: Number(sentField(context.form, 'cover')) || null,
        })),
      },
      {
        name: 'move',
        button: words().editorPage.movePage,
        to: part.shownAt,
        inputs: (inputs) => chapterInput(catalog, page, inputs, String(page.parent_id ?? '')),
        text: <p class="hint">{texts.moveHint}</p>,
        ...write(movePage, () => ({ parent_id: parentIn(context) })),
      },
      moveByOne('up', texts.up, 'before', previous),
      moveByOne('down', texts.down, 'after', next),
      {
        name: 'visibility',
        title: texts.readers,
        to: part.shownAt,
        record: page,
        fields: fieldsOf(setVisibility, 'page'),
        text: <p class="hint">{texts.readersHint}</p>,
        ...write(setVisibility, () => ({ visibility: sentField(context.form, 'visibility') })),
      },
      {
        name: 'language',
        title: texts.language,
        to: part.shownAt,
        record: page,
        fields: languageFields(overlayPathsOf(catalog, page.id).length > 0),
        ...write(setLanguage, () => {
          // Forms of pages without translations do not have it.
          const { translations = '' } = context.form;
          const language = sentField(context.form, 'language').trim() || null;
          return { language, ...(translations !== '' && { translations }) };
        }),
      },
      {
        name: 'template',
        id: 'template',
        title: texts.template,
        to: part.shownAt,
        guards: ['once'],
        writes: setTemplate,
        inputs: (inputs) =>
          inputs.checkbox({
            name: 'template',
            label: texts.isTemplate,
            hint: texts.templateHint,
            isChecked: catalog.portal.templates.includes(page.id),
          }),
        run: ({ guard }) => {
          const body = { template: sentField(context.form, 'template') === 'yes' };
          return context.perform(setTemplate, { ...guard, body });
        },
      },
      {
        name: 'delete',
        title: words().common.delete,
        button: words().editorPage.toTrash,
        look: 'bad',
        to: '/trash',
        text: <p>{fill(texts.trashHint, { days: trashRetentionDays })}</p>,
        ...write(deletePage),
      },
    ],
    sections: (form) => (
      <>
        {form('rename')}
        {form('about')}
        <section class="card pad">
          <h2>{texts.place}</h2>
          {form('move')}
          <div class="actions">
            {previous && form('up')}
            {next && form('down')}
          </div>
        </section>
        {form('visibility')}
        {form('language')}
        {page.type === 'guideline' && form('template')}
        {hasChildren(catalog, page.id) ? (
          <section class="card pad">
            <h2>{words().common.delete}</h2>
            <p>{texts.hasPages}</p>
          </section>
        ) : (
          form('delete')
        )}
        <LinkLine to={context.href(part.shownAt)} text={texts.back} />
      </>
    ),
  };
});

/** Fields of the page that another form has. */
const notAbout = ['title', 'visibility', 'language', 'translations'];

/** @param isTranslated whether to ask what becomes of translations; nothing is chosen at first */
const languageFields = (isTranslated: boolean): readonly RecordField[] =>
  fieldsOf(setLanguage, 'page', isTranslated ? [] : ['translations']).map((field) =>
    field.options === undefined ? field : { ...field, options: [['', '–'], ...field.options] },
  );

async function changesSince(context: WorkContext, from: string): Promise<ComponentChild> {
  const names = namesIn(context);
  const { fields, blocks } = await context.read(comparePage, { from });
  return (
    <>
      <ChangedFields fields={fields} names={names} />
      {blocks.some(isChanged) && pageDifferences(blocks, names)}
    </>
  );
}

/** Page (404) for a page of the brand that is in the trash, or damaged; `null` if it is neither. */
function trashedOrDamagedPage(context: WorkContext, catalog: Catalog): PageReply | null {
  const texts = words().pageSettings;
  const { pages, trash } = catalog;
  const id = Number(context.params.page);
  const page = trash.get(id);
  if (page === undefined || pages.has(id)) return damagedPage(context, catalog);
  const body = (
    <div class="narrow">
      <h1>{fill(texts.isInTrash, { title: page.title })}</h1>
      <p>
        <Filled
          text={texts.deleted}
          values={{ name: <Name text={page.deleted_by} />, time: <Time at={page.deleted_at} /> }}
        />
      </p>
      <p class="actions">
        <ButtonLink to={context.href(`/trash/${id}`)} text={texts.seeInTrash} look="go" />
        <a href={context.href(`/pages/${id}/versions`)}>{texts.versions}</a>
      </p>
    </div>
  );
  return { status: 404, title: fill(words().recordForms.inTrash, { title: page.title }), body };
}
