import { paths } from '../../content/catalog/paths.js';
import { toSlug } from '../../content/slug.js';
import { listCategories, orderCategories, removeCategory, setCategory } from '../../operations/categories.js';
import { resources, versionOf } from '../../operations/engine/resource.js';
import { Filled } from '../../words/filled.js';
import { counted, words } from '../../words/words.js';
import { Note } from '../parts/note.js';
import { type Action, formsPage } from './parts/forms-page.js';
import { type RowKind, rowAction, rowActionIn, rowActions } from './parts/record-rows.js';
import { Name } from './parts/text.js';

const kind: RowKind = {
  noun: 'category',
  key: 'key',
  param: 'category',
  keyOf: (typed, { label = '' }) => (/^[a-z0-9][a-z0-9_-]*$/.test(typed) ? typed : toSlug(typed || label, 100)),
  set: setCategory,
  remove: removeCategory,
};

/** Page of the categories of facts, with the forms that change, order, remove and add them. */
export const categoriesPage = formsPage(async (context) => {
  const texts = words().categories;
  const snapshot = await context.newest();
  const categories = await context.read(listCategories);
  const factCounts = new Map<string, number>();
  for (const { category } of snapshot.catalog.entries.values()) {
    factCounts.set(category, (factCounts.get(category) ?? 0) + 1);
  }
  const keys = categories.map(({ key }) => key);
  /** Action that moves a category by one place. */
  const move = (verb: 'up' | 'down', key: string): Action => ({
    name: rowAction(verb, key),
    button: texts.move[verb],
    look: 'plain',
    of: categories.find((category) => category.key === key)?.label ?? key,
    writes: orderCategories,
    run({ guard }) {
      const index = keys.indexOf(key);
      const step = verb === 'up' ? -1 : 1;
      const body = { keys: keys.toSpliced(index, 1).toSpliced(index + step, 0, key) };
      return context.perform(orderCategories, { ...guard, body });
    },
  });
  return {
    title: texts.title,
    up: ['/context', words().common.areas.context],
    path: '/context/categories',
    version: versionOf(snapshot, resources.brandContext),
    commit: snapshot.commit,
    part: { scope: { kinds: ['context'] }, base: '' },
    file: paths.categories,
    actions: [
      ...rowActions(context, kind, categories).map((action) =>
        action.name === 'add' ? { ...action, said: 'added' } : action,
      ),
      ...[...new Set([...keys, rowActionIn(context).key])].flatMap((key) => [move('up', key), move('down', key)]),
    ],
    sections: (form) => (
      <>
        {context.query.said === 'added' && (
          <Note>
            <Filled text={texts.addFactTo} values={{ link: <a href={context.href('/context')}>{texts.addFact}</a> }} />
          </Note>
        )}
        <p class="hint">{categories.length === 0 ? texts.none : texts.order}</p>
        {categories.map(({ key, label }, index) => {
          const count = factCounts.get(key) ?? 0;
          return (
            <section key={key} class="card pad">
              <h2>
                <Name text={label} /> <small>{key}</small>
              </h2>
              {form(rowAction('set', key))}
              {count === 0 ? form(rowAction('remove', key)) : <p class="hint">{counted(texts.hasFacts, count)}</p>}
              <div class="actions">
                {index > 0 && form(rowAction('up', key))}
                {index < keys.length - 1 && form(rowAction('down', key))}
              </div>
            </section>
          );
        })}
        {form('add')}
      </>
    ),
  };
});
