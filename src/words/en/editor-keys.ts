/** Keys of the editor. */
export const editorKeys = {
  title: 'Keys',
  onMac: 'On a Mac, the Command key in place of Ctrl.',
  /** At items of menus. */
  names: {
    escape: 'Esc',
    save: 'Ctrl S',
    duplicate: 'Ctrl D',
    up: 'Alt ↑',
    down: 'Alt ↓',
    left: 'Alt ←',
    right: 'Alt →',
    remove: 'Backspace',
  },
};

/** Keys of the editor, with what each does. */
export const keyList = {
  save: { keys: 'Ctrl S', does: 'Save as draft' },
  publish: { keys: 'Ctrl Shift S', does: 'Publish with a reason, and other ways to save' },
  undo: { keys: 'Ctrl Z, Ctrl Shift Z', does: 'Undo, redo' },
  escape: { keys: 'Esc', does: 'From the text to its block, then to nothing' },
  write: { keys: 'Enter', does: 'Write in the selected block' },
  move: { keys: 'Alt ↑, Alt ↓', does: 'Move the block' },
  movePage: { keys: 'Alt ↑, Alt ↓, Alt Enter', does: 'In the navigation: move the page' },
  duplicate: { keys: 'Ctrl D', does: 'Duplicate the block' },
  remove: { keys: 'Backspace', does: 'Remove the selected block' },
  addBelow: { keys: 'Ctrl Enter', does: 'Add a block below' },
  paste: { keys: 'Ctrl V', does: 'On an empty page or a selected block: add a text' },
  add: { keys: '/', does: 'Add a block, in an empty text' },
  cells: { keys: 'Tab, Enter', does: 'In a table: next cell, cell below' },
  moveLine: { keys: 'Alt and arrows', does: 'In a table: move the row or the column' },
  cellMenu: { keys: 'Alt Enter', does: 'In a table: add, move, remove' },
  marks: { keys: 'Ctrl B, I, E, K', does: 'Bold, italic, code, link' },
};
