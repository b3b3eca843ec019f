import type { PortalError } from '../../lib/errors.js';
import { createHiddenPage } from '../../operations/pages.js';
import { type BrandContext, type PageReply, type Reply, requiredField, sentField } from '../context.js';
import { chapterInput } from '../parts/chapter-input.js';
import { Form, FormInputs } from '../parts/form.js';
import { refusalWithChanges, runForm } from '../parts/refusal.js';

/** Makes a hidden page or chapter. */
export function newPage(context: BrandContext): Promise<Reply> {
  const { form } = context;
  const submit = async (): Promise<Reply> => {
    const parent = sentField(form, 'parent_id').trim();
    const type = sentField(form, 'type') === 'container' ? 'container' : 'guideline';
    const body = { title: form.title ?? '', type, parent_id: parent === '' ? null : Number(parent) };
    const { value } = await context.perform(createHiddenPage, { body, once: requiredField(context, 'once') });
    return { to: context.href(`/pages/${value.id}${type === 'container' ? '' : '/write'}`) };
  };
  return runForm(context, submit, (problem) => newPageForm(context, problem));
}

export async function newPageForm(context: BrandContext, problem: PortalError | null = null): Promise<PageReply> {
  const catalog = await context.catalog();
  const { form } = context;
  const inputs = new FormInputs(context, problem);
  const body = (
    <div class="narrow">
      {await refusalWithChanges(context, problem)}
      <h1>A new page</h1>
      <div class="card">
        <Form {...{ frame: { context, problem, commit: null }, to: '/pages/new', button: 'Make it' }}>
          {inputs.input({ name: 'title', label: 'What it is called', isRequired: true })}
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
        </Form>
      </div>
    </div>
  );
  return { title: 'A new page', body };
}
