/** What a receiver took, in its order: `since` is `null` in a message from the beginning. */
interface Link {
  readonly type: string;
  readonly since: string | null;
  readonly version: string;
}

/**
 * Holds the messages of one webhook against the history: each begins at or before the end of one that came earlier. A reset begins anew.
 *
 * @param order all commits, oldest first @param start the version that the receiver had @param silent commits that change nothing that readers see
 * @returns every gap, as a sentence
 */
export function gapsIn(
  links: readonly Link[],
  order: readonly string[],
  start: string,
  silent: ReadonlySet<string> = new Set(),
): string[] {
  const placeOf = new Map(order.map((commit, place) => [commit, place]));
  const found: string[] = [];
  let reached = -1;
  const reach = (place: number): void => {
    reached = Math.max(reached, place);
    while (silent.has(order[reached + 1] ?? '')) reached += 1;
  };
  reach(placeOf.get(start) ?? -1);
  for (const [at, { type, since, version }] of links.entries()) {
    if (type === 'test') continue;
    const [from, to] = [since === null ? -1 : placeOf.get(since), placeOf.get(version)];
    if (to === undefined) found.push(`message ${at} leads to ${version}, which is in no history`);
    else if (type !== 'reset' && (from === undefined || from > reached))
      found.push(`message ${at} goes on from ${since}, and ${order[reached]} was the last before`);
    reach(to ?? -1);
  }
  if (reached !== order.length - 1) found.push(`the last message leads to ${order[reached]}, not to ${order.at(-1)}`);
  return found;
}
