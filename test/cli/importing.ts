import { serving } from '../support/cli.js';

interface Found {
  readonly pages: readonly {
    readonly file: string;
    readonly type: string;
    readonly title: string;
    readonly slug: string;
    readonly hidden: boolean;
    readonly lost: readonly { readonly kind: string; readonly line: number | null; readonly name: string | null }[];
  }[];
  readonly left: readonly { readonly file: string; readonly reason: string }[];
  readonly proposals: readonly { readonly number: number; readonly title: string; readonly pages: number }[];
}

/** The brand `acme` of a running server into which pages are imported. */
export async function importing() {
  const served = await serving();
  const { json } = served;
  const get = (path: string) => served.send('GET', path);
  /** Imports, and publishes all proposals. */
  const importAll = async (...options: string[]): Promise<Found> => {
    const found: Found = await json('page', 'import', 'acme', ...options);
    for (const { number } of found.proposals) {
      await json('proposal', 'approve', 'acme', String(number));
      await json('proposal', 'merge', 'acme', String(number));
    }
    return found;
  };
  /** @returns each file with the page that it became, or why it became none, and what was lost */
  const take = async (...options: string[]) => {
    const { pages, left } = await importAll(...options);
    const code = ({ kind, line, name }: Found['pages'][number]['lost'][number]): string =>
      [kind, ...(name === null ? [] : [name])].join('.') + (line === null ? '' : `:${line}`);
    return Object.fromEntries([
      ...pages.map(({ file, type, title, slug, hidden, lost }) => [
        file,
        [`${hidden ? 'hidden ' : ''}${type} ${slug} ${title}`, ...lost.map(code)],
      ]),
      ...left.map(({ file, reason }) => [file, [reason]]),
    ]);
  };
  return { ...served, get, importAll, take };
}
