import { useRef, useState } from 'preact/hooks';
import { list } from '../blocks/data.js';
import { Fill } from '../blocks/palette.js';
import { Button } from '../parts/button.js';
import { announce } from './focus.js';
import { valueAt } from './page-model.js';
import { useEditor, useSelected } from './use.js';

interface PaletteControlsProps {
  /** Id of the block. */
  readonly id: string;
  readonly field: string;
}

/** Colours that a block shows, in their order, and those of the brand that it does not. */
export function PaletteControls({ id, field }: PaletteControlsProps) {
  const editor = useEditor();
  const [words, setWords] = useState('');
  const [dragged, setDragged] = useState<number | null>(null);
  const chosen = list(valueAt(useSelected(() => editor.block(id))?.data, field));
  const ref = useRef<HTMLFieldSetElement>(null);
  const set = (next: readonly unknown[]): void => editor.setField(id, field, next);
  /** The button that was pressed goes: the focus stays here, and the block is selected as before. */
  const press =
    (next: readonly unknown[]) =>
    (event: MouseEvent): void => {
      event.stopPropagation();
      ref.current?.focus();
      set(next);
    };
  const nameOf = (color: unknown): string =>
    editor.colors.get(Number(color))?.name ?? `Colour ${color}, which no longer exists`;
  const move = (from: number, to: number): void => {
    if (from === to || to < 0 || to >= chosen.length) return;
    set(chosen.toSpliced(from, 1).toSpliced(to, 0, chosen[from]));
    announce(`${nameOf(chosen[from])}, now ${to + 1} of ${chosen.length}`);
  };
  const others = [...editor.colors.values()].filter(
    ({ id: color, name }) => !chosen.includes(color) && name.toLowerCase().includes(words.trim().toLowerCase()),
  );
  return (
    <fieldset ref={ref} class="choose-colors" tabIndex={-1}>
      <legend class="vh">Colours</legend>
      <ol>
        {chosen.map((color, at) => (
          <li key={`${color} ${chosen.indexOf(color) === at ? 0 : at}`}>
            <Button
              class="swatch"
              draggable
              aria-label={`${nameOf(color)}, ${at + 1} of ${chosen.length}. Alt and arrow keys move it, Enter takes it out.`}
              title="Drag to order, press to take it out"
              onClick={press(chosen.filter((_, index) => index !== at))}
              onDragStart={() => setDragged(at)}
              onDragEnd={() => setDragged(null)}
              onDragOver={(event) => dragged !== null && event.preventDefault()}
              onDrop={(event) => {
                event.preventDefault();
                if (dragged !== null) move(dragged, at);
              }}
              onKeyDown={(event) => {
                const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
                if (!event.altKey || by === undefined) return;
                event.preventDefault();
                move(at, at + by);
              }}
            >
              <Dot hex={editor.colors.get(Number(color))?.hex ?? ''} />
              {nameOf(color)}
            </Button>
          </li>
        ))}
      </ol>
      <input
        class="in"
        type="search"
        aria-label="Find a colour"
        placeholder="Find a colour"
        value={words}
        onInput={({ currentTarget }) => setWords(currentTarget.value)}
      />
      <ul>
        {others.map(({ id: color, name, hex }) => (
          <li key={color}>
            <Button class="swatch" aria-label={`Add ${name}`} onClick={press([...chosen, color])}>
              <Dot hex={hex} />
              {name}
            </Button>
          </li>
        ))}
      </ul>
      {others.length === 0 && words !== '' && <p class="dim">No other colour has this name.</p>}
    </fieldset>
  );
}

const Dot = ({ hex }: { readonly hex: string }) => (
  <span class="dot2">
    <Fill hex={hex} />
  </span>
);
