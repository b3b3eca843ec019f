import { mediaIn } from '../../content/collection-media.js';
import { collectionsOf } from '../../content/collections.js';
import { tagsOf } from '../../content/media-names.js';
import { invalidField, notFound } from '../../lib/errors.js';
import { say } from '../../lib/say.js';
import { addCollection, removeCollection, setCollection, showCollection } from '../../operations/collections.js';
import { resources, versionOf } from '../../operations/engine/resource.js';
import { counted, words } from '../../words/words.js';
import type { WorkContext } from '../context.js';
import { sentField } from '../form-fields.js';
import { collectionPath } from '../read/collection.js';
import { type Action, formsPage } from './parts/forms-page.js';
import { paginate, Row } from './parts/list.js';
import { outcomeQuery } from './parts/notices.js';
import { fieldsOf } from './parts/record-form.js';
import { removal, UsedBy } from './parts/record-page.js';
import { rowAction } from './parts/record-rows.js';
import { LinkLine } from './parts/text.js';

const list = '/media/collections';
const part = { scope: { kinds: ['media'] }, base: '' } as const;

/** Collections of media, with the form that adds one. */
export const collectionsPage = formsPage(async (context) => {
  const { catalog, commit } = await context.newest();
  const collections = collectionsOf(catalog);
  const texts = words().collections;
  return {
    title: texts.title,
    up: ['/media', words().common.areas.media],
    path: list,
    commit,
    part,
    actions: [
      {
        name: 'add',
        title: texts.add,
        button: texts.add,
        guards: ['once'],
        fields: fieldsOf(setCollection, 'collection', ['slug']),
        record: null,
        writes: addCollection,
        async run({ guard, body }) {
          const added = await context.perform(addCollection, { ...guard, params: {}, body });
          if (added.proposal) return added;
          return { to: context.href(`${list}/${added.value.id}`, outcomeQuery(added)) };
        },
      },
    ],
    sections: (form) => (
      <>
        <p class="hint">{texts.hint}</p>
        {collections.length === 0 && <p class="hint">{texts.none}</p>}
        <ul class="list">
          {collections.map((collection) => (
            <Row
              key={collection.id}
              name={collection.title}
              to={context.href(`${list}/${collection.id}`)}
              mark={<span class="tag">{words().common.visibility[collection.visibility]}</span>}
              details={counted(texts.files, mediaIn(catalog, collection).length)}
            />
          ))}
        </ul>
        {form('add')}
      </>
    ),
  };
});

/** One collection: what it is called, and its media in their order. */
export const collectionPage = formsPage(async (context) => {
  const snapshot = await context.newest();
  const { catalog } = snapshot;
  const collection = catalog.collections.get(Number(context.params.collection));
  if (collection === undefined) throw notFound('Collection');
  const texts = words().collections;
  const params = { id: String(collection.id) };
  const path = `${list}/${collection.id}`;
  const media = mediaIn(catalog, collection);
  const { used_by: users } = (await context.perform(showCollection, { params })).value;
  const shown = paginate(context, media, { path: context.href(path), more: texts.media });
  const write = (name: string, button: string, more: Partial<Action>, next: () => readonly number[]): Action => ({
    name,
    button,
    writes: setCollection,
    run: ({ guard }) => context.perform(setCollection, { ...guard, params, body: { media: next() } }),
    ...more,
  });
  const nameOf = (id: number): string => catalog.media.get(id)?.title ?? catalog.files.get(id)?.name ?? String(id);
  const moved = (id: number, by: number) => {
    const index = media.indexOf(id);
    return media.toSpliced(index, 1).toSpliced(index + by, 0, id);
  };
  return {
    title: collection.title,
    up: [list, texts.title],
    path,
    version: versionOf(snapshot, resources.collection(collection.id)),
    commit: snapshot.commit,
    part,
    actions: [
      {
        name: 'set',
        title: texts.change,
        fields: fieldsOf(setCollection, 'collection'),
        record: collection,
        writes: setCollection,
        run: ({ guard, body }) => context.perform(setCollection, { ...guard, params, body }),
      },
      ...media.flatMap((id): Action[] => {
        const look = { look: 'sm quiet', of: nameOf(id) } as const;
        return [
          write(rowAction('up', String(id)), texts.move.up, look, () => moved(id, -1)),
          write(rowAction('down', String(id)), texts.move.down, look, () => moved(id, 1)),
          write(rowAction('out', String(id)), texts.take, look, () => media.filter((other) => other !== id)),
        ];
      }),
      write('media', texts.addMedia, { title: texts.addMedia, inputs: inputsOf(catalog.tags.items) }, () => [
        ...new Set([...media, ...sentMedia(context, catalog)]),
      ]),
      removal(
        context,
        { kind: 'collection', list, remove: removeCollection },
        { params, users, text: texts.removeHint },
      ),
    ],
    sections: (form) => (
      <>
        <LinkLine to={context.href(collectionPath(collection.slug))} text={texts.show} />
        {form('set')}
        <h2>{texts.media}</h2>
        {media.length === 0 && <p class="hint">{texts.isEmpty}</p>}
        <ol class="list">
          {shown.shown.map((id) => (
            <Row
              key={id}
              name={nameOf(id)}
              to={context.href(`/media/${id}`)}
              end={
                <>
                  {id !== media[0] && form(rowAction('up', String(id)))}
                  {id !== media.at(-1) && form(rowAction('down', String(id)))}
                  {form(rowAction('out', String(id)))}
                </>
              }
            />
          ))}
        </ol>
        {shown.pager}
        {form('media')}
        <UsedBy context={context} users={users} path={context.href(path)} />
        {form('remove')}
      </>
    ),
  };
});

const inputsOf =
  (tags: readonly { readonly id: number; readonly name: string }[]): NonNullable<Action['inputs']> =>
  (inputs) => {
    const texts = words().collections;
    const options = tags.map(({ id, name }) => [String(id), name] as const);
    return (
      <>
        {inputs.input({ name: 'ids', label: texts.ids, hint: texts.idsHint })}
        {inputs.select({ name: 'tag', label: texts.tag, options: [['', '–'], ...options] })}
      </>
    );
  };

type Content = Awaited<ReturnType<WorkContext['newest']>>['catalog'];

/** @throws `invalid` where nothing is chosen */
function sentMedia({ form }: WorkContext, catalog: Content): number[] {
  const ids = sentField(form, 'ids')
    .split(/[,;\s]+/)
    .filter((text) => text !== '')
    .map(Number);
  const tag = Number(sentField(form, 'tag'));
  const tagged = [...catalog.media.values()].filter((medium) =>
    tagsOf(catalog.tags, medium).some(({ id }) => id === tag),
  );
  const chosen = [...ids, ...tagged.map(({ id }) => id).sort((a, b) => a - b)];
  if (chosen.length === 0 || ids.some((id) => !catalog.media.has(id)))
    throw invalidField('ids', say`No medium has this number or tag.`);
  return chosen;
}
