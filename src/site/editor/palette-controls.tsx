import { useRef, useState } from 'preact/hooks';
import { fill, words } from '../../words/words.js';
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

/** Chooses and orders the colours of a block. */
export function PaletteControls({ id, field }: PaletteControlsProps) {
  const texts = words().editorBlocks.colors;
  const editor = useEditor();
  const [sought, setSought] = useState('');
  const chosen = list(valueAt(useSelected(() => editor.block(id))?.data, field));
  const ref = useRef<HTMLFieldSetElement>(null);
  const setChosen = (colorIds: readonly unknown[]): void => editor.setField(id, field, colorIds);
  /**
   * Sets the colours on a click. The clicked button disappears, so the controls take the focus, and the block stays
   * selected.
   */
  const setChosenOnClick = (event: MouseEvent, colorIds: readonly unknown[]): void => {
    event.stopPropagation();
    ref.current?.focus();
    setChosen(colorIds);
  };
  const others = [...editor.colors.values()].filter(
    (color) => !chosen.includes(color.id) && color.name.toLowerCase().includes(sought.trim().toLowerCase()),
  );
  return (
    <fieldset ref={ref} class="choose-colors" tabIndex={-1}>
      <legend class="vh">{texts.title}</legend>
      <ChosenColors chosen={chosen} setChosen={setChosen} setChosenOnClick={setChosenOnClick} />
      <input
        class="in"
        type="search"
        aria-label={texts.find}
        placeholder={texts.find}
        value={sought}
        onInput={({ currentTarget }) => setSought(currentTarget.value)}
      />
      <ul>
        {others.map((color) => (
          <li key={color.id}>
            <Button
              class="swatch"
              aria-label={fill(texts.add, { name: color.name })}
              onClick={(event) => setChosenOnClick(event, [...chosen, color.id])}
            >
              <Dot hex={color.hex} />
              {color.name}
            </Button>
          </li>
        ))}
      </ul>
      {others.length === 0 && sought !== '' && <p class="dim">{texts.none}</p>}
    </fieldset>
  );
}

interface ChosenColorsProps {
  /** Ids of the colours, as content has them. */
  readonly chosen: readonly unknown[];
  setChosen(colorIds: readonly unknown[]): void;
  setChosenOnClick(event: MouseEvent, colorIds: readonly unknown[]): void;
}

/** Colours of the block as buttons: a click removes the colour, dragging moves it. */
function ChosenColors({ chosen, setChosen, setChosenOnClick }: ChosenColorsProps) {
  const { editorBlocks, references } = words();
  const texts = editorBlocks.colors;
  const { colors } = useEditor();
  const [dragged, setDragged] = useState<number | null>(null);
  const nameOf = (id: unknown): string =>
    colors.get(Number(id))?.name ?? fill(references.goneColor, { id: String(id) });
  const move = (from: number, to: number): void => {
    if (from === to || to < 0 || to >= chosen.length) return;
    setChosen(chosen.toSpliced(from, 1).toSpliced(to, 0, chosen[from]));
    announce(fill(editorBlocks.nowAt, { name: nameOf(chosen[from]), n: to + 1, count: chosen.length }));
  };
  return (
    <ol>
      {chosen.map((color, index) => (
        <li key={`${color} ${chosen.indexOf(color) === index ? 0 : index}`}>
          <Button
            class="swatch"
            draggable
            aria-label={fill(texts.chosen, { name: nameOf(color), n: index + 1, count: chosen.length })}
            title={texts.chosenHint}
            onClick={(event) => setChosenOnClick(event, chosen.toSpliced(index, 1))}
            onDragStart={() => setDragged(index)}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => dragged !== null && event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged !== null) move(dragged, index);
            }}
            onKeyDown={(event) => {
              const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
              if (!event.altKey || step === undefined) return;
              event.preventDefault();
              move(index, index + step);
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
