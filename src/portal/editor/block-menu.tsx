import { useLayoutEffect, useRef } from 'preact/hooks';
import type { StoredBlock } from '../../content/blocks/block-type.js';
import { text } from '../blocks/data.js';
import { Icon, type IconName } from '../parts/icon.js';
import type { Editor } from './editor.js';
import { focusText } from './focus.js';
import { isAllowed, kindName } from './kinds.js';
import { holdersOf, listAt, listsIn, type Spot, walk } from './page-model.js';
import { turnInto, turnsOf } from './turn-into.js';
import { useEditor } from './use.js';

interface BlockMenuProps {
  readonly id: string;
  close(): void;
}

interface Item {
  readonly icon: IconName;
  readonly name: string;
  readonly keys?: string;
  readonly isBad?: true;
  run(): void;
}

/** What can be done with a block. */
export function BlockMenu({ id, close }: BlockMenuProps) {
  const editor = useEditor();
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => ref.current?.querySelector('button')?.focus({ preventScroll: true }), []);
  const block = editor.block(id);
  if (block === undefined) return null;
  const then = (run: () => void) => (): void => {
    editor.show(null);
    run();
  };
  const turns: Item[] = turnsOf(block).map((turn) => ({
    ...{ icon: turn.icon, name: turn.name },
    run: then(() => {
      editor.replaceBlock(id, turnInto(block, turn));
      focusText(id);
    }),
  }));
  const items: Item[] = [
    { icon: 'copy', name: 'Duplicate', keys: 'Ctrl D', run: then(() => editor.select(editor.duplicate(id))) },
    { icon: 'arrow-up', name: 'Move up', keys: 'Alt ↑', run: then(() => step(editor, id, -1)) },
    { icon: 'arrow-down', name: 'Move down', keys: 'Alt ↓', run: then(() => step(editor, id, 1)) },
    { icon: 'combine', name: 'Move to…', run: () => editor.show({ kind: 'move', id }) },
    { icon: 'settings-2', name: 'Settings', run: () => editor.show({ kind: 'settings', id }) },
    { icon: 'trash', name: 'Remove', keys: 'Backspace', isBad: true, run: then(() => editor.removeBlock(id)) },
  ];
  const button = ({ icon, name, keys, isBad, run }: Item) => (
    <button type="button" class={isBad ? 'it bad' : 'it'} role="menuitem" tabIndex={-1} onClick={run}>
      <Icon name={icon} />
      <span class="grow">{name}</span>
      {keys !== undefined && <kbd>{keys}</kbd>}
    </button>
  );
  return (
    <div
      ref={ref}
      class="block-menu"
      role="menu"
      aria-label={kindName(block.type)}
      onKeyDown={(event) => {
        const all = [...(ref.current?.querySelectorAll('button') ?? [])];
        const at = all.findIndex((one) => one.matches(':focus'));
        const starts = all.find(
          (one, index) => index > at && one.textContent.trim().toLowerCase().startsWith(event.key.toLowerCase()),
        );
        const next = {
          ArrowDown: all[at + 1] ?? all[0],
          ArrowUp: all[at - 1] ?? all.at(-1),
          Home: all[0],
          End: all.at(-1),
        }[event.key];
        const target = next ?? (event.key.length === 1 ? starts : undefined);
        if (event.key === 'Tab') close();
        if (target === undefined) return;
        event.preventDefault();
        target.focus();
      }}
    >
      {turns.length > 0 && (
        <>
          <p class="h" aria-hidden="true">
            Turn into
          </p>
          {turns.map(button)}
          <hr />
        </>
      )}
      {items.map(button)}
    </div>
  );
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
