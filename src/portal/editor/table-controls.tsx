import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { BlockData } from '../../content/blocks/block-type.js';
import { type NodeJson, withoutTags, writeTopBlock } from '../../content/html/write.js';
import { list, text } from '../blocks/data.js';
import { Button } from '../parts/button.js';
import type { Editor } from './editor.js';
import { announce, blockAt, elementOf } from './focus.js';
import { Menu, type MenuItem } from './menu.js';
import { addLine, cellsOf, fillCells, type Line, moveLine, removeLine, sizeOf } from './table.js';
import { useEditor, useSelected } from './use.js';

/** A cell of a table. */
interface Cell {
  readonly id: string;
  /** -1: the header. */
  readonly row: number;
  readonly column: number;
}

function cellAt(target: EventTarget | null): Cell | null {
  if (!(target instanceof Element)) return null;
  const element = target.closest<HTMLTableCellElement>('main .eb td, main .eb th');
  const id = blockAt(element);
  const row = element?.parentElement;
  if (element === null || id === null || !(row instanceof HTMLTableRowElement)) return null;
  return { id, row: row.closest('thead') === null ? row.sectionRowIndex : -1, column: element.cellIndex };
}

/** Element of a cell: its text, where that is written in an element of its own. */
export function cellElement({ id, row, column }: Cell): HTMLElement | null {
  const rows = elementOf(id)?.querySelectorAll<HTMLTableRowElement>(row < 0 ? 'thead tr' : 'tbody tr');
  const cell = rows?.[Math.max(0, row)]?.cells[column];
  return cell === undefined || cell.matches('[role=textbox]') ? (cell ?? null) : cell.querySelector('[role=textbox]');
}

/** Puts the caret into a cell, after the page is drawn: the next keys go there. */
function focusCell(cell: Cell): void {
  queueMicrotask(() => {
    const element = cellElement(cell);
    element?.focus();
    element?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
}

/** Changes a table in one step of undoing, and goes to a cell. */
function change(editor: Editor, cell: Cell, make: (data: BlockData) => BlockData): void {
  editor.flush();
  const block = editor.block(cell.id);
  if (block === undefined) return;
  editor.replaceBlock(cell.id, { ...block, data: make(block.data) });
  focusCell(cell);
}

const addAt = (editor: Editor, cell: Cell, line: Line): void =>
  change(editor, cell, (data) => addLine(data, line, cell[line]));

function moveBy(editor: Editor, cell: Cell, line: Line, by: -1 | 1): void {
  const count = sizeOf(editor.block(cell.id)?.data ?? {})[line];
  const to = cell[line] + by;
  if (cell[line] < 0 || to < 0 || to >= count) return;
  change(editor, { ...cell, [line]: to }, (data) => moveLine(data, line, cell[line], to));
  announce(`${line === 'row' ? 'Row' : 'Column'}, now ${to + 1} of ${count}`);
}

/** Goes to the next cell, or to that before; behind the last one a row is added. */
function goOn(editor: Editor, cell: Cell, by: -1 | 1): boolean {
  const { data = {} } = editor.block(cell.id) ?? {};
  const { header, rows } = data;
  const cells = [list(header), ...list(rows).map(list)].flatMap((line, at) =>
    line.map((_, column): Cell => ({ id: cell.id, row: at - 1, column })),
  );
  const next = cells[cells.findIndex(({ row, column }) => row === cell.row && column === cell.column) + by];
  if (next !== undefined) focusCell(next);
  else if (by === 1) addAt(editor, { id: cell.id, row: list(rows).length, column: 0 }, 'row');
  return next !== undefined || by === 1;
}

function goDown(editor: Editor, cell: Cell): void {
  const below = { ...cell, row: cell.row + 1 };
  if (below.row < list(editor.block(cell.id)?.data.rows).length) focusCell(below);
  else addAt(editor, below, 'row');
}

/** Whether the caret is in an element of a cell in which Enter has a meaning of its own. */
const isInItem = (): boolean => getSelection()?.anchorNode?.parentElement?.closest('td :is(li, pre)') != null;

/** Command of a key in a cell; `null` if the table has none for it. */
function keyOf(event: KeyboardEvent, editor: Editor, cell: Cell): (() => unknown) | null {
  const { key, shiftKey, altKey, ctrlKey, metaKey } = event;
  if (ctrlKey || metaKey || event.isComposing) return null;
  if (altKey) {
    if (key === 'Enter') return () => editor.show({ kind: 'cell', ...cell });
    const moves = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -1, ArrowRight: 1 } as const;
    if (key === 'ArrowUp' || key === 'ArrowDown') return () => moveBy(editor, cell, 'row', moves[key]);
    if (key === 'ArrowLeft' || key === 'ArrowRight') return () => moveBy(editor, cell, 'column', moves[key]);
  }
  if (key === 'Tab') {
    const isFirst = shiftKey && cellElement(cell) === elementOf(cell.id)?.querySelector('.tbl [role=textbox]');
    return isFirst ? null : () => goOn(editor, cell, shiftKey ? -1 : 1);
  }
  return key === 'Enter' && !shiftKey && !isInItem() ? () => goDown(editor, cell) : null;
}

/** Keys and clipboards of the tables of a page; they come before those of texts. */
export function startTables(main: HTMLElement, editor: Editor): void {
  main.addEventListener(
    'keydown',
    (event) => {
      const cell = cellAt(event.target);
      const run = cell === null ? null : keyOf(event, editor, cell);
      if (run === null) return;
      event.preventDefault();
      event.stopPropagation();
      run();
    },
    true,
  );
  main.addEventListener(
    'paste',
    (event) => {
      const cell = cellAt(event.target);
      const copied = event.clipboardData?.getData('text/plain') ?? '';
      const isTable = copied.includes('\t') || /<table[\s>]/i.test(event.clipboardData?.getData('text/html') ?? '');
      if (cell === null || copied === '' || !isTable) return;
      event.preventDefault();
      event.stopPropagation();
      change(editor, cell, (data) =>
        fillCells(data, cell.row, cell.column, cellsOf(copied), (words) => writtenCell(editor, words)),
      );
    },
    true,
  );
}

/** HTML of a cell with the text of one of a spreadsheet. */
function writtenCell(editor: Editor, words: string): string {
  if (words === '') return '';
  const content = words
    .split('\n')
    .flatMap((line, at): NodeJson[] => [
      ...(at > 0 ? [{ type: 'br' }] : []),
      ...(line === '' ? [] : [{ type: 'text', text: line }]),
    ]);
  const node = { type: 'bare', content };
  const html = writeTopBlock(node);
  editor.texts.written.set(html, { type: 'doc', content: [node] });
  return html;
}

/** Grips of the row and the column with the caret, and + at both ends. */
export function TableControls({ id }: { readonly id: string }) {
  const editor = useEditor();
  const ref = useRef<HTMLDivElement>(null);
  const [cell, setCell] = useState<Cell | null>(null);
  const state = useSelected(({ state }) => state);
  const open = useSelected(({ open: shown }) => (shown?.kind === 'cell' && shown.id === id ? shown : null));
  useLayoutEffect(() => {
    const root = elementOf(id);
    const look = (): void => {
      const now = cellAt(document.activeElement);
      if (now?.id === id) setCell(now);
    };
    look();
    root?.addEventListener('focusin', look);
    return () => root?.removeEventListener('focusin', look);
  }, []);
  const at = cell ?? { id, row: 0, column: 0 };
  useLayoutEffect(() => {
    const root = elementOf(id);
    const frame = root?.querySelector<HTMLElement>('.tbl');
    const table = frame?.querySelector('table');
    if (!root || !frame || !table) return;
    const place = (): void => {
      const from = root.getBoundingClientRect();
      const box = frame.getBoundingClientRect();
      const cellBox = cellElement(at)?.closest('td, th')?.getBoundingClientRect();
      const set = (name: string, left: number, top: number, width: number, height: number): void => {
        const element = ref.current?.querySelector<HTMLElement>(`.${name}`);
        if (!element) return;
        const middle = left + width / 2;
        const isOutside = middle < box.left - 1 || middle > box.right;
        element.hidden = name.startsWith('grip') && (isOutside || cellBox === undefined);
        const lengths = { left: left - from.left, top: top - from.top, width, height };
        for (const [key, value] of Object.entries(lengths)) element.style.setProperty(key, `${value}px`);
      };
      const { left = 0, top = 0, width = 0, height = 0 } = cellBox ?? {};
      set('grip.of-column', left + width / 2 - 16, box.top - 12, 32, 24);
      set('grip.of-row', box.left - 12, top + height / 2 - 14, 24, 28);
      set('mark.of-column', left, box.top, Math.min(width, box.right - left), box.height);
      set('mark.of-row', box.left, top, box.width, height);
    };
    place();
    const observer = new ResizeObserver(place);
    observer.observe(table);
    const shown = cellElement(at)?.closest('td, th');
    if (shown) observer.observe(shown);
    frame.addEventListener('scroll', place, { passive: true });
    return () => {
      observer.disconnect();
      frame.removeEventListener('scroll', place);
    };
  }, [state, cell, open]);
  const grip = (line: Line) => (
    <Button
      icon="grip-vertical"
      class={`grip of-${line}${open?.line === line ? ' on' : ''}`}
      tabIndex={-1}
      aria-haspopup="menu"
      aria-label={`${nameOf(editor, at, line)}: add, move, remove`}
      onClick={() => editor.show({ kind: 'cell', ...at, line })}
    />
  );
  const add = (line: Line) => (
    <Button
      icon="plus"
      class={`add-line of-${line}`}
      tabIndex={-1}
      aria-label={`Add ${line}`}
      onClick={() => {
        const count = sizeOf(editor.block(id)?.data ?? {});
        const hasHeader = list(editor.block(id)?.data.header).length > 0;
        const first: Cell = { id, row: hasHeader ? -1 : 0, column: 0 };
        addAt(editor, { ...first, [line]: count[line] }, line);
      }}
    >
      <span class="only-s">{line === 'row' ? 'Row' : 'Column'}</span>
    </Button>
  );
  return (
    <div class="table-controls" ref={ref}>
      {open?.line !== undefined && <div class={`mark of-${open.line}`} />}
      {cell !== null && grip('column')}
      {cell !== null && cell.row >= 0 && grip('row')}
      {add('column')}
      {add('row')}
    </div>
  );
}

/** A line by its first cell. */
function nameOf(editor: Editor, { id, row, column }: Cell, line: Line): string {
  const { header, rows } = editor.block(id)?.data ?? {};
  const first = line === 'column' ? list(header)[column] : list(list(rows)[row])[0];
  const words = withoutTags(text(first)).trim();
  const name = line === 'column' ? 'Column' : 'Row';
  return words === '' ? `${name} ${(line === 'column' ? column : row) + 1}` : `${name} “${words}”`;
}

/** Menu of the row and the column of a cell. @param line left out: with both */
export function CellMenu({
  cell,
  line,
  close,
}: {
  readonly cell: Cell;
  readonly line?: Line | undefined;
  close(): void;
}) {
  const editor = useEditor();
  const count = sizeOf(editor.block(cell.id)?.data ?? {});
  const itemsOf = (line: Line): readonly MenuItem[] => {
    const at = cell[line];
    const isRow = line === 'row';
    const item = (icon: MenuItem['icon'], name: string, run: () => void, keys?: string): MenuItem => ({
      ...{ icon, name, ...(keys && { keys }) },
      run() {
        editor.show(null);
        run();
      },
    });
    const isMovable = at >= 0;
    const back = isRow ? 'arrow-up' : 'arrow-left';
    const on = isRow ? 'arrow-down' : 'arrow-right';
    const all: readonly (MenuItem | false)[] = [
      isMovable && item('plus', `Add ${line} ${isRow ? 'above' : 'before'}`, () => addAt(editor, cell, line)),
      item('plus', `Add ${line} ${isRow ? 'below' : 'after'}`, () => addAt(editor, { ...cell, [line]: at + 1 }, line)),
      at > 0 &&
        item(back, `Move ${isRow ? 'up' : 'left'}`, () => moveBy(editor, cell, line, -1), isRow ? 'Alt ↑' : 'Alt ←'),
      isMovable &&
        at < count[line] - 1 &&
        item(on, `Move ${isRow ? 'down' : 'right'}`, () => moveBy(editor, cell, line, 1), isRow ? 'Alt ↓' : 'Alt →'),
      isMovable &&
        count[line] > 1 && {
          ...item('trash', `Remove ${line}`, () =>
            change(editor, { ...cell, [line]: Math.min(at, count[line] - 2) }, (data) => removeLine(data, line, at)),
          ),
          isBad: true,
        },
    ];
    return all.filter((item) => item !== false);
  };
  const lines: readonly Line[] = line === undefined ? ['row', 'column'] : [line];
  const parts = lines.map((line) => [nameOf(editor, cell, line), itemsOf(line)] as const);
  return <Menu name="Table" parts={parts} close={close} />;
}

export function leaveCellMenu(editor: Editor, cell: Cell): void {
  editor.show(null);
  focusCell(cell);
}
