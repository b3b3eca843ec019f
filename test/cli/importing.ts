import { serving } from '../support/cli.js';

interface Found {
  readonly file: string;
  readonly page: { readonly type: string; readonly title: string; readonly slug: string; visibility: string } | null;
  readonly lost: readonly string[];
  readonly problem: string | null;
}

/** The brand `acme` of a running server into which pages are imported. */
export async function importing() {
  const served = await serving();
  const get = (path: string) => served.send('GET', path);
  const importAll = (...options: string[]): Promise<Found[]> => served.json('page', 'import', 'acme', ...options);
  /** @returns each file with the page that it became, or why it became none, and what was lost */
  const take = async (...options: string[]) =>
    Object.fromEntries(
      (await importAll(...options)).map(({ file, page, lost, problem }) => [
        file,
        [page === null ? problem : `${page.visibility} ${page.type} ${page.slug} ${page.title}`, ...lost],
      ]),
    );
  return { ...served, get, importAll, take };
}
