import type { ComponentChild } from 'preact';
import type { StoredBlock } from '../../content/blocks/block-type.js';
import { outlineOf } from '../../content/blocks/outline.js';
import { blockTypes } from '../../content/blocks/types.js';
import { maxBlockLevels } from '../../content/limits.js';
import { Block } from '../content/block.js';
import type { BrandContext } from '../context.js';
import { hiddenFields, Once, problemParts } from '../parts/form.js';
import { blockName } from '../words.js';
import { type FieldTools, stepButton } from './field-parts.js';
import { listsOf, sheetOf } from './read-form.js';
import {
  fitsForm,
  isLarge,
  keysOf,
  ownValues,
  type PlacedEntry,
  placedEntries,
  schemaOf,
  slotsIn,
  withInner,
} from './slots.js';
import { isRoomy, nextKey, placesFor, type Step } from './steps.js';
import { blockFields } from './widgets.js';

/** Blocks that are open when a page is opened: the others are closed, and sent as well. */
const firstOpen = 11;

export interface FormView extends Omit<FieldTools, 'slot'> {
  readonly context: BrandContext;
  readonly page: { readonly id: number; readonly title: string; readonly mayCarryBlocks: boolean };
  /** Version that the form is made from, and its blocks. */
  readonly base: string;
  readonly blocks: readonly StoredBlock[];
  /** Blocks that were opened, where not all are. */
  readonly opened: ReadonlySet<string>;
  readonly step: Step | null;
  /** Whether a block is closed although others as early are open. */
  isFolded?(key: string): boolean;
  /** Content above the fields. */
  readonly head?: ComponentChild;
}

/** The form of a page: everything that it holds, and everything that is needed to draw it again. */
export function pageForm(view: FormView): ComponentChild {
  return new Form(view).whole();
}

export function titleOfBlock({ number, type, isRemoved }: PlacedEntry): string {
  return `${isRemoved ? number : `${number}.`} ${blockName(type)}`;
}

class Form {
  readonly #all: readonly PlacedEntry[];
  readonly #bySlot = new Map<string, PlacedEntry[]>();
  readonly #own: ReturnType<typeof ownValues>;
  readonly #stored: ReadonlyMap<string, StoredBlock>;
  readonly #before: ReturnType<typeof ownValues>;
  readonly #isLarge: boolean;
  readonly #tools: FieldTools;
  readonly #next: string;
  #drawn = 0;

  constructor(private readonly view: FormView) {
    const { sheet, blocks } = view;
    this.#all = placedEntries(sheet);
    for (const entry of this.#all) this.#bySlot.set(entry.slot, [...(this.#bySlot.get(entry.slot) ?? []), entry]);
    this.#own = ownValues(sheet);
    this.#stored = keysOf(blocks);
    this.#before = ownValues(sheetOf({ title: '', blocks }));
    this.#isLarge = isLarge(sheet);
    this.#next = nextKey(sheet);
    this.#tools = { ...view, slot: (name) => this.#slot(name) };
  }

  whole(): ComponentChild {
    const { context, page, base, sheet, step, problems, head } = this.view;
    const moving = this.#all.find(({ key }) => key === step?.moving);
    const opened = this.#isLarge ? [...this.view.opened].map((key): [string, string] => ['open', key]) : [];
    return (
      <form method="post" class="write">
        {hiddenFields([['base', base], ['as', context.principal.person.id], ...opened, ...listsOf(sheet)])}
        {step !== null && step.focus === null && (
          <p class="notice" role="status">
            {step.said}
          </p>
        )}
        {moving === undefined ? (
          <>
            {this.#buttons()}
            {head}
            {textInput('title', 'Title', sheet.title, problems)}
            {textInput('note', 'Why the change (optional)', sheet.note, problems)}
            {page.mayCarryBlocks && this.#slot('')}
            {this.#lists()}
            {this.#buttons()}
          </>
        ) : (
          this.#move(moving)
        )}
        {/* The end of the form: one that is cut off is not saved. */}
        <Once context={context} />
      </form>
    );
  }

  /** Browsers press the first button when Enter is pressed in a line: it stores nothing. */
  #buttons(): ComponentChild {
    const { context, page } = this.view;
    return (
      <div class="actions">
        <button type="submit" name="do" value="preview" class="quiet" formaction="#main">
          Preview
        </button>
        {context.brand.modules.includes('corporate_language') && (
          <button type="submit" name="do" value="check" class="quiet" formaction="#main">
            Check the language
          </button>
        )}
        <button type="submit" name="do" value="save" formaction="#main">
          Save
        </button>
        <a href={context.at(`/pages/${page.id}`)}>Cancel</a>
      </div>
    );
  }

  #slot(name: string): ComponentChild {
    const entries = this.#bySlot.get(name) ?? [];
    return (
      <div class="slot" id={`s-${name}`}>
        {entries.map((entry, at) => this.#block(entry, at, entries))}
        {this.#add(name, entries)}
      </div>
    );
  }

  #add(slot: string, entries: readonly PlacedEntry[]): ComponentChild {
    const level =
      slot === '' ? 1 : (this.#all.find((entry) => slotsIn(this.view.sheet, entry).includes(slot))?.level ?? 0) + 1;
    if (level > maxBlockLevels || !isRoomy(this.view.sheet, slot)) return null;
    const staying = entries.filter(({ isRemoved }) => !isRemoved);
    return (
      <details class="add" open={staying.length === 0}>
        <summary>Add a block {slot === '' ? 'to the page' : 'here'}</summary>
        <div class="row">
          <label for={`t-${slot}`}>Kind</label>
          <select id={`t-${slot}`} name={`t.${slot}`}>
            {[...blockTypes.keys()].map((type) => (
              <option value={type} selected={type === 'rich_text'}>
                {blockName(type)}
              </option>
            ))}
          </select>
          {staying.length > 0 && (
            <>
              <label for={`p-${slot}`}>Place</label>
              <select id={`p-${slot}`} name={`p.${slot}`}>
                <option value="">at the end</option>
                {staying.map((entry) => (
                  <option value={entry.key}>before {titleOfBlock(entry)}</option>
                ))}
              </select>
            </>
          )}
          <button type="submit" name="do" value={`add:${slot}`} class="quiet" formaction={`#b-${this.#next}`}>
            Add
          </button>
        </div>
      </details>
    );
  }

  #block(entry: PlacedEntry, at: number, among: readonly PlacedEntry[]): ComponentChild {
    const { key } = entry;
    const id = `b-${key}`;
    const isSaid = this.view.step?.focus === key;
    const said = isSaid && (
      <p class="said" role="status">
        {this.view.step?.said}
      </p>
    );
    const title = (
      <>
        <strong>{titleOfBlock(entry)}</strong> <span class="words">{this.#words(entry)}</span>
      </>
    );
    if (entry.isRemoved) {
      return (
        <div class="written is-removed" id={id} tabIndex={-1} key={key}>
          {this.#carried(entry)}
          {title} – removed with the next save{' '}
          {stepButton({ action: `back:${key}`, text: 'Put back', of: titleOfBlock(entry), to: id })}
          {said}
        </div>
      );
    }
    const problem = this.view.problems.get(key)?.join(' ');
    if (this.#isLarge && !this.view.opened.has(key)) return this.#line(entry);
    this.#drawn += 1;
    const isEarly = this.#drawn <= firstOpen && this.view.isFolded?.(key) !== true;
    const isOpen = isSaid || this.#isLarge || isEarly || this.#hasProblem(entry);
    const button = (action: string, text: string): ComponentChild =>
      stepButton({ action: `${action}:${key}`, text, of: titleOfBlock(entry), to: action === 'move' ? 'main' : id });
    return (
      // Chromium leaves all out of the order of Tab that is in a `details` with a `tabindex`.
      <details class="written" open={isOpen} key={key}>
        <summary id={id}>{title}</summary>
        {said}
        {problem !== undefined && <p class="problem">{problem}</p>}
        {this.#fields(entry)}
        <div class="actions">
          {at > 0 && button('up', 'Up')}
          {at < among.length - 1 && button('down', 'Down')}
          {button('move', 'Move…')}
          {button('copy', 'Copy')}
          {button('remove', 'Remove')}
        </div>
      </details>
    );
  }

  #fields(entry: PlacedEntry): ComponentChild {
    const schema = schemaOf(entry.type);
    const stored = this.#stored.get(entry.key);
    if (schema === undefined) {
      return (
        <>
          <p class="hint">It was made elsewhere: it can be moved and removed here, not written.</p>
          {stored !== undefined && <Block block={stored} names={this.view.pickers.names} />}
        </>
      );
    }
    const own = this.#own.get(entry.key) ?? [];
    if (stored !== undefined && !fitsForm(own)) {
      const slots = slotsIn(this.view.sheet, entry);
      return (
        <>
          <p class="hint">It is too large for a form: it stays as it is, and is changed through the API.</p>
          {slots.map((slot) => this.#slot(slot))}
        </>
      );
    }
    return blockFields(this.#tools, entry, schema);
  }

  /** A block that is closed: one line, and what was changed in it. */
  #line(entry: PlacedEntry): ComponentChild {
    const { key } = entry;
    return (
      <div class="written" id={`b-${key}`} key={key}>
        {this.#changed(entry)}
        <button type="submit" name="do" value={`open:${key}`} class="quiet small" formaction={`#b-${key}`}>
          Write {titleOfBlock(entry)}
        </button>{' '}
        {this.#words(entry)}
        {slotsIn(this.view.sheet, entry).map((slot) => (
          <div class="slot">
            {(this.#bySlot.get(slot) ?? []).map((inner, at, among) => this.#block(inner, at, among))}
          </div>
        ))}
      </div>
    );
  }

  /** The values of a block that are not those of the version before. */
  #changed({ key }: PlacedEntry): ComponentChild[] {
    const own = this.#own.get(key) ?? [];
    const isSame = JSON.stringify([...own].sort()) === JSON.stringify([...(this.#before.get(key) ?? [])].sort());
    return isSame ? [] : hiddenFields(own);
  }

  /** A block with all in it, unseen. */
  #carried(entry: PlacedEntry): ComponentChild[] {
    return withInner(this.#all, entry).flatMap((one) => this.#changed(one));
  }

  #hasProblem(entry: PlacedEntry): boolean {
    const inner = new Set(withInner(this.#all, entry).map(({ key }) => key));
    return [...this.view.problems.keys()].some((name) => inner.has(name.split('.', 1)[0] ?? ''));
  }

  #words({ key, type }: PlacedEntry): string {
    const stored = this.#stored.get(key);
    const texts = (this.#own.get(key) ?? []).filter(
      ([name, value]) => name.startsWith('d.') && !/^(?:\d+|yes|no)$/.test(value),
    );
    const data = schemaOf(type) === undefined ? (stored?.data ?? {}) : Object.fromEntries(texts);
    const [found] = outlineOf([{ id: null, type: null, data }]);
    return found === undefined || found.text === '' ? '' : `“${found.text}”`;
  }

  /** Words of this page that say how a block looks, to choose from again; and addresses of pages. */
  #lists(): ComponentChild {
    const { sheet, pickers } = this.view;
    const looks = [...blockTypes].flatMap(([type, { look = [] }]) => look.map((member) => ({ type, member })));
    return (
      <>
        <datalist id="pages">
          {pickers.pages.map(({ slug, title }) => (
            <option value={slug}>{title}</option>
          ))}
        </datalist>
        {looks.map(({ type, member }) => {
          const used = this.#all
            .filter((entry) => entry.type === type)
            .map(({ key }) => sheet.texts.get(`${key}.${member}`));
          return (
            <datalist id={`look-${type}-${member}`}>
              {[...new Set(used)].filter(Boolean).map((value) => (
                <option value={value} />
              ))}
            </datalist>
          );
        })}
      </>
    );
  }

  /** The outline with a button at every place that may hold a block. */
  #move(moving: PlacedEntry): ComponentChild {
    const { sheet } = this.view;
    const places = placesFor(sheet, moving.key);
    const inner = new Set(withInner(this.#all, moving).map(({ key }) => key));
    const put = (slot: string, before: PlacedEntry | undefined, of: string): ComponentChild =>
      places.has(slot) && (
        <li>
          {stepButton({ action: `to:${slot}|${before?.key ?? ''}`, text: 'Put here', of, to: `b-${moving.key}` })}
        </li>
      );
    const list = (slot: string, label: string): ComponentChild => {
      const entries = (this.#bySlot.get(slot) ?? []).filter(({ isRemoved }) => !isRemoved);
      return (
        <ul class="places" aria-label={label}>
          {entries.map((entry) => (
            <>
              {put(slot, entry, `before ${titleOfBlock(entry)}`)}
              <li>
                {titleOfBlock(entry)} <span class="words">{this.#words(entry)}</span>
                {inner.has(entry.key)
                  ? ' – this one'
                  : slotsIn(sheet, entry).map((one, at) => list(one, `${titleOfBlock(entry)}, part ${at + 1}`))}
              </li>
            </>
          ))}
          {put(slot, undefined, entries.length === 0 ? `in ${label}` : `at the end of ${label}`)}
        </ul>
      );
    };
    return (
      <>
        <h2>Where does {titleOfBlock(moving)} go?</h2>
        <div class="actions">
          <button type="submit" name="do" value="stay" class="quiet" formaction={`#b-${moving.key}`}>
            Leave it where it is
          </button>
        </div>
        {hiddenFields([
          ['moving', moving.key],
          ['title', sheet.title],
          ['note', sheet.note],
        ])}
        {this.#all.flatMap((entry) => this.#changed(entry))}
        {list('', 'the page')}
      </>
    );
  }
}

function textInput(
  name: 'title' | 'note',
  label: string,
  value: string,
  problems: FieldTools['problems'],
): ComponentChild {
  const { props, text } = problemParts(name, problems.get(name)?.join(' '));
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <input id={name} name={name} value={value} autocomplete="off" {...props} />
      {text}
    </div>
  );
}
