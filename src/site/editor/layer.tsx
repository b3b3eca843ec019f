import { useEffect } from 'preact/hooks';
import { words } from '../../words/words.js';
import { BlockMenu } from './block-menu.js';
import { Bubble } from './bubble.js';
import { blockElement, focusBlock } from './focus.js';
import { Gutter } from './gutter.js';
import { InsertMenu } from './insert-menu.js';
import type { LanguageCheck } from './language.js';
import { LanguageMarks } from './language-marks.js';
import { Message, RefusedNote, RemoteNote } from './notes.js';
import { listAt, type Spot } from './page-model.js';
import { asking, PanelsOnDemand } from './panels-on-demand.js';
import { Popup } from './popup.js';
import type { RemoteChanges } from './remote-changes.js';
import type { Saver } from './saver.js';
import { CellMenu, cellElement, leaveCellMenu } from './table-controls.js';
import { useEditor, useSelected } from './use.js';

/** Kinds of what `panels.tsx` draws. */
const kinds: ReadonlySet<string> = new Set(['settings', 'page', 'move', 'page-move', 'media', 'keys', 'language']);

interface LayerProps {
  readonly saver: Saver;
  readonly remote: RemoteChanges;
  readonly language: LanguageCheck;
}

/** Everything over the page: handles, menus, panels, dialogs, messages. */
export function Layer({ saver, remote, language }: LayerProps) {
  const texts = words().editorBlocks;
  const editor = useEditor();
  const open = useSelected(({ open }) => open);
  const saving = useSelected(() => saver.state);
  const offer = useSelected(({ offer }) => offer);
  const hasPanels = kinds.has(open?.kind ?? '') || asking.has(saving.status) || offer !== null;
  const close = (): void => {
    const id = open !== null && 'id' in open ? open.id : editor.selected;
    editor.show(null);
    if (open?.kind === 'insert') open.back(open.words ?? '');
    else if (id !== null) focusBlock(id);
  };
  useEffect(() => {
    document.body.classList.toggle('has-panel', ['settings', 'page'].includes(open?.kind ?? ''));
  }, [open?.kind]);
  return (
    <>
      <Gutter />
      <Bubble />
      {open?.kind === 'insert' && (
        <Popup anchor={anchorOf(open.spot, editor)} close={close} name={texts.addBlock}>
          <InsertMenu open={open} />
        </Popup>
      )}
      {open?.kind === 'menu' && (
        <Popup anchor={blockElement(open.id)} isAtTop close={close} name={texts.block}>
          <BlockMenu id={open.id} close={close} />
        </Popup>
      )}
      {open?.kind === 'cell' && (
        <Popup anchor={cellElement(open)} isAtTop close={() => leaveCellMenu(editor, open)} name={words().blocks.table}>
          <CellMenu cell={open} line={open.line} close={() => leaveCellMenu(editor, open)} />
        </Popup>
      )}
      {hasPanels && <PanelsOnDemand open={open} saver={saver} language={language} close={close} />}
      <LanguageMarks check={language} />
      {saving.status === 'refused' && <RefusedNote saver={saver} {...saving} />}
      <RemoteNote remote={remote} saver={saver} />
      <Message />
    </>
  );
}

/** Element below which to add a block. */
function anchorOf(spot: Spot, editor: ReturnType<typeof useEditor>): Element | null {
  const list = listAt(editor.state.blocks, spot);
  const before = list[spot.at - 1]?.id;
  if (before) return blockElement(before);
  const name = CSS.escape(`${spot.holder ?? ''} ${spot.field}`);
  return document.querySelector(`[data-list="${name}"]`) ?? document.querySelector('main h1');
}
