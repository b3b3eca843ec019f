import type { Catalog } from '../../../content/catalog/catalog.js';
import { parsePath, paths } from '../../../content/catalog/paths.js';
import { pathsIn } from '../../../operations/history.js';
import { told } from '../../../words/errors.js';
import { Filled } from '../../../words/filled.js';
import { words } from '../../../words/words.js';
import { addressedPart, type Fields } from '../../addresses.js';
import { partName } from '../../compare/parts/part-name.js';
import type { WorkContext } from '../../context.js';
import { Warning } from '../../parts/note.js';
import type { PageReply } from '../../replies.js';
import { Name } from './text.js';

/** Address and text of a link to undamaged versions of a file; `null` if this person may restore none. */
export function recoveryLink(context: WorkContext, path: string): readonly [href: string, text: string] | null {
  const { base } = addressedPart(partAt(path));
  if (base !== '') return [context.href(`${base}/versions`), words().forms.itsVersions];
  return context.isAtLeast('admin') ? [context.href('/restore'), words().forms.restoreEarlier] : null;
}

/** Params of the address of what a file holds; empty if it has no address. */
function partAt(path: string): Fields {
  const parsed = parsePath(path);
  if (parsed === null || parsed.kind === 'file') return {};
  if ('id' in parsed) return { [parsed.kind]: String(parsed.id) };
  return 'name' in parsed ? { [parsed.kind]: parsed.name } : {};
}

/** Warning that the file of the addressed part is damaged, or the brand's own file; `null` if it is not. */
export function damageWarning(context: WorkContext, { problems }: Catalog) {
  const [path = paths.brand] = pathsIn(addressedPart(context.params).scope) ?? [];
  const problem = problems.get(path);
  if (problem === undefined) return null;
  const texts = words().forms;
  const link = recoveryLink(context, path) ?? [context.href('/changes'), texts.askAdmin];
  return (
    <Warning title={texts.damaged} link={link}>
      <p>
        <Filled
          text={texts.damagedFile}
          values={{ path: <Name text={path} />, problem: <Name text={told(problem)} /> }}
        />
      </p>
    </Warning>
  );
}

/** Page (404) for the addressed part when its file is damaged; `null` if it is not. */
export function damagedPage(context: WorkContext, catalog: Catalog): PageReply | null {
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
