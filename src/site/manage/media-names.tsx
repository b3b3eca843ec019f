import type { ComponentChild } from 'preact';
import type { Named, NamesFile } from '../../content/media-names.js';
import { resources, versionOf } from '../../operations/engine/resource.js';
import {
  addMediaCategory,
  listMediaCategories,
  listTags,
  mergeMediaCategory,
  mergeTag,
  orderMediaCategories,
  removeMediaCategory,
  removeTag,
  renameMediaCategory,
  renameTag,
} from '../../operations/media-names.js';
import { counted, fill, words } from '../../words/words.js';
import type { WorkContext } from '../context.js';
import { sentField } from '../form-fields.js';
import { type Action, formsPage } from './parts/forms-page.js';
import { paginate, Row } from './parts/list.js';
import { rowAction } from './parts/record-rows.js';
import { Name } from './parts/text.js';

const operations = {
  tag: { rename: renameTag, merge: mergeTag, remove: removeTag },
  category: { rename: renameMediaCategory, merge: mergeMediaCategory, remove: removeMediaCategory },
} as const;

type Kind = keyof typeof operations;

/** Page of the categories and tags of media: they are renamed, merged, ordered and removed, and no medium changes. */
export const mediaNamesPage = formsPage(async (context) => {
  const texts = words().mediaList;
  const { query, catalog, href } = context;
  const snapshot = await context.newest();
  const categories = await context.read(listMediaCategories);
  const tags = await context.read(listTags);
  const kind: Kind = query.tag === undefined ? 'category' : 'tag';
  const names = kind === 'tag' ? catalog.tags : catalog.media_categories;
  const chosen = names.items.find(({ id }) => String(id) === query[kind]) ?? null;
  const part = paginate(context, tags, { path: href('/media/names'), more: texts.moreTags });
  const ids = categories.map(({ id }) => id);
  const move = (verb: 'up' | 'down', { id, name }: Pick<Named, 'id' | 'name'>): Action => ({
    name: rowAction(verb, String(id)),
    button: words().categories.move[verb],
    look: 'sm quiet',
    of: name,
    writes: orderMediaCategories,
    run({ guard }) {
      const index = ids.indexOf(id);
      const body = { ids: ids.toSpliced(index, 1).toSpliced(index + (verb === 'up' ? -1 : 1), 0, id) };
      return context.perform(orderMediaCategories, { ...guard, body });
    },
  });
  return {
    title: texts.names,
    up: ['/media', words().common.areas.media],
    path: '/media/names',
    ...(chosen !== null && { query: { [kind]: String(chosen.id) } }),
    version: versionOf(snapshot, resources.media),
    commit: snapshot.commit,
    part: { scope: { kinds: ['media'] }, base: '' },
    actions: [
      ...(chosen === null ? [] : chosenActions(context, kind, chosen, names)),
      ...categories.flatMap((category) => [move('up', category), move('down', category)]),
      {
        name: 'add',
        title: texts.addCategory,
        button: texts.addCategory,
        inputs: (inputs) => inputs.input({ name: 'name', label: words().forms.name, isRequired: true, maxLength: 40 }),
        writes: addMediaCategory,
        run: ({ guard }) =>
          context.perform(addMediaCategory, { ...guard, body: { name: sentField(context.form, 'name') } }),
      },
    ],
    sections: (form) => (
      <>
        <p class="hint">{texts.namesHint}</p>
        {chosen !== null && (
          <section class="card pad stack">
            <h2>
              <Name text={chosen.name} />
            </h2>
            {form('rename')}
            {names.items.length > 1 && form('merge')}
            {form('remove')}
          </section>
        )}
        <h2>{texts.categories}</h2>
        <ol class="list">
          {categories.map(({ id, name, media }, index) => (
            <NameRow key={id} context={context} kind="category" id={id} name={name} media={media}>
              {index > 0 && form(rowAction('up', String(id)))}
              {index < categories.length - 1 && form(rowAction('down', String(id)))}
            </NameRow>
          ))}
        </ol>
        {form('add')}
        <h2>{texts.tags}</h2>
        {tags.length === 0 && <p class="hint">{texts.noTags}</p>}
        <ul class="list">
          {part.shown.map(({ id, name, media }) => (
            <NameRow key={id} context={context} kind="tag" id={id} name={name} media={media} />
          ))}
        </ul>
        {part.pager}
      </>
    ),
  };
});

interface NameRowProps {
  readonly context: WorkContext;
  readonly kind: Kind;
  readonly id: number;
  readonly name: string;
  /** Number of media with the name. */
  readonly media: number;
  readonly children?: ComponentChild;
}

function NameRow({ context: { href }, kind, id, name, media, children }: NameRowProps) {
  const filter = kind === 'tag' ? 'tags' : 'category';
  return (
    <Row
      name={name}
      to={href('/media/names', { [kind]: String(id) })}
      details={<a href={href('/media', { [filter]: String(id) })}>{counted(words().media.count, media)}</a>}
      end={children}
    />
  );
}

/** Forms of the name that the address chooses. */
function chosenActions(context: WorkContext, kind: Kind, chosen: Named, { items }: NamesFile): Action[] {
  const { rename, merge, remove } = operations[kind];
  const texts = words().mediaList;
  // By name: another may be named as this one's number.
  const params = { name: chosen.name };
  const others = items.filter(({ id }) => id !== chosen.id);
  return [
    {
      name: 'rename',
      inputs: (inputs) =>
        inputs.input({
          name: 'name',
          label: words().forms.name,
          value: chosen.name,
          isRequired: true,
          maxLength: 40,
        }),
      writes: rename,
      run: ({ guard }) =>
        context.perform(rename, { ...guard, params, body: { name: sentField(context.form, 'name') } }),
    },
    {
      name: 'merge',
      button: texts.merge,
      inputs: (inputs) =>
        inputs.select({
          name: 'into',
          label: fill(texts.mergeInto, { name: chosen.name }),
          options: others.map(({ name }) => [name, name] as const),
        }),
      writes: merge,
      run: ({ guard }) => context.perform(merge, { ...guard, params, body: { into: sentField(context.form, 'into') } }),
      to: '/media/names',
    },
    {
      name: 'remove',
      button: words().common.remove,
      look: 'bad',
      of: chosen.name,
      text: <p>{texts.removeHint}</p>,
      writes: remove,
      run: ({ guard }) => context.perform(remove, { ...guard, params }),
      to: '/media/names',
    },
  ];
}
