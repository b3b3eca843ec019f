import { fill, words } from '../../words/words.js';
import type { PagePlace } from './api.js';
import { followDrag } from './drag.js';
import type { Editor } from './editor.js';
import { announce } from './focus.js';
import { drawGrips, rowOf } from './frame.js';
import { arrange, inChapter, placeText } from './pages.js';
import type { Move } from './place-fields.js';

/** Time over a closed chapter after which it opens, in ms. */
const openMs = 600;

type Item = HTMLElement;

const itemAt = (target: EventTarget | null): Item | null =>
  target instanceof Element ? target.closest<Item>('.side li[data-nav]') : null;
const idOf = (item: Item): number => Number(item.dataset.nav);
const titleOf = (item: Item | null | undefined): string | undefined =>
  (item && rowOf(item)?.querySelector('bdi')?.textContent) ?? undefined;
const chapterOf = (item: Item): Item | null => itemAt(item.parentElement);
/** The previous or next page in the same chapter. */
const nextTo = (item: Item, side: 'previous' | 'next', than?: Item): Item | null => {
  const other = itemAt(item[`${side}ElementSibling`]);
  return other !== null && other === than ? nextTo(other, side) : other;
};

/** Place next to which an item is; that of a lone one is the end of its chapter. */
function placeOf(item: Item): PagePlace {
  const before = nextTo(item, 'previous');
  if (before !== null) return { after: idOf(before) };
  const after = nextTo(item, 'next');
  return after === null ? { parent_id: parentOf(item) } : { before: idOf(after) };
}

/** Id of the chapter of an item. */
function parentOf(item: Item): number | null {
  const chapter = chapterOf(item);
  return chapter === null ? null : idOf(chapter);
}

/** Moves a page in the navigation; the focus stays on its row. */
export async function movePage(editor: Editor, id: number, { to, back, says }: Move): Promise<void> {
  const problems = Object.values(await arrange(editor, id, [to, back], says));
  if (problems.length > 0) editor.showMessage(fill(words().editorPage.notMoved, { reason: problems.join(' ') }));
  const item = document.querySelector(`.side li[data-nav="${id}"]`);
  if (item !== null) rowOf(item)?.focus();
}

/** Pages and chapters are moved in the navigation: by the pointer, by Alt and arrow keys, and by a dialog. */
export function startNavigationMoves(editor: Editor): void {
  drawGrips();
  const side = document.querySelector<HTMLElement>('.side');
  const ask = (item: Item): void => {
    const page = { id: idOf(item), title: titleOf(item) ?? '', parent_id: parentOf(item) };
    editor.show({ kind: 'page-move', page });
  };
  side?.addEventListener('pointerdown', (event) => {
    const item = itemAt(event.target);
    const isGrip = event.target instanceof Element && event.target.closest('.nav-grip') !== null;
    if (item !== null && event.button === 0 && (event.pointerType === 'mouse' || isGrip)) drag(editor, item, event);
  });
  side?.addEventListener('dragstart', (event) => event.preventDefault());
  side?.addEventListener('click', ({ target }) => {
    const item = itemAt(target);
    if (item !== null && target instanceof Element && target.closest('.nav-grip')) ask(item);
  });
  side?.addEventListener('keydown', (event) => {
    const item = itemAt(event.target);
    if (item === null || !event.altKey) return;
    if (event.key === 'Enter') ask(item);
    else if (event.key === 'ArrowUp') moveBy(editor, item, 'up');
    else if (event.key === 'ArrowDown') moveBy(editor, item, 'down');
    else return;
    event.preventDefault();
  });
}

function moveBy(editor: Editor, item: Item, step: 'up' | 'down'): void {
  const isUp = step === 'up';
  const chapter = titleOf(chapterOf(item));
  const other = nextTo(item, isUp ? 'previous' : 'next');
  if (other === null) {
    const { first, last } = words().editorPage;
    announce(inChapter(isUp ? first : last, chapter));
    return;
  }
  const before = isUp ? nextTo(other, 'previous') : other;
  const to = isUp ? { before: idOf(other) } : { after: idOf(other) };
  void movePage(editor, idOf(item), { to, back: placeOf(item), says: placeText(titleOf(before), chapter) });
}

/** Moves an item with the pointer; a line shows where it goes. */
function drag(editor: Editor, item: Item, event: PointerEvent): void {
  const line = Object.assign(document.createElement('div'), { className: 'dropline nav-line' });
  const held = Object.assign(document.createElement('div'), { className: 'nav-held cut', textContent: titleOf(item) });
  let move: Move | null = null;
  let hovered: Item | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  followDrag(event, {
    follow({ clientX, clientY }) {
      if (!line.isConnected) document.body.append(line, held);
      item.classList.add('ghost');
      held.style.translate = `${clientX + 8}px ${clientY + 8}px`;
      const target = itemAt(document.elementFromPoint(clientX, clientY));
      if (target !== hovered) {
        clearTimeout(timer);
        const closed = target?.querySelector<HTMLDetailsElement>(':scope > details:not([open])');
        if (closed) timer = setTimeout(() => closed.setAttribute('open', ''), openMs);
      }
      hovered = target;
      move = target === null || item.contains(target) ? null : moveTo(item, target, clientY, line);
      line.hidden = move === null;
    },
    end(isDropped) {
      clearTimeout(timer);
      line.remove();
      held.remove();
      item.classList.remove('ghost');
      if (isDropped && move !== null) void movePage(editor, idOf(item), move);
    },
  });
}

/**
 * Move of an item to what is under the pointer: before it, behind it, or into it, if that is a chapter.
 *
 * @returns `null` for the place that it has
 */
function moveTo(item: Item, target: Item, y: number, line: HTMLElement): Move | null {
  const row = rowOf(target);
  const box = row?.getBoundingClientRect();
  if (!row || box === undefined) return null;
  const back = placeOf(item);
  const depth = (y - box.top) / box.height;
  const inside = target.querySelector<HTMLElement>(':scope > ul, :scope > details > ul');
  const first = inside?.querySelector<Item>(':scope > li[data-nav]') ?? null;
  const isOpen = inside?.checkVisibility() === true;
  const mark = (at: number, left = box.left): void => {
    Object.assign(line.style, {
      top: `${at + scrollY}px`,
      left: `${left + scrollX}px`,
      width: `${box.right - left}px`,
    });
  };
  const chapter = titleOf(chapterOf(target));
  const isInto = inside !== null && depth > 0.3 && (isOpen || depth < 0.7);
  if (isInto) {
    mark(box.bottom, box.left + 18);
    const to = isOpen && first !== null ? { before: idOf(first) } : { parent_id: idOf(target) };
    const into = titleOf(target);
    const says = isOpen || first === null ? placeText(undefined, into) : inChapter(words().editorPage.last, into);
    return first === item && isOpen ? null : { to, back, says };
  }
  const isAfter = depth > 0.5;
  mark(isAfter ? box.bottom : box.top);
  const neighbour = nextTo(target, isAfter ? 'next' : 'previous');
  if (neighbour === item) return null;
  const before = isAfter ? target : neighbour;
  return {
    to: isAfter ? { after: idOf(target) } : { before: idOf(target) },
    back,
    says: placeText(titleOf(before), chapter),
  };
}
