/** Shows times in the reader's time zone. UTC stays as a tooltip. */
export function startLocalTimes(root: ParentNode): void {
  const localTime = new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
  for (const time of root.querySelectorAll<HTMLTimeElement>('time[data-local]')) {
    if (Number.isNaN(Date.parse(time.dateTime))) continue;
    time.title = time.textContent ?? '';
    time.textContent = localTime.format(new Date(time.dateTime));
  }
}
