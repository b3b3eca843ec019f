let current: (id: string) => string | undefined = () => undefined;

/** Sets what views show in place of the names of some people. The source answers for the request that runs; where none does, such as in the API, each author has the stored name. */
export function takeShownNamesFrom(source: (id: string) => string | undefined): void {
  current = source;
}

/**
 * Name of an author in a view: `Former person 7` for a person who asked for it.
 *
 * @param id of the author; `null` if unknown
 */
export const shownName = (id: string | null, name: string): string => (id === null ? undefined : current(id)) ?? name;

/** Name of a commit's author in a view. The mail address, which the service made, has the id. */
export const shownAuthor = ({ author, email }: { readonly author: string; readonly email: string }): string =>
  shownName(/^([a-z0-9]+)@[^@]+\.invalid$/.exec(email)?.[1] ?? null, author);
