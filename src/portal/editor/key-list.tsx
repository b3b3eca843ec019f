import { Dialog } from './popup.js';

/** Keys of the editor, with what each does. */
const keys: readonly (readonly [key: string, what: string])[] = [
  ['Ctrl S', 'Save as draft'],
  ['Ctrl Shift S', 'Publish with a reason, and other ways to save'],
  ['Ctrl Z, Ctrl Shift Z', 'Undo, redo'],
  ['Esc', 'From the text to its block, then to nothing'],
  ['Enter', 'Write in the selected block'],
  ['Alt ↑, Alt ↓', 'Move the block'],
  ['Alt ↑, Alt ↓, Alt Enter', 'In the navigation: move the page'],
  ['Ctrl D', 'Duplicate the block'],
  ['Backspace', 'Remove the selected block'],
  ['Ctrl Enter', 'Add a block below'],
  ['Ctrl V', 'On an empty page or a selected block: add a text'],
  ['/', 'Add a block, in an empty text'],
  ['Tab, Enter', 'In a table: next cell, cell below'],
  ['Alt and arrows', 'In a table: move the row or the column'],
  ['Alt Enter', 'In a table: add, move, remove'],
  ['Ctrl B, I, E, K', 'Bold, italic, code, link'],
];

export function KeyList({ close }: { close(): void }) {
  return (
    <Dialog
      name="Keys"
      title="Keys"
      head={<p>On a Mac, the Command key in place of Ctrl.</p>}
      closeLabel="Close"
      close={close}
    >
      <dl class="body key-list">
        {keys.map(([key, what]) => (
          <div>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
