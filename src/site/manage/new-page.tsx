import { createHiddenPage } from '../../operations/pages.js';
import { words } from '../../words/words.js';
import { sentField } from '../form-fields.js';
import { chapterInput, parentIn } from './parts/chapter-input.js';
import { ForReview } from './parts/for-review.js';
import { formsPage } from './parts/forms-page.js';
import { LinkLine } from './parts/text.js';

/** Form that makes a hidden page or chapter. */
export const newPage = formsPage(async (context) => {
  const texts = words().newPage;
  const { form, query } = context;
  const catalog = (await context.newest()).catalog;
  return {
    title: words().common.newPage,
    path: '/pages/new',
    isNarrow: true,
    actions: [
      {
        name: '',
        button: texts.add,
        guards: ['once'],
        inputs: (inputs) => (
          <>
            {inputs.input({ name: 'title', label: texts.name, value: query.title, isRequired: true })}
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
            <p class="hint">{context.needsReview(createHiddenPage) ? texts.reviewedHint : texts.hiddenHint}</p>
            <ForReview context={context} writes={createHiddenPage} />
          </>
        ),
        async run({ guard }) {
          const parent_id = parentIn(context);
          const type = sentField(form, 'type') === 'container' ? 'container' : 'guideline';
          const body = { title: form.title ?? '', type, parent_id };
          const added = await context.perform(createHiddenPage, { ...guard, body });
          const { proposal, value } = added;
          if (proposal && type === 'container') return added;
          const query = { draft: proposal ? String(proposal) : null };
          return { to: context.href(`/-/page/${value.id}`, query) + (type === 'container' ? '' : '#edit') };
        },
      },
    ],
    sections: (form) => (
      <>
        <div class="card pad">{form('')}</div>
        <LinkLine to={context.href('/pages/import')} text={words().importPages.open} />
      </>
    ),
  };
});
