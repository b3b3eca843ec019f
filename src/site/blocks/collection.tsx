import type { ComponentChild } from 'preact';
import type { BlockData } from '../../content/blocks/block-type.js';
import { collectionNamed } from '../../content/collection-media.js';
import { fill, words } from '../../words/words.js';
import { objects, text } from './data.js';
import type { BlockView } from './view.js';

interface Items {
  readonly items: readonly BlockData[];
  /** View of the items. */
  readonly view: BlockView;
  /** Why readers do not see all of the collection in their place, for editors. */
  readonly note: ComponentChild;
}

/** The items of a block, or the media of the collection that it names, which are not written in the page. */
export function itemsOf(type: string, data: BlockData, view: BlockView): Items {
  const id = collectionNamed({ type, data });
  if (id === null) return { items: objects(data.items), view, note: null };
  const items = view.collection(id)?.media.map((media_id) => ({ media_id })) ?? [];
  const reading = { ...view, isWriting: false, plain: (value: unknown) => text(value) || null, controls: () => null };
  return { items, view: reading, note: <Note id={id} view={view} /> };
}

function Note({ id, view }: { readonly id: number; readonly view: BlockView }): ComponentChild {
  const { blocks: texts, common } = words();
  const collection = view.collection(id);
  if (!view.isEditor || collection?.visibility === 'public') return null;
  return (
    <span class="tag warn" {...view.langs.frame}>
      {collection === null
        ? fill(texts.collectionIsGone, { id: String(id) })
        : fill(texts.collectionIs, {
            title: collection.title,
            visibility: common.visibility[collection.visibility],
          })}
    </span>
  );
}
