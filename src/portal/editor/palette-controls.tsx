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
  const chosen = list(valueAt(useSelected(() => editor.block(id))?.data, field));
  const ref = useRef<HTMLFieldSetElement>(null);
  const choose = (next: readonly unknown[]): void => editor.setField(id, field, next);
  /** The button that was pressed goes: the focus stays here, and the block is selected as before. */
  const press =
    (next: readonly unknown[]) =>
    (event: MouseEvent): void => {
      event.stopPropagation();
      ref.current?.focus();
      choose(next);
    };
  const others = [...editor.colors.values()].filter(
    (color) => !chosen.includes(color.id) && color.name.toLowerCase().includes(words.trim().toLowerCase()),
  );
  return (
    <fieldset ref={ref} class="choose-colors" tabIndex={-1}>
      <legend class="vh">Colours</legend>
      <ChosenColors chosen={chosen} choose={choose} press={press} />
      <input
        class="in"
        type="search"
        aria-label="Find a colour"
        placeholder="Find a colour"
        value={words}
        onInput={({ currentTarget }) => setWords(currentTarget.value)}
      />
      <ul>
        {others.map((color) => (
          <li key={color.id}>
            <Button class="swatch" aria-label={`Add ${color.name}`} onClick={press([...chosen, color.id])}>
              <Dot hex={color.hex} />
              {color.name}
            </Button>
          </li>
        ))}
      </ul>
      {others.length === 0 && words !== '' && <p class="dim">No other colour has this name.</p>}
    </fieldset>
  );
}

interface ChosenColorsProps {
  /** Ids of the colours, as content has them. */
  readonly chosen: readonly unknown[];
  choose(next: readonly unknown[]): void;
  /** Handler of a button that chooses. */
  press(next: readonly unknown[]): (event: MouseEvent) => void;
}

/** Buttons that take a colour out, and are dragged to order them. */
function ChosenColors({ chosen, choose, press }: ChosenColorsProps) {
  const { colors } = useEditor();
  const [dragged, setDragged] = useState<number | null>(null);
  const nameOf = (id: unknown): string => colors.get(Number(id))?.name ?? `Colour ${id}, which no longer exists`;
  const move = (from: number, to: number): void => {
    if (from === to || to < 0 || to >= chosen.length) return;
    choose(chosen.toSpliced(from, 1).toSpliced(to, 0, chosen[from]));
    announce(`${nameOf(chosen[from])}, now ${to + 1} of ${chosen.length}`);
  };
  return (
    <ol>
      {chosen.map((color, index) => (
        <li key={`${color} ${chosen.indexOf(color) === index ? 0 : index}`}>
          <Button
            class="swatch"
            draggable
            aria-label={`${nameOf(color)}, ${index + 1} of ${chosen.length}. Alt and arrow keys move it, Enter takes it out.`}
            title="Drag to order, press to take it out"
            onClick={press(chosen.toSpliced(index, 1))}
            onDragStart={() => setDragged(index)}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => dragged !== null && event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged !== null) move(dragged, index);
            }}
            onKeyDown={(event) => {
              const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
              if (!event.altKey || by === undefined) return;
              event.preventDefault();
              move(index, index + by);
            }}
          >
            <Dot hex={colors.get(Number(color))?.hex ?? ''} />
            {nameOf(color)}
          </Button>
        </li>
      ))}
    </ol>
  );
}

const Dot = ({ hex }: { readonly hex: string }) => (
  <span class="dot2">
    <Fill hex={hex} />
  </span>
);
