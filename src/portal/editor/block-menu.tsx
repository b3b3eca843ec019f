import type { StoredBlock } from '../../content/blocks/block-type.js';
import { text } from '../blocks/data.js';
import type { Editor } from './editor.js';
import { focusText } from './focus.js';
import { isAllowed, kindName } from './kinds.js';
import { Menu, type MenuItem } from './menu.js';
import { holdersOf, listAt, listsIn, type Spot, walk } from './page-model.js';
import { turnInto, turnsOf } from './turn-into.js';
import { useEditor } from './use.js';

interface BlockMenuProps {
  readonly id: string;
  close(): void;
}

/** Menu of a block. */
export function BlockMenu({ id, close }: BlockMenuProps) {
  const editor = useEditor();
  const block = editor.block(id);
  if (block === undefined) return null;
  const then = (run: () => void) => (): void => {
    editor.show(null);
    run();
  };
  const turns: MenuItem[] = turnsOf(block).map((turn) => ({
    ...{ icon: turn.icon, name: turn.name },
    run: then(() => {
      editor.replaceBlock(id, turnInto(block, turn));
      focusText(id);
    }),
  }));
  const items: MenuItem[] = [
    { icon: 'copy', name: 'Duplicate', keys: 'Ctrl D', run: then(() => editor.select(editor.duplicate(id))) },
    { icon: 'arrow-up', name: 'Move up', keys: 'Alt ↑', run: then(() => step(editor, id, -1)) },
    { icon: 'arrow-down', name: 'Move down', keys: 'Alt ↓', run: then(() => step(editor, id, 1)) },
    { icon: 'combine', name: 'Move to…', run: () => editor.show({ kind: 'move', id }) },
    { icon: 'settings-2', name: 'Settings', run: () => editor.show({ kind: 'settings', id }) },
    { icon: 'trash', name: 'Remove', keys: 'Backspace', isBad: true, run: then(() => editor.removeBlock(id)) },
  ];
  const parts = [
    ['Turn into', turns],
    ['', items],
  ] as const;
  return <Menu name={kindName(block.type)} parts={parts} close={close} />;
}

/** Moves a block one place up or down in its list. */
export function step(editor: Editor, id: string, by: -1 | 1): void {
  const spot = editor.spot(id);
  if (spot === undefined) return;
  const last = listAt(editor.state.blocks, spot).length;
  const at = by === -1 ? spot.at - 1 : spot.at + 2;
  if (at >= 0 && at <= last) editor.moveTo(id, { ...spot, at });
}

interface Choice {
  readonly spot: Spot;
  readonly name: string;
  readonly level: number;
}

/** Places to which a block can be moved, as one reads the page. */
export function MoveChoice({ id, close }: BlockMenuProps) {
  const editor = useEditor();
  const block = editor.block(id);
  const { blocks } = editor.state;
  const inside = new Set(block === undefined ? [] : [...walk([block])].map((found) => found.block.id));
  const types = block === undefined ? [] : [...walk([block])].map((found) => String(found.block.type));
  const choices: Choice[] = [];
  const add = (holder: string | null, field: string, name: string, level: number): void => {
    const around = holdersOf(blocks, holder);
    if (!types.every((type) => isAllowed(type, around))) return;
    const list = listAt(blocks, { holder, field });
    choices.push({ spot: { holder, field, at: 0 }, name: `At the beginning${name}`, level });
    for (const [at, one] of list.entries()) {
      if (one.id === null || inside.has(one.id)) continue;
      choices.push({ spot: { holder, field, at: at + 1 }, name: `After ${wordsOf(one)}`, level });
      for (const [index, [below]] of listsIn(one).entries()) {
        add(one.id, below, ` of ${kindName(one.type).toLowerCase()}, part ${index + 1}`, level + 1);
      }
    }
  };
  add(null, '', ' of the page', 0);
  return (
    <>
      <header>
        <h2>Move {block === undefined ? '' : wordsOf(block)}</h2>
      </header>
      <div class="body move-list">
        {choices.map(({ spot, name, level }) => (
          <button
            type="button"
            class={`it in-${Math.min(level, 3)}`}
            onClick={() => {
              editor.moveTo(id, spot);
              close();
            }}
          >
            {name}
          </button>
        ))}
      </div>
      <footer>
        <button type="button" class="btn" onClick={close}>
          Back to writing
        </button>
      </footer>
    </>
  );
}

const maxWords = 50;

/** A block by its kind and its first words. */
export function wordsOf({ type, data }: StoredBlock): string {
  const words = [data.text, data.html, data.title, data.caption, data.label, data.alt]
    .map((value) =>
      text(value)
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .find((value) => value !== '');
  const name = kindName(type).toLowerCase();
  if (words === undefined) return name;
  return `${name} “${words.length > maxWords ? `${words.slice(0, maxWords)}…` : words}”`;
}
