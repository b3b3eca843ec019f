import { readFromDevice, writeToDevice } from './device.js';

const isOpened = (value: unknown): value is Record<string, boolean> => typeof value === 'object' && value !== null;

/** Chapters stay open or closed as they were left on this device, and the current page is in view. */
export function startNavigation(): void {
  const side = document.querySelector<HTMLElement>('.side');
  if (side === null) return;
  const name = `bp-open ${side.dataset.base ?? ''}`;
  const opened = readFromDevice(name, isOpened) ?? {};
  for (const chapter of side.querySelectorAll<HTMLDetailsElement>('details[data-chapter]')) {
    const id = chapter.dataset.chapter ?? '';
    const isCurrent = chapter.parentElement?.querySelector('[aria-current]') != null;
    if (!isCurrent && opened[id] !== undefined) chapter.open = opened[id] === true;
    chapter.addEventListener('toggle', () => {
      if (opened[id] === chapter.open) return;
      opened[id] = chapter.open;
      writeToDevice(name, opened);
    });
  }
  const current = side.querySelector<HTMLElement>('[aria-current="page"]');
  if (current === null) return;
  const top = current.getBoundingClientRect().top - side.getBoundingClientRect().top + side.scrollTop;
  if (top > side.clientHeight - 80) side.scrollTop = top - side.clientHeight / 2;
}
