import type { Catalog } from '../../content/catalog/catalog.js';
import { visiblePages } from '../../content/visible-catalog.js';
import { viewer } from '../../content/visitors.js';
import { derived } from '../../lib/derived.js';
import { needsReview } from '../../operations/engine/access.js';
import { startPages } from '../../operations/start-pages.js';
import type { StarterPage } from '../../service/starters.js';
import { counted, words } from '../../words/words.js';
import type { BrandContext } from '../context.js';
import { mayEdit } from '../frame/bar.js';
import { doneNote } from '../frame/done-note.js';
import type { Lang } from '../frame/language.js';
import { treeOf } from '../frame/tree.js';
import { Once } from '../manage/parts/form.js';
import { FirstSteps, firstSteps, nextStep } from '../parts/first-steps.js';
import { Icon, type IconName } from '../parts/icon.js';
import { pagesToFill, starterFor } from '../parts/starter-chapters.js';
import type { PageReply } from '../replies.js';

const pagesForOthers = derived((catalog: Catalog) => visiblePages(catalog, viewer));

/** Whether readers who do not write see no page. */
export const isEmptyPortal = ({ catalog, source, visitor }: BrandContext): boolean =>
  visitor === null ? pagesForOthers(source).size === 0 : treeOf(catalog).read.length === 0;

/** Home of a portal without pages: for those who write it the first steps, for others that it opens soon. */
export async function emptyPortal(context: BrandContext): Promise<PageReply> {
  const common = { title: context.name, isWide: true, inLanguages: context.placeInLanguages() } as const;
  if (!mayEdit(context)) return { ...common, body: <OpensSoon context={context} /> };
  const steps = await firstSteps(context);
  const next = nextStep(steps);
  const { chapters, lang, hintOf } = await starterFor(context);
  const titles = new Set([...context.source.pages.values()].map(({ title }) => title));
  const missing = chapters.filter(({ page }) => !titles.has(page.title));
  const texts = words().emptyPortal;
  const body = (
    <>
      <section class="cover is-new">
        <div>
          <div>
            <h1 {...context.lang()}>{context.name}</h1>
            <p>
              {texts.lead} {context.source.portal.logo_light === null && texts.leadLogo}
            </p>
            <div class="row wrap gap12">
              {next && (
                <a class="btn lg go" href={context.href(next.path)}>
                  {next.action}
                </a>
              )}
              {context.brand.api_enabled && (
                <a class="btn lg" href={`${context.href('/pages/import')}#agent`}>
                  <Icon name="sparkles" />
                  {texts.agent}
                </a>
              )}
            </div>
          </div>
          <FirstSteps context={context} steps={steps} isWide isSecond />
        </div>
      </section>
      <div class="home">
        {await doneNote(context)}
        <div class="row between">
          <h2>{texts.chapters}</h2>
          <a class="btn sm quiet" href={context.href('/pages/import')}>
            <Icon name="upload" />
            {texts.importFolder}
          </a>
        </div>
        <div class="ghosts">
          <Begun context={context} />
          {missing.map((chapter) => (
            <Ghost key={chapter.page.id} context={context} chapter={chapter} lang={lang} hint={hintOf(chapter.page)} />
          ))}
          <a href={context.href('/pages/new?type=container')} data-form>
            <Icon name="plus" />
            <b>{texts.another}</b>
            <span>{texts.anotherHint}</span>
          </a>
        </div>
      </div>
    </>
  );
  return { ...common, isForWork: true, body };
}

interface EmptyProps {
  readonly context: BrandContext;
}

function OpensSoon({ context }: EmptyProps) {
  return (
    <section class="cover">
      <div>
        <h1 {...context.lang()}>{context.name}</h1>
        <p>{words().emptyPortal.opensSoon}</p>
      </div>
    </section>
  );
}

/** Chapters and pages that are there already, and that only those who write see. */
function Begun({ context }: EmptyProps) {
  const { children } = treeOf(context.catalog);
  const texts = words().emptyPortal;
  return (
    <>
      {children(null).map((page) => (
        <a key={page.id} class="begun" href={context.pageHref(page.slug)}>
          <Icon name={page.type === 'container' ? 'folder' : 'file-text'} />
          <b {...context.lang(page)}>{page.title}</b>
          <span>{page.type === 'container' ? counted(texts.pages, children(page.id).length) : texts.onlyEditors}</span>
        </a>
      ))}
    </>
  );
}

/** Icons of the chapters of the starter, by their ids. */
const icons: Readonly<Record<number, IconName>> = {
  2: 'heart',
  5: 'shapes',
  9: 'palette',
  12: 'type',
  15: 'image',
  18: 'languages',
  21: 'layers',
};

interface GhostProps extends EmptyProps {
  readonly chapter: StarterPage;
  /** Language of its title. */
  readonly lang: Lang;
  readonly hint: string;
}

/** Chapter that is made by a click; on a host of its own, or where it is reviewed, after a form. */
function Ghost({ context, chapter, lang, hint }: GhostProps) {
  const { id, title } = chapter.page;
  const content = (
    <>
      <Icon name={icons[id] ?? 'folder'} />
      <b {...lang}>{title}</b>
      <span>
        {hint} {pagesToFill(chapter)}
      </span>
    </>
  );
  const isForm = context.workspaceOrigin !== null || needsReview(startPages, context.actor, context.brand);
  if (isForm) {
    const form = context.href('/pages/new', { type: 'container', chapter: String(id) });
    return (
      <a href={form} data-form>
        {content}
      </a>
    );
  }
  const fields = { as: context.person?.id, title: '', parent_id: '', type: 'container', template: '', chapter: id };
  return (
    <form method="post" action={context.href('/pages/new')}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Once context={{ form: {} }} />
      <button type="submit">{content}</button>
    </form>
  );
}
