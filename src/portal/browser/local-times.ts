const dayOf = (at: Date, zone?: 'UTC'): string => at.toLocaleDateString('sv', { timeZone: zone });

/** Shows times in the reader's time zone, and the last two days in words. UTC stays as a tooltip. `zone` names the zone. `short` leaves out the clock of older days. */
export function startLocalTimes(root: ParentNode): void {
  const clock = { hour: '2-digit', minute: '2-digit' } as const;
  const day = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const;
  const [today = '', yesterday = ''] = [0, 1].map((days) => dayOf(new Date(Date.now() - days * 24 * 60 * 60 * 1000)));
  for (const time of root.querySelectorAll<HTMLTimeElement>('time[data-local]')) {
    const at = new Date(time.dateTime);
    if (Number.isNaN(at.getTime())) continue;
    time.title ||= time.textContent ?? '';
    // A row is below its day in UTC.
    const isSameDay = time.dataset.local === 'clock' && dayOf(at) === dayOf(at, 'UTC');
    const near = [today, yesterday].indexOf(dayOf(at));
    if (time.dataset.local === 'zone') {
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
      time.textContent = `${at.toLocaleString('en-GB', { ...day, ...clock })} ${timeZone}`;
      continue;
    }
    time.textContent =
      time.dataset.local !== 'short'
        ? at.toLocaleString('en-GB', isSameDay ? clock : { ...day, ...clock })
        : near < 0
          ? at.toLocaleDateString('en-GB', { ...day, weekday: undefined })
          : `${['Today', 'Yesterday'][near]}, ${at.toLocaleTimeString('en-GB', clock)}`;
  }
  for (const time of root.querySelectorAll<HTMLTimeElement>('.day time')) {
    if (time.dateTime === today) time.textContent = 'Today';
    else if (time.dateTime === yesterday) time.textContent = 'Yesterday';
  }
}
