import { collectionNamed, mediaIn } from '../../content/collection-media.js';
import { fill, words } from '../../words/words.js';
import { blockKind } from '../blocks/kinds.js';
import { useEditor, useSelected } from './use.js';

interface CollectionFieldProps {
  /** Id of the block. */
  readonly id: string;
  readonly name: string;
  readonly hint: string | undefined;
}

/** Choice of a collection in place of the items of a block; `null` where the brand has none. */
export function CollectionField({ id, name, hint }: CollectionFieldProps) {
  const { editorBlocks, references } = words();
  const editor = useEditor();
  const block = useSelected(() => editor.block(id));
  if (block === undefined) return null;
  const named = collectionNamed(block);
  const options = [...editor.collections.values()].map(({ id, title }) => [id, title] as const);
  if (named === null && options.length === 0) return null;
  if (named !== null && !editor.collections.has(named))
    options.push([named, fill(references.goneCollection, { id: String(named) })]);

  const choose = (chosen: number): void => {
    const { collection: _, ...data } = block.data;
    const next = chosen === 0 ? { items: blockKind(block.type)?.data().items } : { collection: chosen, items: [] };
    editor.replaceBlock(id, { ...block, data: { ...data, ...next } });
    void showMedia(chosen);
  };
  const showMedia = async (chosen: number): Promise<void> => {
    const collection = editor.collections.get(chosen);
    if (collection === undefined) return;
    const media = await editor.api.media().catch(() => []);
    const inIt = new Set(mediaIn({ media: new Set(media.map((medium) => medium.id)) }, collection));
    editor.addMedia(media.filter((medium) => inIt.has(medium.id)));
  };
  return (
    <div class="field">
      <label for={`field-${id}-collection`}>{name}</label>
      <select
        class="in"
        id={`field-${id}-collection`}
        aria-describedby={`field-${id}-collection-hint`}
        value={named ?? 0}
        onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
      >
        <option value={0}>{editorBlocks.panel.notChosen}</option>
        {options.map(([value, title]) => (
          <option value={value}>{title}</option>
        ))}
      </select>
      <span class="hint" id={`field-${id}-collection-hint`}>
        {hint}
      </span>
    </div>
  );
}
