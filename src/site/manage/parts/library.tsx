import type { ComponentChild } from 'preact';
import { isReadType } from '../../../content/files/metadata.js';
import type { FilePointer } from '../../../content/files/pointer.js';
import { fileTypeOf, mediaKinds } from '../../../content/files/types.js';
import { counted, fill, words } from '../../../words/words.js';
import { isPictured, Picture, stageClass } from '../../blocks/media.js';
import { mediumName } from '../../compare/parts/reference-names.js';
import { tileText } from '../../labels.js';
import { Button } from '../../parts/button.js';
import { Icon, type IconName } from '../../parts/icon.js';
import { longDayText } from '../../parts/time.js';
import { BulkBar, bulkForm, SelectAll } from './bulk-bar.js';
import {
  type Chosen,
  type Library,
  type LibraryItem,
  type MediaState,
  mediaStates,
  queryOf,
} from './library-filter.js';
import { ChoiceFilter, Filters, paginate, Segments, TextFilter } from './list.js';
import { Name } from './text.js';
import { storedMedium } from './thumbnail.js';
import { endText } from './validity.js';

const perPage = 60;
/** Limit on the tags in the column; their page lists all. */
const maxShownTags = 24;

const stateIcons: Readonly<Record<MediaState, IconName>> = {
  released: 'eye',
  expiring: 'clock',
  expired: 'calendar-clock',
  unreleased: 'eye-off',
  unused: 'unlink',
  undescribed: 'text',
  placed: 'globe',
  fileless: 'file',
  failed: 'octagon-alert',
};

/** Address of the library with another choice. */
function hrefOf({ context, chosen }: Library, change: Partial<Chosen>): string {
  return context.href('/media', queryOf({ ...chosen, ...change }));
}

/** The media that the address chooses, a part at a time, with what chooses others. */
export function LibraryPart({ library, tile }: { readonly library: Library; readonly tile: ComponentChild }) {
  const { context, chosen, all, matching } = library;
  const texts = words().mediaList;
  const part = { path: context.href('/media'), query: queryOf(chosen), perPage, more: words().media.more };
  const { shown, pager } = paginate(context, matching, part);
  return (
    <div class="libr">
      <Facets library={library} />
      <div>
        <Selection library={library} />
        <div class="shown-media">
          <p class="hint row wrap" role="status">
            {counted(words().media.count, matching.length)}
            <ChosenFilters library={library} />
          </p>
          <Button class="btn sm quiet only-s" icon="sliders-horizontal" popovertarget="facets">
            {texts.filters}
          </Button>
          <SelectAll context={context} matching={matching} />
        </div>
        <ul class="cards">
          {tile}
          {shown.map((item) => (
            <Tile key={item.medium.id} library={library} item={item} />
          ))}
        </ul>
        {matching.length === 0 && all.length > 0 && <p class="hint">{texts.noMatch}</p>}
        {pager}
        {shown.length > 0 && <BulkBar context={context} chosen={chosen} />}
      </div>
    </div>
  );
}

/** Kinds, order and search. */
function Selection({ library }: { readonly library: Library }) {
  const { chosen, all } = library;
  const { tags: _, ...texts } = words().mediaList;
  const { kinds, kind, all: allKinds, search } = words().media;
  const present = mediaKinds.filter((one) => one === chosen.kind || all.some(({ medium }) => medium.type === one));
  const { q: __, sort: ___, until: ____, ...kept } = queryOf(chosen);
  return (
    <div class="filters">
      {present.length > 1 && (
        <Segments
          label={kind}
          options={[['', allKinds], ...present.map((one) => [one, kinds[one]] as const)]}
          chosen={chosen.kind}
          hrefOf={(kind) => hrefOf(library, { kind })}
        />
      )}
      <Filters kept={kept}>
        <ChoiceFilter name="sort" label={texts.order} chosen={chosen.sort} options={Object.entries(texts.orders)} />
        <TextFilter label={search} text={chosen.q} />
        {all.some(({ left }) => left !== null) && (
          <label class="ends">
            {texts.endsByLabel}
            <input class="in" type="date" name="until" value={chosen.until} />
          </label>
        )}
      </Filters>
    </div>
  );
}

/** What is chosen, each with a link that takes it back. */
function ChosenFilters({ library }: { readonly library: Library }): ComponentChild {
  const { chosen, context } = library;
  const texts = words().mediaList;
  const { category, show, until, tags } = chosen;
  const names = context.catalog.media_categories.items;
  const categoryName = names.find(({ id }) => String(id) === category)?.name ?? texts.noCategory;
  const filters: (readonly [name: string, change: Partial<Chosen>])[] = [
    ...(category === '' ? [] : [[categoryName, { category: '' }] as const]),
    ...show.map((state) => [texts.states[state], { show: show.filter((other) => other !== state) }] as const),
    ...(until === '' ? [] : [[fill(texts.endsBy, { day: longDayText(until) }), { until: '' }] as const]),
    ...tags.map((tag) => [tag.name, { tags: tags.filter((other) => other !== tag) }] as const),
  ];
  return filters.map(([name, change]) => (
    <a class="tag" href={hrefOf(library, change)} aria-label={fill(texts.removeFilter, { name })}>
      <Name text={name} />
      <Icon name="x" />
    </a>
  ));
}

interface FacetProps {
  readonly name: ComponentChild;
  /** Absent if it takes time to count. */
  readonly count?: number;
  readonly icon?: IconName;
  readonly to: string;
  readonly isChosen: boolean;
}

function Facet({ name, count, icon, to, isChosen }: FacetProps) {
  return (
    <li>
      <a href={to} aria-current={isChosen ? 'true' : undefined}>
        {icon && <Icon name={icon} />}
        <span class="cut">{name}</span> {count !== undefined && <span class="num">{count}</span>}
      </a>
    </li>
  );
}

/** Column of categories, of what needs a look, and of tags. On a phone it is a sheet. */
function Facets({ library }: { readonly library: Library }) {
  const { chosen, all, context } = library;
  const { tags, media_categories: categories } = context.catalog;
  const texts = words().mediaList;
  const inCategory = new Map<number | undefined, number>();
  const withTag = new Map<number, number>();
  for (const { category, tags } of all) {
    inCategory.set(category?.id, (inCategory.get(category?.id) ?? 0) + 1);
    for (const { id } of tags) withTag.set(id, (withTag.get(id) ?? 0) + 1);
  }
  const categoryRow = (id: number | undefined, name: ComponentChild) => {
    const category = String(id ?? 'none');
    const isChosen = chosen.category === category;
    const to = hrefOf(library, { category: isChosen ? '' : category });
    return <Facet key={category} name={name} count={inCategory.get(id) ?? 0} to={to} isChosen={isChosen} />;
  };
  const looks = Object.entries(stateIcons).flatMap(([name, icon]) => {
    const state = name as keyof typeof stateIcons;
    const isChosen = chosen.show.includes(state);
    const others = chosen.show.filter((other) => other !== state);
    const to = hrefOf(library, { show: isChosen ? others : [...others, state] });
    const facet = { name: texts.states[state], icon, to, isChosen };
    // Files are looked at when this is chosen.
    if (state === 'placed') return all.some(({ file }) => mayHavePlace(file)) ? <Facet {...facet} /> : [];
    const count = all.filter(mediaStates[state]).length;
    return count === 0 && !isChosen ? [] : <Facet {...facet} count={count} />;
  });
  const mostUsed = tags.items
    .filter((tag) => withTag.has(tag.id) || chosen.tags.includes(tag))
    .sort((a, b) => (withTag.get(b.id) ?? 0) - (withTag.get(a.id) ?? 0));
  const shownTags = mostUsed.filter((tag, index) => index < maxShownTags || chosen.tags.includes(tag));
  return (
    <nav class="facets" id="facets" popover="auto" aria-label={texts.filters}>
      <h2>{texts.categories}</h2>
      <ul>
        <Facet
          name={texts.allMedia}
          count={all.length}
          to={hrefOf(library, { category: '', show: [], until: '', tags: [] })}
          isChosen={!chosen.category && !chosen.until && chosen.show.length + chosen.tags.length === 0}
        />
        {categories.items.map(({ id, name }) => categoryRow(id, <Name text={name} />))}
        {categories.items.length > 0 && categoryRow(undefined, texts.noCategory)}
      </ul>
      {looks.length > 0 && (
        <>
          <h2>{texts.state}</h2>
          <ul>{looks}</ul>
        </>
      )}
      {shownTags.length > 0 && (
        <>
          <h2>{texts.tags}</h2>
          <p class="tags">
            {shownTags.map((tag) => {
              const isChosen = chosen.tags.includes(tag);
              const others = chosen.tags.filter((other) => other !== tag);
              return (
                <a
                  key={tag.id}
                  class="tag"
                  href={hrefOf(library, { tags: isChosen ? others : [...others, tag] })}
                  aria-current={isChosen ? 'true' : undefined}
                >
                  <Name text={tag.name} />
                </a>
              );
            })}
          </p>
          {mostUsed.length > shownTags.length && <a href={context.href('/media/names')}>{texts.allTags}</a>}
        </>
      )}
    </nav>
  );
}

function Tile({ library, item }: { readonly library: Library; readonly item: LibraryItem }) {
  const { context, chosen } = library;
  const { medium, file, isUsed } = item;
  const { id, valid_until } = medium;
  const shown = storedMedium(context.href, medium, file);
  const name = mediumName(medium);
  const mark = markOf(item);
  return (
    <li class="medium">
      {isPictured(shown) ? (
        <span class={stageClass(shown)}>
          <Picture shown={shown} alt="" sizes="240px" />
        </span>
      ) : (
        <span class="stage">{file?.name.replace(/^.*\./, '').toUpperCase() ?? words().media.noFile}</span>
      )}
      {mark && <span class={`tag ${mark[0]}`}>{mark[1]}</span>}
      <a class="cut" href={context.href(`/media/${id}`)} data-open>
        <Name text={name} />
      </a>
      <small class="cut">
        {chosen.sort === 'ends' && valid_until !== null ? endText(valid_until) : tileText({ ...medium, file })}
        {isUsed && ` · ${words().mediaList.used}`}
      </small>
      <label class="check">
        <input
          type="checkbox"
          name="medium"
          value={id}
          form={bulkForm}
          checked={isSelected(library, id)}
          data-unreleased={medium.released ? undefined : ''}
          aria-label={fill(words().media.select, { name })}
        />
      </label>
    </li>
  );
}

/** Whether a medium stays selected, after a change of the selected ones too. */
function isSelected({ context: { formEntries, query } }: Library, id: number): boolean {
  const sent = formEntries.some(([field, value]) => field === 'medium' && value === String(id));
  return sent || query.selected === 'all' || (query.selected ?? '').split('.').includes(String(id));
}

const mayHavePlace = (file: FilePointer | null): boolean =>
  file !== null && isReadType(fileTypeOf(file.name)?.extension ?? '');

/** Mark of what is wrong with a medium; `null` if nothing is. */
function markOf(item: LibraryItem): readonly [kind: string, text: string] | null {
  const { states, expiresIn, expiresToday } = words().mediaList;
  const { left } = item;
  if (mediaStates.failed(item)) return ['bad', states.failed];
  if (mediaStates.fileless(item)) return ['bad', words().media.fileMissing];
  if (mediaStates.expired(item)) return ['bad', states.expired];
  if (mediaStates.expiring(item) && left !== null) {
    return ['warn', left === 0 ? expiresToday : counted(expiresIn, left)];
  }
  return mediaStates.unreleased(item) ? ['', states.unreleased] : null;
}
