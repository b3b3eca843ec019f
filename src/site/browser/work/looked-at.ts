import { fill, words } from '../../../words/words.js';
import { readFromDevice, writeToDevice } from '../device.js';

const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';

const nameOf = (change = ''): string => `looked-at:${location.pathname}#${change}`;

const isLookedAt = (change?: string): boolean => readFromDevice(nameOf(change), isFlag) ?? false;

/** Keeps on this device which changes of a proposal the reader has looked at, and marks them in the list of all changes. */
export function startLookedAt(root: ParentNode): void {
  for (const label of root.querySelectorAll<HTMLElement>('[data-looked-at]')) {
    const box = label.querySelector('input');
    if (box === null) continue;
    const change = label.dataset.lookedAt;
    label.hidden = false;
    box.checked = isLookedAt(change);
    box.addEventListener('change', () => {
      writeToDevice(nameOf(change), box.checked);
      markAll(root);
    });
  }
  markAll(root);
}

function markAll(root: ParentNode): void {
  const rows = [...root.querySelectorAll<HTMLElement>('[data-looked-mark]')];
  const looked = rows.filter(({ dataset }) => isLookedAt(dataset.lookedMark));
  for (const row of rows) {
    const mark = row.querySelector<HTMLElement>('.looked');
    if (mark) mark.hidden = !looked.includes(row);
  }
  const count = root.querySelector<HTMLElement>('[data-looked-count]');
  if (count === null) return;
  count.hidden = looked.length === 0;
  count.textContent = fill(words().workScripts.lookedAt, { n: looked.length });
}
