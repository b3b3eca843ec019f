import type { Catalog } from '../../content/catalog/catalog.js';
import { parsePath, paths } from '../../content/catalog/paths.js';
import { pathsIn } from '../../operations/history.js';
import { addressedPart, type BrandContext, type Fields, type PageReply } from '../context.js';
import { Warning } from './note.js';
import { partName } from './part-name.js';
import { Name } from './text.js';

/** Address and text of a link to undamaged versions of a file; `null` if this person may restore none. */
export function recoveryLink(context: BrandContext, path: string): readonly [href: string, text: string] | null {
  const { base } = addressedPart(partAt(path));
  if (base !== '') return [context.href(`${base}/versions`), 'Its versions'];
  return context.isAtLeast('admin') ? [context.href('/restore'), 'Restore an earlier version of the brand'] : null;
}

/** Params of the address of what a file holds; empty if it has no address. */
function partAt(path: string): Fields {
  const parsed = parsePath(path);
  if (parsed === null || parsed.kind === 'file') return {};
  if ('id' in parsed) return { [parsed.kind]: String(parsed.id) };
  return 'name' in parsed ? { [parsed.kind]: parsed.name } : {};
}

/** Warning that the file of the addressed part is damaged, or the brand's own file; `null` if it is not. */
export function damageWarning(context: BrandContext, { problems }: Catalog) {
  const [path = paths.brand] = pathsIn(addressedPart(context.params).scope) ?? [];
  const problem = problems.get(path);
  if (problem === undefined) return null;
  const link = recoveryLink(context, path) ?? [
    context.href('/changes'),
    'All changes: an admin can restore an earlier version',
  ];
  return (
    <Warning title="Its file is damaged" link={link}>
      <p>
        <Name text={path} />: <Name text={problem} />. It is shown again when an earlier version is restored, or the
        file is mended with git.
      </p>
    </Warning>
  );
}

/** Page (404) for the addressed part when its file is damaged; `null` if it is not. */
export function damagedPage(context: BrandContext, catalog: Catalog): PageReply | null {
  const warning = damageWarning(context, catalog);
  if (warning === null) return null;
  const title = partName(catalog, context.params);
  const body = (
    <div class="narrow">
      <h1>{title}</h1>
      {warning}
    </div>
  );
  return { status: 404, title, body };
}
