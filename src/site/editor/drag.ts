import type { Editor } from './editor.js';
import { blockElement, blockIdAt } from './focus.js';
import type { Spot } from './page-model.js';

/** Way of the pointer after which a press is a drag, in pixels. */
const threshold = 5;

interface Drag {
  follow(event: PointerEvent): void;
  /** @param isDropped `false` if the drag was cancelled */
  end(isDropped: boolean): void;
}

/** Follows a press: after some way of the pointer it is a drag, until it is dropped or Escape ends it. */
export function followDrag({ clientX: fromX, clientY: fromY }: PointerEvent, { follow, end }: Drag): void {
  let isDragged = false;
  const over = new AbortController();
  const options = { capture: true, signal: over.signal };
  const finish = (isDropped: boolean) => (): void => {
    over.abort();
    if (!isDragged) return;
    // The browser sends a click after a drag, which is not meant.
    const stop = (click: Event): void => {
      click.stopPropagation();
      click.preventDefault();
    };
    addEventListener('click', stop, { capture: true, once: true });
    setTimeout(() => removeEventListener('click', stop, true));
    end(isDropped);
  };
  const move = (event: PointerEvent): void => {
    isDragged ||= Math.hypot(event.clientX - fromX, event.clientY - fromY) >= threshold;
    if (isDragged) follow(event);
  };
  addEventListener('pointermove', move, options);
  addEventListener('pointerup', finish(true), options);
  addEventListener('pointercancel', finish(false), options);
  addEventListener('keydown', ({ key }) => key === 'Escape' && finish(false)(), options);
}

/** Moves a block with the pointer, from its handle; a line shows where it goes. */
export function startDrag(event: PointerEvent, id: string, editor: Editor): void {
  if (event.button !== 0) return;
  const line = Object.assign(document.createElement('div'), { className: 'dropline' });
  let spot: Spot | null = null;
  followDrag(event, {
    follow({ clientX, clientY }) {
      if (!line.isConnected) document.body.append(line);
      blockElement(id)?.classList.add('ghost');
      if (clientY < 100) scrollBy(0, -12);
      if (clientY > innerHeight - 60) scrollBy(0, 12);
      spot = spotAt(clientX, clientY, id, editor, line) ?? spot;
    },
    end(isDropped) {
      line.remove();
      blockElement(id)?.classList.remove('ghost');
      if (isDropped && spot !== null) editor.moveTo(id, spot);
    },
  });
}

/** Spot at a point, which the line marks; `null` if there is none. */
function spotAt(x: number, y: number, dragged: string, editor: Editor, line: HTMLElement): Spot | null {
  const target = document.elementFromPoint(x, y);
  const list = target?.closest<HTMLElement>('[data-list]');
  if (list) {
    const [holder = '', field = ''] = (list.dataset.list ?? '').split(' ');
    mark(line, list.getBoundingClientRect(), false);
    return { holder: holder || null, field, at: 0 };
  }
  const id = blockIdAt(target);
  const box = id === null ? undefined : blockElement(id)?.getBoundingClientRect();
  const spot = id === null ? undefined : editor.spot(id);
  if (id === dragged || box === undefined || spot === undefined) return null;
  const isAfter = y > box.top + box.height / 2;
  mark(line, box, isAfter);
  return { ...spot, at: spot.at + (isAfter ? 1 : 0) };
}

function mark(line: HTMLElement, { left, top, bottom, width }: DOMRect, isAfter: boolean): void {
  line.style.left = `${left + scrollX}px`;
  line.style.top = `${(isAfter ? bottom + 8 : top - 8) + scrollY}px`;
  line.style.width = `${width}px`;
}
