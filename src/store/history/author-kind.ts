/** Kinds of authors, by which the history is filtered. An agent and a program both have a key; an agent comes over MCP. */
export const authorKinds = ['person', 'program', 'agent'] as const;
export type AuthorKind = (typeof authorKinds)[number];

/** @returns `null` for the operator, the service itself and git */
export function authorKindOf({ by, via }: { readonly by: string; readonly via: string | null }): AuthorKind | null {
  if (by === 'key') return via === 'mcp' ? 'agent' : 'program';
  return by === 'person' ? 'person' : null;
}
