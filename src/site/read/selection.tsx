import { PortalError } from '../../lib/errors.js';
import { say } from '../../lib/say.js';
import { counted, words } from '../../words/words.js';
import { blockViewOf } from '../blocks/block-view.js';
import type { BrandContext } from '../context.js';
import { Icon } from '../parts/icon.js';
import type { PageReply, RedirectReply, ZipReply } from '../replies.js';
import { MediaShown } from './collection.js';
import { zipOf } from './zip.js';

export const selectionPath = '/-/selection';

/** Upper bound on media of a selection. */
export const maxSelected = 100;

const shownIcons = ['folder-down', 'link', 'download', 'file', 'x'] as const;

/** @throws `too_large` */
function idsIn({ query }: BrandContext): number[] {
  const ids = [...new Set((query.ids ?? '').split(',').filter((text) => /^[1-9]\d{0,15}$/.test(text)))].map(Number);
  if (ids.length > maxSelected) throw new PortalError('too_large', say`A selection holds ${maxSelected} files.`);
  return ids;
}

/**
 * A visitor's own selection. The browser keeps it, and the fragment of the address has its ids: the script asks for the same page with
 * them in the query, and shows what that says.
 *
 * @throws `too_large`
 */
export function selectionPage(context: BrandContext): PageReply {
  const { href } = context;
  const texts = words().selection;
  const view = blockViewOf(context);
  const ids = idsIn(context);
  const media = ids.flatMap((id) => view.medium(id) ?? []);
  const of = String(media.map(({ medium }) => medium.id));
  return {
    title: texts.title,
    isUnlisted: true,
    body: (
      <div {...view.langs.frame}>
        <h1>{texts.title}</h1>
        <p>{texts.intro}</p>
        <div data-selected>
          {ids.length === 0 ? (
            <>
              <noscript>
                <p>{texts.needsScript}</p>
              </noscript>
              <p class="empty" data-empty hidden>
                {texts.empty}
              </p>
              {/* Icons of what the script puts here. */}
              <span hidden>
                {shownIcons.map((name) => (
                  <Icon key={name} name={name} />
                ))}
              </span>
            </>
          ) : (
            <MediaShown
              media={media}
              view={view}
              zipHref={href(`${selectionPath}/zip`, { ids: of })}
              selectionHref={`${href(selectionPath)}#${of}`}
            />
          )}
          {media.length < ids.length && <p class="dim">{counted(texts.missing, ids.length - media.length)}</p>}
        </div>
      </div>
    ),
  };
}

/** @throws `not_found`, `too_large` */
export const zipSelection = (context: BrandContext): ZipReply | RedirectReply =>
  zipOf(context, idsIn(context), 'selection');
