import { toSlug } from '../../content/slug.js';
import type { PortalError } from '../../lib/errors.js';
import { plural } from '../../lib/plural.js';
import { listCategories, orderCategories, removeCategory, setCategory } from '../../operations/categories.js';
import { resources, versionOf } from '../../operations/engine/resource.js';
import { type BrandContext, type PageReply, type Reply, requiredField } from '../context.js';
import { Form } from '../parts/form.js';
import { doneNotice, outcomeQuery } from '../parts/notices.js';
import { NewRow, RowForms, type RowKind, rowAction, rowActionIn, writeRow } from '../parts/record-rows.js';
import { refusalWithChanges, runForm } from '../parts/refusal.js';
import { Name } from '../parts/text.js';

const path = '/context/categories';

const kind: RowKind = {
  noun: 'category',
  page: path,
  param: 'category',
  key: {
    name: 'key',
    label: 'Key',
    hint: 'Its name for programs, such as company. Left empty, it is made of what people read. It stays.',
  },
  keyOf: (typed, { label = '' }) => (/^[a-z0-9][a-z0-9_-]*$/.test(typed) ? typed : toSlug(typed || label, 100)),
  fields: [{ name: 'label', label: 'What people read', isRequired: true }],
  set: setCategory,
  remove: removeCategory,
};

/** Handler of all forms of the page. A refused form keeps the input. */
export function changeCategories(context: BrandContext): Promise<Reply> {
  const submit = async (): Promise<Reply> => {
    const { categories } = await context.catalog();
    const { verb, key } = rowActionIn(context);
    const keys = categories.map((category) => category.key);
    const index = keys.indexOf(key);
    const step = verb === 'up' ? -1 : verb === 'down' ? 1 : 0;
    const body = { keys: keys.toSpliced(index, 1).toSpliced(index + step, 0, key) };
    const result =
      step === 0
        ? await writeRow(context, kind, categories)
        : await context.perform(orderCategories, { version: requiredField(context, 'version'), body });
    return { to: context.href(path, { ...outcomeQuery(result), said: verb === 'add' ? 'added' : null }) };
  };
  return runForm(context, submit, (problem) => categoriesPage(context, problem));
}

/** Page of the categories of facts, with the forms that change, order, remove and add them. */
export async function categoriesPage(context: BrandContext, problem: PortalError | null = null): Promise<PageReply> {
  const snapshot = await context.snapshot();
  const categories = await context.read(listCategories);
  const { entries } = snapshot.catalog;
  const frame = { context, problem, commit: snapshot.commit };
  const version = versionOf(snapshot, resources.brandContext);
  const factCounts = new Map<string, number>();
  for (const { category } of entries.values()) factCounts.set(category, (factCounts.get(category) ?? 0) + 1);
  const body = (
    <>
      {await doneNotice(context)}
      {context.query.said === 'added' && (
        <p class="notice">
          <a href={context.href('/context')}>Add a fact</a> to it.
        </p>
      )}
      {await refusalWithChanges(context, problem, { scope: { kinds: ['context'] }, base: '' })}
      <h1>Categories of facts</h1>
      <p class="hint">
        {categories.length === 0 ? 'No category yet: a fact needs one.' : 'Readers see facts in this order.'}{' '}
        <a href={context.href('/context')}>All facts</a>
      </p>
      {categories.map((row, index) => {
        const count = factCounts.get(row.key) ?? 0;
        const whyKept = count === 0 ? undefined : `It contains ${plural(count, 'fact')}: move or remove them first.`;
        return (
          <section key={row.key} class="card">
            <h2>
              <Name text={row.label} /> <small>{row.key}</small>
            </h2>
            <RowForms {...{ kind, frame, version, row, whyKept }} />
            <div class="actions">
              {(['up', 'down'] as const)
                .filter((verb) => index !== (verb === 'up' ? 0 : categories.length - 1))
                .map((verb) => (
                  <Form
                    {...{ frame, to: path, version, action: rowAction(verb, row.key) }}
                    key={verb}
                    button={`Move ${row.label} ${verb}`}
                  />
                ))}
            </div>
          </section>
        );
      })}
      <NewRow {...{ kind, frame, version, rows: categories }} />
    </>
  );
  return { title: 'Categories of facts', body };
}
