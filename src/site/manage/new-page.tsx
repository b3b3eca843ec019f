import { createHiddenPage } from '../../operations/pages.js';
import { startPages } from '../../operations/start-pages.js';
import { words } from '../../words/words.js';
import { sentField } from '../form-fields.js';
import { chapterInput, parentIn } from './parts/chapter-input.js';
import { ForReview } from './parts/for-review.js';
import { formsPage } from './parts/forms-page.js';
import { choicesFor, chosenChapter, chosenTemplate, TemplateChoice } from './parts/template-choice.js';
import { LinkLine } from './parts/text.js';

/** Form that makes a hidden page or chapter, empty or from a template. */
export const newPage = formsPage(async (context) => {
  const texts = words().newPage;
  const { form, query } = context;
  const catalog = (await context.newest()).catalog;
  const choices = await choicesFor(context);
  return {
    title: words().common.newPage,
    path: '/pages/new',
    up: ['', words().places.overview],
    isNarrow: true,
    actions: [
      {
        name: '',
        button: texts.add,
        guards: ['once'],
        inputs: (inputs) => (
          <>
            {inputs.input({ name: 'title', label: texts.name, value: query.title, hint: texts.nameHint })}
            {chapterInput(catalog, null, inputs, /^\d+$/.exec(query.parent ?? '')?.[0])}
            <fieldset>
              <legend>{texts.type}</legend>
              {(['guideline', 'container'] as const).map((type) => (
                <label class="check" key={type}>
                  <input
                    type="radio"
                    name="type"
                    value={type}
                    checked={(form.type ?? query.type ?? 'guideline') === type}
                  />
                  {texts.types[type]}
                </label>
              ))}
            </fieldset>
            <TemplateChoice inputs={inputs} choices={choices} chosen={query.chapter} />
            <p class="hint">{context.needsReview(createHiddenPage) ? texts.reviewedHint : texts.hiddenHint}</p>
            <ForReview context={context} writes={createHiddenPage} />
          </>
        ),
        async run({ guard }) {
          const isChapter = sentField(form, 'type') === 'container';
          const title = (form.title ?? '').trim();
          const start = isChapter ? await chosenChapter(context, title) : null;
          if (start !== null) {
            const added = await context.perform(startPages, { ...guard, body: start });
            const [chapter] = added.value.added;
            return added.proposal ? added : { to: context.href(`/-/page/${chapter}`) };
          }
          const parent_id = parentIn(context);
          const template = isChapter ? null : await chosenTemplate(context);
          const type = isChapter ? 'container' : 'guideline';
          const body = { ...template, title: title || template?.title || '', type, parent_id };
          const added = await context.perform(createHiddenPage, { ...guard, body });
          const { proposal, value } = added;
          if (proposal && isChapter) return added;
          const query = { draft: proposal ? String(proposal) : null };
          return { to: context.href(`/-/page/${value.id}`, query) + (isChapter ? '' : '#edit') };
        },
      },
    ],
    sections: (form) => (
      <>
        <LinkLine to={context.href('/pages/import')} text={words().importPages.open} />
        <div class="card pad">{form('')}</div>
      </>
    ),
  };
});
