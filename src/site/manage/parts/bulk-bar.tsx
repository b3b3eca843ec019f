import type { ComponentChild } from 'preact';
import { collectionsOf } from '../../../content/collections.js';
import { visible } from '../../../lib/display-safety.js';
import { type Left, leftReasons, maxUpdated, updateMedia } from '../../../operations/update-media.js';
import { counted, fill, listText, words } from '../../../words/words.js';
import { mediumName } from '../../compare/parts/reference-names.js';
import type { WorkContext } from '../../context.js';
import { named } from '../../labels.js';
import { Button } from '../../parts/button.js';
import { Icon, type IconName } from '../../parts/icon.js';
import { Note } from '../../parts/note.js';
import { buttonText, ForReview } from './for-review.js';
import { type Chosen, digestOf, type LibraryItem, queryOf } from './library-filter.js';

/** Id of the form that changes the selected media. */
export const bulkForm = 'several';

/** Limit on the names in a notice. */
const maxNamed = 5;

interface BulkProps {
  readonly context: WorkContext;
  readonly chosen: Chosen;
}

interface SelectAllProps {
  readonly context: WorkContext;
  readonly matching: readonly LibraryItem[];
}

/** Box that selects all media that fit, in all parts of the list; none for more than one form changes. */
export function SelectAll({ context, matching }: SelectAllProps) {
  const total = matching.length;
  if (total < 2 || total > maxUpdated) return null;
  const unreleased = matching.filter(({ medium }) => !medium.released).length;
  return (
    <label class="check">
      <input
        type="checkbox"
        name="all"
        value={digestOf(matching)}
        form={bulkForm}
        checked={context.query.selected === 'all'}
        data-all
        data-total={total}
        data-unreleased={unreleased}
      />
      {counted(words().mediaList.selectAll, total)}
    </label>
  );
}

/** Bar of what can be done with the selected media. The style sheet hides it while nothing is selected, if scripts run. */
export function BulkBar({ context, chosen }: BulkProps) {
  const texts = words().mediaList;
  const { tags, media_categories: categories } = context.catalog;
  const collections = collectionsOf(context.catalog);
  const query = { ...queryOf(chosen), start: context.query.start };
  const submit = (value: string, text: string, icon?: IconName, look = 'sm quiet') => (
    <button type="submit" class={`btn ${look}`} name="do" value={value}>
      {icon && <Icon name={icon} />}
      {buttonText(context, updateMedia, text)}
    </button>
  );
  return (
    <form
      method="post"
      action={context.href('/media/change', query)}
      id={bulkForm}
      class="bulk"
      data-selection="medium"
    >
      <input type="hidden" name="as" value={context.principal.person.id} />
      <ForReview context={context} writes={updateMedia} />
      <b data-selected role="status" />
      <Menu icon="tag" text={texts.tag}>
        <div class="field">
          <label for="bulk-tag">{texts.tags}</label>
          <input class="in" id="bulk-tag" name="tag" list="tag-names" maxLength={400} autocomplete="off" />
          <p class="hint">{texts.tagsHint}</p>
        </div>
        <p class="row">
          {submit('tag', texts.addTag, undefined, 'sm')}
          {submit('untag', texts.removeTag)}
        </p>
      </Menu>
      <datalist id="tag-names">
        {tags.items.map(({ id, name }) => (
          <option key={id} value={name} />
        ))}
      </datalist>
      <Menu icon="folder" text={texts.category}>
        <div class="field">
          <label for="bulk-category">{texts.category}</label>
          <select class="in" id="bulk-category" name="category">
            <option value="">{texts.chooseCategory}</option>
            <option value="none">{texts.noCategory}</option>
            {categories.items.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </div>
        {submit('category', texts.setCategory, undefined, 'sm')}
      </Menu>
      {collections.length > 0 && (
        <Menu icon="folder-plus" text={texts.collection}>
          <div class="field">
            <label for="bulk-collection">{texts.collection}</label>
            <select class="in" id="bulk-collection" name="collection">
              <option value="">{texts.chooseCollection}</option>
              {collections.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </select>
          </div>
          {submit('collect', texts.addToCollection, undefined, 'sm')}
        </Menu>
      )}
      <span class="sep" />
      {submit('release', texts.release, 'eye')}
      {submit('withdraw', texts.withdraw, 'eye-off')}
      <Menu icon="calendar-clock" text={texts.validity}>
        {(['valid_from', 'valid_until'] as const).map((name) => (
          <div class="field">
            <label for={`bulk-${name}`}>{named(words().records.medium[name]).name}</label>
            <input class="in" id={`bulk-${name}`} type="date" name={name} />
          </div>
        ))}
        <p class="hint">{texts.validityHint}</p>
        {submit('validity', texts.setValidity, undefined, 'sm')}
      </Menu>
      <button type="submit" class="btn sm quiet" name="do" value="zip">
        <Icon name="folder-down" />
        {texts.zip}
      </button>
      {submit('remove', words().common.remove, 'trash')}
      <Button
        class="btn ic quiet sm not-s"
        icon="x"
        aria-label={texts.clearSelection}
        title={texts.clearSelection}
        data-clear
        hidden
      />
    </form>
  );
}

interface MenuProps {
  readonly icon: IconName;
  readonly text: string;
  readonly children: ComponentChild;
}

/** Menu of the bar with fields, which opens above it. */
function Menu({ icon, text, children }: MenuProps) {
  return (
    <details class="menu">
      <summary class="btn sm quiet">
        <Icon name={icon} />
        {text}
      </summary>
      <div class="pop">{children}</div>
    </details>
  );
}

/** Media that a write has left as they are, for the address: `in_use-12-3.4.9`, the number and some of them by reason. */
export function leftText(left: readonly Left[]): string {
  const parts = leftReasons.flatMap((reason) => {
    const ids = left.flatMap((one) => (one.reason === reason ? [one.id] : []));
    return ids.length === 0 ? [] : [`${reason}-${ids.length}-${ids.slice(0, maxNamed).join('.')}`];
  });
  return parts.join('~');
}

/** Note about the media that a write has left as they are. */
export function leftNote({ query, catalog }: WorkContext): ComponentChild {
  const lines = (query.left ?? '').split('~').flatMap((part) => {
    const [name, count, ids = ''] = part.split('-');
    const reason = leftReasons.find((one) => one === name);
    if (reason === undefined) return [];
    const named = ids
      .split('.')
      .map((id) => mediumName(catalog.media.get(Number(id)) ?? { id: Number(id), title: null }));
    const more = (Number(count) || 0) - named.length;
    const { more: others, left } = words().mediaList;
    const names = listText([...named, ...(more > 0 ? [counted(others, more)] : [])].map(visible));
    return [fill(left[reason], { names })];
  });
  const same = Number(query.unchanged) || 0;
  if (same > 0) lines.push(counted(words().mediaList.same, same));
  if (lines.length === 0) return null;
  return (
    <Note kind="warn" isStatus>
      {lines.map((line) => (
        <p>{line}</p>
      ))}
    </Note>
  );
}
