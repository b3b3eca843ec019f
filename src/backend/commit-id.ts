/** The full id of a commit; `null` for anything else. */
export function commitId(text: string | undefined): string | null {
  return text !== undefined && /^[0-9a-f]{40}$/.test(text) ? text : null;
}
