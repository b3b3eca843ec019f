import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../parts/button.js';
import { startDrag } from './drag.js';
import { blockAt, elementOf } from './focus.js';
import { useEditor, useSelected } from './use.js';

/** Gap below a block in which the line to add another is shown, in pixels. */
const gap = 16;

/** Handle and + of the block under the pointer, and the line to add one below it. */
export function Gutter() {
  const editor = useEditor();
  const [hovered, setHovered] = useState<string | null>(null);
  const [isBelow, setBelow] = useState(false);
  const current = useSelected(({ selected, focused }) => selected ?? focused);
  const id = useSelected((one) => (hovered !== null && one.spot(hovered) !== undefined ? hovered : current));
  const isRemoved = useSelected(({ state }) => id !== null && state.removed.has(id));
  /** Place in the page: words that are typed there leave it as it is. */
  const spot = useSelected((one) => Object.values((id !== null && one.spot(id)) || {}).join(' '));
  const open = useSelected((one) => one.open);
  const ref = useRef<HTMLDivElement>(null);
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const look = (event: PointerEvent): void => {
      if (event.pointerType !== 'mouse' || event.buttons !== 0 || editor.open !== null) return;
      const id = blockAt(event.target) ?? nearestAbove(event.target, event.clientY);
      if (id === null) return;
      setHovered(id);
      const bottom = elementOf(id)?.getBoundingClientRect().bottom ?? 0;
      setBelow(event.clientY > bottom - gap / 2 && event.clientY < bottom + gap * 2);
    };
    document.addEventListener('pointermove', look, { passive: true });
    return () => document.removeEventListener('pointermove', look);
  }, []);
  const selected = useSelected((one) => one.selected);
  useLayoutEffect(() => {
    if (selected !== null) setHovered(selected);
  }, [selected]);
  useLayoutEffect(() => {
    const place = (): void => {
      const box = id === null ? undefined : elementOf(id)?.getBoundingClientRect();
      const gutter = ref.current;
      if (gutter === null || box === undefined) return;
      const isNested = id !== null && editor.spot(id)?.holder !== null;
      gutter.style.top = `${box.top + scrollY - (isNested ? 30 : 1)}px`;
      gutter.style.left = `${Math.max(0, box.left + scrollX - (isNested ? 0 : 62))}px`;
      if (line.current === null) return;
      line.current.style.top = `${box.bottom + scrollY + gap / 2}px`;
      line.current.style.left = `${box.left + scrollX}px`;
      line.current.style.width = `${box.width}px`;
    };
    place();
    const observer = new ResizeObserver(place);
    const main = document.querySelector('main');
    if (main !== null) observer.observe(main);
    return () => observer.disconnect();
  }, [id, isBelow, spot, open]);
  if (id === null || isRemoved) return null;
  return (
    <>
      <div class="gutter" ref={ref}>
        <Button icon="plus" aria-label="Add a block below" tabIndex={-1} onClick={() => editor.insertAt(id)} />
        <Button
          icon="grip-vertical"
          class="grab"
          tabIndex={-1}
          aria-label="Move or change this block. Alt and arrow keys move it."
          aria-haspopup="dialog"
          onPointerDown={(event) => startDrag(event, id, editor)}
          onClick={() => {
            editor.select(id);
            editor.show({ kind: 'menu', id });
          }}
        />
      </div>
      {isBelow && open === null && !(hovered === current && editor.block(id)?.type === 'table') && (
        <div class="plus" ref={line}>
          <Button icon="plus" tabIndex={-1} onClick={() => editor.insertAt(id)}>
            Add block
          </Button>
        </div>
      )}
    </>
  );
}

/** The block of the page above a point that is between blocks. */
function nearestAbove(target: EventTarget | null, y: number): string | null {
  if (!(target instanceof Element) || target.closest('main') === null) return null;
  const all = [...document.querySelectorAll<HTMLElement>('main > [data-block]')];
  const below = all.findIndex((element) => element.getBoundingClientRect().top > y);
  return all[(below < 0 ? all.length : below) - 1]?.dataset.block ?? null;
}
