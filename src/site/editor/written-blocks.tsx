import type { ComponentChild, VNode } from 'preact';
import { useRef } from 'preact/hooks';
import type { StoredBlock } from '../../content/blocks/block-type.js';
import { isExampleCaption } from '../../content/blocks/example-caption.js';
import { isProvisional } from '../../content/catalog/provisional.js';
import { mediaIn } from '../../content/collection-media.js';
import { embedOf } from '../../content/embeds.js';
import { fileTypeOf } from '../../content/files/types.js';
import { isSafeUrl } from '../../content/html/url.js';
import { isObject } from '../../lib/json.js';
import { Filled } from '../../words/filled.js';
import { words } from '../../words/words.js';
import { Block } from '../blocks/block.js';
import { list, text } from '../blocks/data.js';
import { headingTag } from '../blocks/heading.js';
import { blockKind } from '../blocks/kinds.js';
import { isForDeep } from '../blocks/media.js';
import type { BlockView, ShownMedium } from '../blocks/view.js';
import { isCompact } from '../browser/compact.js';
import { fileHref, proposedBase } from '../file-href.js';
import { blockLangs } from '../frame/language.js';
import { labelOf, withoutRows } from '../labels.js';
import { Button } from '../parts/button.js';
import type { Editor } from './editor.js';
import { blockElement, focusNow, keptCaret } from './focus.js';
import { kindName, newBlocks } from './kinds.js';
import { MediaControls } from './media-controls.js';
import { type Blocks, valueAt } from './page-model.js';
import { PaletteControls } from './palette-controls.js';
import { PlainText } from './plain-text.js';
import { RichText } from './rich-text.js';
import { TableControls } from './table-controls.js';
import { addPictures } from './upload.js';
import { useEditor, useSelected } from './use.js';
import { VerdictChoice } from './verdict-choice.js';

interface BlockListProps {
  /** Block that holds the list; `null` for the page. */
  readonly holder: string | null;
  readonly field: string;
  readonly blocks: Blocks;
}

/** Blocks that are written, where readers see them. */
export function BlockList({ holder, field, blocks }: BlockListProps) {
  const editor = useEditor();
  const elements = useBlockElements(blocks);
  return (
    <>
      {elements}
      {blocks.length === 0 && !(holder === null && editor.isChapter) && (
        <Button
          icon="plus"
          class="add-first"
          data-list={`${holder ?? ''} ${field}`}
          onClick={() => editor.show({ kind: 'insert', spot: { holder, field, at: 0 }, back: keptCaret() })}
        >
          {words().editorBlocks.addBlock}
        </Button>
      )}
    </>
  );
}

/** Elements of blocks. A block that looks as before has the same element, so it is not drawn again. */
function useBlockElements(blocks: Blocks): readonly VNode[] {
  const editor = useEditor();
  const drawn = useRef(new WeakMap<StoredBlock, { readonly look: string; readonly element: VNode }>()).current;
  const ifHere = (id: string | null): string | null => (blocks.some((block) => block.id === id) ? id : null);
  const selected = useSelected((now) => ifHere(now.selected));
  const focused = useSelected((now) => ifHere(now.focused));
  const removed = useSelected(({ state }) => state.removed);
  const media = useSelected(({ mediaVersion }) => mediaVersion);
  const own = useSelected(({ language }) => language.own);
  return blocks.flatMap((block, index) => {
    const { id } = block;
    const isSelected = id !== null && id === selected;
    const isCurrent = isSelected || (id !== null && id === focused);
    const isRemoved = id !== null && removed.has(id);
    const look = [isSelected, isCurrent, isRemoved, media, own].join(' ');
    const known = drawn.get(block);
    const below = editor.below(id) ?? [];
    if (known?.look === look) return [known.element, below].flat();

    const key = id === null ? `at-${index}` : editor.keyOf(id);
    const element = isRemoved ? (
      <Removed key={key} block={block} />
    ) : (
      <Block key={key} block={block} view={writingView(editor, block, { isCurrent, isSelected })} />
    );
    drawn.set(block, { look, element });
    return [element, below].flat();
  });
}

interface BlockFocus {
  /** Whether it is selected, or has the focus. */
  readonly isCurrent: boolean;
  readonly isSelected: boolean;
}

/** Line in the place of a block that the next save removes. */
function Removed({ block: { id, type } }: { readonly block: StoredBlock }) {
  const texts = words().editorBlocks;
  const editor = useEditor();
  const putBack = (
    <Button icon="undo-2" class="btn sm quiet" onClick={() => id !== null && editor.putBack(id)}>
      {texts.putBack}
    </Button>
  );
  return (
    <p class="blk gone" data-block={id ?? undefined} tabIndex={-1}>
      <Filled text={texts.removed} values={{ block: kindName(type), putBack }} />
    </p>
  );
}

/** Button that adds a tab; the caret goes into its title. */
function AddTab({ id }: { readonly id: string }) {
  const editor = useEditor();
  const add = (): void => {
    const { length } = list(editor.block(id)?.data.items);
    editor.setField(id, `items.${length}`, { title: '', blocks: newBlocks() });
    requestAnimationFrame(() => {
      const titles = blockElement(id)?.querySelectorAll<HTMLElement>(':scope > .tabs > section > .cap [role=textbox]');
      focusNow(titles?.[length] ?? null);
    });
  };
  return <Button icon="plus" class="btn ic sm quiet" aria-label={words().editorBlocks.addTab} onClick={add} />;
}

/** View of one block that is written: fields are texts to type in. */
function writingView(editor: Editor, block: StoredBlock, { isCurrent, isSelected }: BlockFocus): BlockView {
  const { id, type } = block;
  const key = String(id);
  const labelAt = (field: string): string => labelOf(type, field).name;
  const isMain = (field: string): boolean => blockKind(type)?.mainFields.includes(withoutRows(field)) ?? false;
  const isShown = (value: unknown, field: string): boolean => text(value) !== '' || isCurrent || isMain(field);
  const addBelow = (): void => editor.addText(key);
  const view: BlockView = {
    ...referred(editor),
    // The family of a font is a heading while it is written.
    font: (family) => (isCurrent ? null : fontOf(editor, family)),
    isWriting: true,
    of: () => view,
    root: (name, anchor) => ({
      class: `${name} eb${isSelected ? ' sel' : ''}`,
      id: anchor,
      dir: 'auto',
      ...view.langs.page,
      tabIndex: -1,
      'data-block': key,
      'data-kind': kindName(type),
    }),
    plain(value, field) {
      if (!isShown(value, field)) return null;
      return (
        <PlainText
          key={field}
          value={value}
          label={labelAt(field)}
          change={(next) => editor.setText(key, field, next)}
          {...(type === 'heading' && { enter: addBelow, remove: () => editor.removeBlock(key) })}
          {...(!isMain(field) && { enter: addBelow })}
        />
      );
    },
    html(value, field, box = {}) {
      if (!isShown(value, field)) return null;
      return (
        <RichText
          key={field}
          html={text(value)}
          label={labelAt(field)}
          box={box}
          style={view}
          change={(next) => editor.setField(key, field, next)}
          insert={(isWhole, place) => editor.insertAt(key, isWhole && type === 'rich_text', place)}
          remove={() => type === 'rich_text' && editor.removeEmpty(key)}
          takePictures={(files) => addPictures(editor, key, files)}
        />
      );
    },
    blocks: (value, field) => <BlockList holder={key} field={field} blocks={asBlocks(value)} />,
    controls(field): ComponentChild {
      if (field === 'color_ids') return isCurrent ? <PaletteControls id={key} field={field} /> : null;
      if (field === 'rows') return isCurrent ? <TableControls id={key} /> : null;
      if (field === 'items') return <AddTab id={key} />;
      if (isExampleCaption(type, field)) return isCurrent ? <VerdictChoice id={key} field={field} /> : null;
      const isEmpty = text(valueAt(block.data, field)) === '';
      return isCurrent || isEmpty ? <MediaControls id={key} field={field} /> : null;
    },
  };
  return editor.dressed(view, block);
}

/** Media, colours and links that blocks refer to, as an editor sees them. */
function referred(editor: Editor) {
  const { base, pageId, embedsOff } = editor.api.place;
  return {
    medium(id: unknown): ShownMedium | null {
      const stored = editor.media.get(Number(id));
      if (stored === undefined) return null;
      const { file, outside, source, ...medium } = stored;
      const { draft } = editor.api;
      const at = draft !== null && isProvisional(medium.id) ? proposedBase(base, draft) : base;
      return {
        medium,
        file,
        outside,
        type: file === null ? undefined : fileTypeOf(file.name),
        isDeep: isForDeep(source ?? medium),
        shown: (picture) => (file === null ? '' : fileHref(at, medium.id, file.name, picture)),
        saved: (picture) => (file === null ? '' : fileHref(at, medium.id, file.name, picture, true)),
      };
    },
    description: (id: unknown) => editor.media.get(Number(id))?.description ?? '',
    color: (id: unknown) => editor.colors.get(Number(id)) ?? null,
    collection(id: unknown) {
      const collection = editor.collections.get(Number(id));
      return collection === undefined ? null : { ...collection, media: mediaIn(editor, collection) };
    },
    embed: (address: string) => embedOf(address, embedsOff),
    link: (href: string): Readonly<Record<string, string>> => (isSafeUrl(href) ? { href } : {}),
    heading: headingTag,
    allFiles: (block: string) => (isProvisional(pageId) ? null : `${base}/-/zip/${pageId}?block=${block}`),
    colorFile: (format: string) => `${base}/-/tokens.${format}`,
    isAnchored: true,
    isEditor: true,
    isCompact,
    langs: blockLangs(editor.language.own ?? editor.language.brand, editor.language.brand),
  };
}

function fontOf({ fonts, name }: Editor, family: string) {
  const font = fonts.find((face) => face.family === family);
  return font === undefined ? null : { ...font, sample: name };
}

/** Blocks in a value of any shape. */
function asBlocks(value: unknown): readonly StoredBlock[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isObject).map((block) => (isStored(block) ? block : { id: null, type: null, data: {} }));
}

const isStored = (block: object): block is StoredBlock => 'id' in block && 'type' in block && 'data' in block;
