/** Time for which the server knows that a person is editing, in ms. */
const hereMs = 60_000;

/** Takes away the line about who is editing the page once it may not be true any more. */
export function startHereNow(): void {
  const line = document.querySelector('[data-writers]');
  if (line !== null) setTimeout(() => line.remove(), hereMs);
}
