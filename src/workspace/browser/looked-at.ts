import { readFromDevice, writeToDevice } from '../../portal/browser/device.js';

const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';

/** Keeps on this device which changes of a proposal the reader has looked at. */
export function startLookedAt(root: ParentNode): void {
  for (const label of root.querySelectorAll<HTMLElement>('[data-looked-at]')) {
    const box = label.querySelector('input');
    if (box === null) continue;
    const name = `looked-at:${location.pathname}#${label.dataset.lookedAt}`;
    label.hidden = false;
    box.checked = readFromDevice(name, isFlag) ?? false;
    box.addEventListener('change', () => writeToDevice(name, box.checked));
  }
}
