import { type ComponentChild, h } from 'preact';
import { innerOf, keepsBoth, togetherOf, unescaped, withInner, wordsOf } from '../../../content/merge/together.js';
import type { Conflict } from '../../../content/merge/values.js';
import { capitalised } from '../../../lib/capitalised.js';
import type { NamedAuthor } from '../../../operations/history.js';
import type { SettledPlaces } from '../../../operations/settle.js';
import { fieldName } from '../../../words/field-names.js';
import { fill, words } from '../../../words/words.js';
import { blockName, optionName } from '../../labels.js';
import { Avatar } from '../../parts/avatar.js';
import { Icon } from '../../parts/icon.js';
import { ChangedWords } from './changed-words.js';

/** Names of what values refer to by id. */
export interface ReferenceNames {
  medium(id: unknown): string;
  color(id: unknown): string;
  collection(id: unknown): string;
  /** @param id `null` for the top level */
  page(id: number | null): string;
}

/** Block as the page around the choices calls it. */
interface NamedBlock {
  readonly name: string;
  readonly type: string | null;
}

interface ConflictSide {
  readonly title: string;
  /** `null` if it is not known. */
  readonly author: (Pick<NamedAuthor, 'name'> & Partial<NamedAuthor>) | null;
}

interface ConflictChoicesProps {
  readonly conflicts: readonly Conflict[];
  readonly theirs: ConflictSide;
  readonly mine: ConflictSide;
  readonly names: ReferenceNames;
  /** Fields of a form that was refused. */
  readonly sent?: Fields | undefined;
  block(id: string): NamedBlock | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Choices for the conflicts, as fields of a form: `side.N`, and `text.N` for words that put both sides together.
 * `choicesIn` reads them.
 */
export function ConflictChoices({ conflicts, ...props }: ConflictChoicesProps) {
  return conflicts.map((conflict, at) => (
    <ConflictChoice key={`${conflict.block} ${conflict.field}`} {...props} conflict={conflict} at={at} />
  ));
}

interface ConflictChoiceProps extends Omit<ConflictChoicesProps, 'conflicts'> {
  readonly conflict: Conflict;
  readonly at: number;
}

function ConflictChoice({ conflict, at, theirs, mine, names, sent, block }: ConflictChoiceProps) {
  const { kind, field, base } = conflict;
  const name = placeName(conflict, conflict.block === null ? undefined : block(conflict.block));
  const texts = words().conflicts;
  if (keepsBoth(conflict)) return <p>{fill(texts.keepsBoth, { place: name })}</p>;
  const both = togetherOf(conflict);
  const inner = both && innerOf(both.text);
  const said = (value: unknown): string => valueWords(field, value, names);
  // Sides with the same words differ in their marks.
  const isOfMarks = typeof base === 'string' && said(conflict.mine) === said(conflict.theirs);
  const isEmpty = base == null && field !== 'parent_id';
  const changed = (value: unknown) =>
    isOfMarks ? marked(String(value)) : <ChangedWords base={isEmpty ? null : said(base)} text={said(value)} />;
  const isChosen = (side: string): boolean =>
    sent === undefined ? side === 'together' && both?.isSuggested === true : sent[`side.${at}`] === side;
  const typed = sent?.[`text.${at}`];
  const option = (
    side: SettledPlaces[number]['side'],
    picture: ComponentChild,
    title: string,
    shown: ComponentChild,
  ) => (
    <label class="ver">
      <span class="ver-head">
        <input type="radio" name={`side.${at}`} value={side} defaultChecked={isChosen(side)} required />
        {picture}
        {title}
        {side === 'together' && both?.isSuggested && <span class="tag ok">{texts.suggested}</span>}
      </span>
      {shown !== null && <span>{shown}</span>}
    </label>
  );
  const pictureOf = ({ author }: ConflictSide) => author !== null && <Avatar {...author} isSmall />;
  return (
    <fieldset class="conflict">
      <legend>{name}</legend>
      {option(
        'theirs',
        pictureOf(theirs),
        theirs.title,
        kind === 'removed_there' ? texts.removed : changed(conflict.theirs),
      )}
      {option('mine', pictureOf(mine), mine.title, kind === 'removed_here' ? texts.removed : changed(conflict.mine))}
      {both !== null && (
        <div class="ver both">
          {option('together', <Icon name="combine" />, texts.together, inner === null ? marked(both.text) : null)}
          {inner !== null && (
            <textarea
              class="in"
              name={`text.${at}`}
              rows={3}
              aria-label={fill(texts.bothTogether, { place: name })}
              defaultValue={typeof typed === 'string' ? typed : unescaped(inner)}
            />
          )}
        </div>
      )}
    </fieldset>
  );
}

function placeName({ block: id, field }: Conflict, block: NamedBlock | undefined): string {
  const place = id === null ? words().conflicts.whole : (block?.name ?? words().conflicts.aBlock);
  if (field === null) return place;
  const name = fieldName(field);
  if (block !== undefined && name === blockName(block.type)) return place;
  return id === null ? capitalised(name) : `${place} · ${name}`;
}

const maxShown = 2000;

/** The words of a text with their marks; of its other HTML nothing is drawn. */
function marked(html: string): ComponentChild {
  const outer: ComponentChild[] = [];
  const open: { readonly tag: string; readonly inside: ComponentChild[] }[] = [];
  for (const part of html.slice(0, maxShown).split(/(<[^>]*>)/)) {
    const [, isEnd, tag] = /^<(\/?)(strong|b|em|i|u|s|code|sub|sup|mark|small)>$/.exec(part) ?? [];
    const last = open.at(-1);
    const inside = last?.inside ?? outer;
    if (tag === undefined)
      inside.push(part.startsWith('<') ? ' '.repeat(/^<\/(?:p|li|h\d)>/.test(part) ? 1 : 0) : unescaped(part));
    else if (isEnd === '') open.push({ tag, inside: [] });
    else if (last?.tag === tag) {
      open.pop();
      (open.at(-1)?.inside ?? outer).push(h(tag, null, last.inside));
    }
  }
  return [...outer, ...open.flatMap(({ inside }) => inside)];
}

/** A value for people to read, with names in place of ids. */
function valueWords(field: string | null, value: unknown, names: ReferenceNames): string {
  const member = field?.split('.').findLast((part) => !/^\d+$/.test(part)) ?? '';
  if (member === 'parent_id') return capitalised(names.page(typeof value === 'number' ? value : null));
  if (member === 'media_id' && value != null) return names.medium(value);
  if (member === 'collection' && value != null) return names.collection(value);
  if (member === 'color_ids' && value != null) return [value].flat().map(names.color).join(', ');
  return shownValue(optionName(member, value)).slice(0, maxShown);
}

function shownValue(value: unknown): string {
  const { nothing, nothingToRead, yes, no } = words().conflicts;
  if (value === null || value === undefined) return nothing;
  if (typeof value === 'boolean') return value ? yes : no;
  return typeof value === 'object' ? wordsOf(value) || nothingToRead : wordsOf(String(value));
}

/** A field of a form without a choice, or without one that holds both sides. */
export interface Unchosen {
  readonly field: string;
  readonly problem: string;
}

/** The choices of a form for the conflicts that it shows. */
export function choicesIn(form: Fields, conflicts: readonly Conflict[]): SettledPlaces | Unchosen {
  const places: SettledPlaces = [];
  for (const [at, conflict] of conflicts.entries()) {
    if (keepsBoth(conflict)) continue;
    const { block, field, mine, theirs } = conflict;
    const side = form[`side.${at}`];
    const both = togetherOf(conflict);
    if (side === 'mine' || side === 'theirs') places.push({ block, field, side });
    else if (side !== 'together' || both === null)
      return { field: `side.${at}`, problem: words().conflicts.chooseEach };
    else {
      const typed = form[`text.${at}`];
      const text = typeof typed === 'string' ? withInner(both.text, typed.replaceAll('\r\n', '\n')) : both.text;
      if ([mine, theirs].some((one) => typeof one === 'string' && unescaped(one) === unescaped(text)))
        return { field: `text.${at}`, problem: words().conflicts.writeBoth };
      places.push({ block, field, side, text });
    }
  }
  return places;
}
