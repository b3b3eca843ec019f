import { words } from '../../words/words.js';
import type { Editor } from './editor.js';
import { focusText } from './focus.js';
import { hasSettings, kindName } from './kinds.js';
import { Menu, type MenuItem } from './menu.js';
import { listAt } from './page-model.js';
import { turnInto, turnsOf } from './turn-into.js';
import { useEditor } from './use.js';

interface BlockMenuProps {
  readonly id: string;
  close(): void;
}

/** Menu of a block. */
export function BlockMenu({ id, close }: BlockMenuProps) {
  const { common, editorBlocks: texts, editorKeys } = words();
  const keys = editorKeys.names;
  const editor = useEditor();
  const block = editor.block(id);
  if (block === undefined) return null;
  const then = (run: () => void) => (): void => {
    editor.show(null);
    run();
  };
  const turns: MenuItem[] = turnsOf(block).map((turn) => ({
    icon: turn.icon,
    name: turn.name,
    run: then(() => {
      editor.replaceBlock(id, turnInto(block, turn));
      focusText(id);
    }),
  }));
  const settings: MenuItem = {
    icon: 'settings-2',
    name: texts.settings,
    run: () => editor.show({ kind: 'settings', id }),
  };
  const items: MenuItem[] = [
    { icon: 'copy', name: texts.duplicate, keys: keys.duplicate, run: then(() => editor.select(editor.duplicate(id))) },
    { icon: 'arrow-up', name: texts.moveUp, keys: keys.up, run: then(() => moveBlock(editor, id, -1)) },
    { icon: 'arrow-down', name: texts.moveDown, keys: keys.down, run: then(() => moveBlock(editor, id, 1)) },
    { icon: 'combine', name: texts.moveTo, run: () => editor.show({ kind: 'move', id }) },
    ...(hasSettings(block.type) ? [settings] : []),
    { icon: 'trash', name: common.remove, keys: keys.remove, isBad: true, run: then(() => editor.removeBlock(id)) },
  ];
  const parts = [
    [texts.turnInto, turns],
    ['', items],
  ] as const;
  return <Menu name={kindName(block.type)} parts={parts} close={close} />;
}

/** Moves a block one place up or down in its list. */
export function moveBlock(editor: Editor, id: string, by: -1 | 1): void {
  const spot = editor.spot(id);
  if (spot === undefined) return;
  const last = listAt(editor.state.blocks, spot).length;
  const at = by === -1 ? spot.at - 1 : spot.at + 2;
  if (at >= 0 && at <= last) editor.moveTo(id, { ...spot, at });
}
