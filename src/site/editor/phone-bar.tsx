import { words } from '../../words/words.js';
import { Button } from '../parts/button.js';
import type { IconName } from '../parts/icon.js';
import { moveBlock } from './block-menu.js';
import { keepCaret } from './focus.js';
import { hasSettings } from './kinds.js';
import { useEditor, useSelected } from './use.js';

/** Bar of the selected block on a phone, where there is no gutter. */
export function PhoneBar() {
  const { common, editorBlocks: texts } = words();
  const editor = useEditor();
  const id = useSelected(({ selected, focused }) => selected ?? focused);
  const isRemoved = useSelected(({ state }) => id !== null && state.removed.has(id));
  const type = useSelected(() => editor.block(id)?.type);
  if (id === null || isRemoved) return null;
  const button = (icon: IconName, name: string, run: () => void) => (
    <Button icon={icon} iconSize="l" onClick={run}>
      {name}
    </Button>
  );
  return (
    <div class="mobar" role="toolbar" aria-label={texts.block} onMouseDown={keepCaret}>
      {button('plus', common.add, () => void editor.insertAt(id))}
      {button('type', texts.style, () => editor.show({ kind: 'menu', id }))}
      {button('arrow-up', texts.up, () => moveBlock(editor, id, -1))}
      {button('arrow-down', texts.down, () => moveBlock(editor, id, 1))}
      {hasSettings(type) && button('settings-2', texts.settings, () => editor.show({ kind: 'settings', id }))}
      {button('trash', common.remove, () => editor.removeBlock(id))}
    </div>
  );
}
