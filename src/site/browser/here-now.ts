/** Time for which the server knows that a person is editing, in ms. */
const hereMs = 60_000;

/** Hides the line about who is editing the page once it may not be true any more. It keeps its place: nothing moves under a reader. */
export function startHereNow(): void {
  const line = document.querySelector<HTMLElement>('[data-writers]');
  if (line !== null) setTimeout(() => line.style.setProperty('visibility', 'hidden'), hereMs);
}
