import type { PortalError } from '../../lib/errors.js';
import { createHiddenPage } from '../../operations/pages.js';
import { type BrandContext, fieldIn, type PageReply, preconditionIn, type Reply } from '../context.js';
import { chapterInput } from '../parts/chapter-input.js';
import { FormInputs, Once } from '../parts/form.js';
import { refusal, runForm } from '../parts/refusal.js';

/** A new page, which no reader sees until it is shown. */
export function newPage(context: BrandContext): Promise<Reply> {
  const { form } = context;
  const make = async (): Promise<Reply> => {
    const parent = fieldIn(form, 'parent_id').trim();
    const type = fieldIn(form, 'type') === 'container' ? 'container' : 'guideline';
    const body = { title: form.title ?? '', type, parent_id: parent === '' ? null : Number(parent) };
    const { value } = await context.perform(createHiddenPage, { body, once: preconditionIn(context, 'once') });
    return { to: context.at(`/pages/${value.id}${type === 'container' ? '' : '/write'}`) };
  };
  return runForm(make, (problem) => newPageForm(context, problem));
}

export async function newPageForm(context: BrandContext, problem: PortalError | null = null): Promise<PageReply> {
  const catalog = await context.catalog();
  const { form } = context;
  const inputs = new FormInputs(context, problem);
  const body = (
    <div class="narrow">
      {await refusal(context, problem)}
      <h1>A new page</h1>
      <form method="post" class="card">
        <Once context={context} />
        {inputs.line({ name: 'title', label: 'What it is called', isRequired: true })}
        {chapterInput(catalog, null, inputs, /^\d+$/.exec(context.query.parent ?? '')?.[0])}
        <fieldset>
          <legend>What it is</legend>
          {(['guideline', 'container'] as const).map((type) => (
            <label class="check" key={type}>
              <input type="radio" name="type" value={type} checked={(form.type ?? 'guideline') === type} />
              {type === 'guideline' ? 'A page' : 'A chapter, which holds pages'}
            </label>
          ))}
        </fieldset>
        <p class="hint">No reader sees it until you show it.</p>
        <button type="submit">Make it</button>
      </form>
    </div>
  );
  return { title: 'A new page', body };
}
