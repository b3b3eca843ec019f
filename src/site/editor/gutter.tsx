import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { words } from '../../words/words.js';
import { Button } from '../parts/button.js';
import { startDrag } from './drag.js';
import { blockElement, blockIdAt, keepCaret } from './focus.js';
import { useEditor, useSelected } from './use.js';

/** Gap below a block in which the line to add another is shown, in pixels. */
const gap = 16;

/** Handle and + of the block under the pointer, and the line to add one below it. */
export function Gutter() {
  const texts = words().editorBlocks;
  const editor = useEditor();
  const { hovered, isBelow } = useHoveredBlock();
  const current = useSelected(({ selected, focused }) => selected ?? focused);
  const id = useSelected(() => (hovered !== null && editor.spot(hovered) !== undefined ? hovered : current));
  const isRemoved = useSelected(({ state }) => id !== null && state.removed.has(id));
  const open = useSelected(({ open }) => open);
  const isTableInUse = hovered === current && editor.block(id)?.type === 'table';
  const hasLine = isBelow && open === null && !isTableInUse;
  const { gutter, line } = usePlaceAtBlock(id, hasLine);

  if (id === null || isRemoved) return null;
  return (
    <>
      <div class="gutter" ref={gutter}>
        <Button
          icon="plus"
          aria-label={texts.addBelow}
          tabIndex={-1}
          onMouseDown={keepCaret}
          onClick={() => editor.insertAt(id)}
        />
        <Button
          icon="grip-vertical"
          class="grab"
          tabIndex={-1}
          aria-label={texts.moveOrChange}
          aria-haspopup="dialog"
          onPointerDown={(event) => startDrag(event, id, editor)}
          onClick={() => {
            editor.select(id);
            editor.show({ kind: 'menu', id });
          }}
        />
      </div>
      {hasLine && (
        <div class="plus" ref={line}>
          <Button icon="plus" tabIndex={-1} onMouseDown={keepCaret} onClick={() => editor.insertAt(id)}>
            {texts.addBlock}
          </Button>
        </div>
      )}
    </>
  );
}

/** The block that the mouse pointed at, or that was selected, last, and whether the pointer is in the gap below it. */
function useHoveredBlock() {
  const editor = useEditor();
  const selected = useSelected(({ selected }) => selected);
  const [hovered, setHovered] = useState<string | null>(null);
  const [isBelow, setBelow] = useState(false);

  useEffect(() => {
    const follow = (event: PointerEvent): void => {
      if (event.pointerType !== 'mouse' || event.buttons !== 0 || editor.open !== null) return;
      const id = blockIdAt(event.target) ?? blockAbove(event.target, event.clientY);
      if (id === null) return;
      setHovered(id);
      const bottom = blockElement(id)?.getBoundingClientRect().bottom ?? 0;
      setBelow(event.clientY > bottom - gap / 2 && event.clientY < bottom + gap * 2);
    };
    document.addEventListener('pointermove', follow, { passive: true });
    return () => document.removeEventListener('pointermove', follow);
  }, []);

  useLayoutEffect(() => {
    if (selected !== null) setHovered(selected);
  }, [selected]);

  return { hovered, isBelow };
}

/** Refs of the gutter and of the line below a block; they stay at the block when the page is laid out again. */
function usePlaceAtBlock(id: string | null, hasLine: boolean) {
  const editor = useEditor();
  const gutter = useRef<HTMLDivElement>(null);
  const line = useRef<HTMLDivElement>(null);
  // Words that are typed leave the spot as it is, so the gutter is not placed again for each key.
  const spot = useSelected(() => Object.values((id !== null && editor.spot(id)) || {}).join(' '));

  useLayoutEffect(() => {
    const place = (): void => {
      const box = id === null ? undefined : blockElement(id)?.getBoundingClientRect();
      if (id === null || box === undefined) return;
      const isNested = editor.spot(id)?.holder !== null;
      const left = box.left + scrollX;
      gutter.current?.classList.toggle('low', isNested);
      moveTo(gutter.current, Math.max(0, left - (isNested ? 0 : 62)), box.top - (isNested ? 24 : 1));
      moveTo(line.current, left, box.bottom + gap / 2);
      line.current?.style.setProperty('width', `${box.width}px`);
    };
    place();
    const observer = new ResizeObserver(place);
    const main = document.querySelector('main');
    if (main !== null) observer.observe(main);
    return () => observer.disconnect();
  }, [id, spot, hasLine]);

  return { gutter, line };
}

/** @param top in the window */
function moveTo(element: HTMLElement | null, left: number, top: number): void {
  element?.style.setProperty('left', `${left}px`);
  element?.style.setProperty('top', `${top + scrollY}px`);
}

/** The block of the page above a point that is between blocks. */
function blockAbove(target: EventTarget | null, y: number): string | null {
  if (!(target instanceof Element) || target.closest('main') === null) return null;
  const blocks = [...document.querySelectorAll<HTMLElement>('main > [data-block]')];
  const above = blocks.findLast((element) => element.getBoundingClientRect().top <= y);
  return above?.dataset.block ?? null;
}
