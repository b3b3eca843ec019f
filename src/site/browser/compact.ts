import { readFromDevice, writeToDevice } from './device.js';

const name = 'bp-compact';

const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';

/** Whether palettes are compact on this device. */
export const isCompact = (): boolean => readFromDevice(name, isFlag) ?? false;

/** Makes all palettes of the page compact, or none. */
export function setCompact(isChosen: boolean): void {
  for (const box of document.querySelectorAll<HTMLInputElement>('.pal-view input')) box.checked = isChosen;
}

/** The compact view of palettes is one choice, which this device keeps. */
export function startCompact(): void {
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.matches('.pal-view input')) return;
    writeToDevice(name, target.checked);
    const { top } = target.getBoundingClientRect();
    setCompact(target.checked);
    // Palettes above have another height now.
    scrollBy({ top: target.getBoundingClientRect().top - top, behavior: 'instant' });
  });
}
