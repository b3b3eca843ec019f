import type { Editor } from './editor.js';
import { blockAt, elementOf } from './focus.js';
import type { Spot } from './page-model.js';

/** Way of the pointer after which a press is a drag, in pixels. */
const threshold = 5;

/** Moves a block with the pointer, from its handle; a line shows where it goes. */
export function startDrag(event: PointerEvent, id: string, editor: Editor): void {
  if (event.button !== 0) return;
  const from = { x: event.clientX, y: event.clientY };
  const line = Object.assign(document.createElement('div'), { className: 'dropline' });
  let spot: Spot | null = null;
  let isDragged = false;
  const move = ({ clientX, clientY }: PointerEvent): void => {
    if (!isDragged && Math.hypot(clientX - from.x, clientY - from.y) < threshold) return;
    if (!isDragged) document.body.append(line);
    isDragged = true;
    elementOf(id)?.classList.add('ghost');
    if (clientY < 100) scrollBy(0, -12);
    if (clientY > innerHeight - 60) scrollBy(0, 12);
    spot = spotAt(clientX, clientY, id, editor, line) ?? spot;
  };
  const end = (isDropped: boolean) => (): void => {
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', drop);
    removeEventListener('pointercancel', cancel);
    removeEventListener('keydown', onEscape, true);
    line.remove();
    elementOf(id)?.classList.remove('ghost');
    if (!isDragged) return;
    // The click that follows a drag is none.
    addEventListener('click', (click) => click.stopPropagation(), { capture: true, once: true });
    if (isDropped && spot !== null) editor.moveTo(id, spot);
  };
  const [drop, cancel] = [end(true), end(false)];
  const onEscape = (key: KeyboardEvent): void => {
    if (key.key === 'Escape') cancel();
  };
  addEventListener('pointermove', move);
  addEventListener('pointerup', drop);
  addEventListener('pointercancel', cancel);
  addEventListener('keydown', onEscape, true);
}

/** Spot at a point, which the line marks; `null`: there is none. */
function spotAt(x: number, y: number, dragged: string, editor: Editor, line: HTMLElement): Spot | null {
  const target = document.elementFromPoint(x, y);
  const list = target?.closest<HTMLElement>('[data-list]');
  if (list) {
    const [holder = '', field = ''] = (list.dataset.list ?? '').split(' ');
    mark(line, list.getBoundingClientRect(), false);
    return { holder: holder || null, field, at: 0 };
  }
  const id = blockAt(target);
  const box = id === null ? undefined : elementOf(id)?.getBoundingClientRect();
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
