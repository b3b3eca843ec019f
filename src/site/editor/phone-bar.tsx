import { Button } from '../parts/button.js';
import type { IconName } from '../parts/icon.js';
import { moveBlock } from './block-menu.js';
import { keepCaret } from './focus.js';
import { hasSettings } from './kinds.js';
import { useEditor, useSelected } from './use.js';

/** Bar of the selected block on a phone, where there is no gutter. */
export function PhoneBar() {
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
    <div class="mobar" role="toolbar" aria-label="Block" onMouseDown={keepCaret}>
      {button('plus', 'Add', () => void editor.insertAt(id))}
      {button('type', 'Style', () => editor.show({ kind: 'menu', id }))}
      {button('arrow-up', 'Up', () => moveBlock(editor, id, -1))}
      {button('arrow-down', 'Down', () => moveBlock(editor, id, 1))}
      {hasSettings(type) && button('settings-2', 'Settings', () => editor.show({ kind: 'settings', id }))}
      {button('trash', 'Remove', () => editor.removeBlock(id))}
    </div>
  );
}
