import type { ComponentChild } from 'preact';
import type { StoredBlock } from '../../content/blocks/block-type.js';
import { outlineOf } from '../../content/blocks/outline.js';
import { blockTypes } from '../../content/blocks/types.js';
import { maxBlockLevels } from '../../content/limits.js';
import { readingView } from '../../portal/blocks/reading.js';
import { blockName } from '../../portal/labels.js';
import { shownBlocks } from '../content/shown-blocks.js';
import type { BrandContext } from '../context.js';
import { hiddenFields, labelled, Once } from '../parts/form.js';
import { statusNotice } from '../parts/notices.js';
import { type FieldTools, stepButton, titleOfBlock } from './field-parts.js';
import {
  blockOf,
  blocksByKey,
  isFormSized,
  isLarge,
  ownFields,
  type PlacedEntry,
  placedEntries,
  schemaOf,
  slotsIn,
  withDescendants,
} from './form-model.js';
import { placesToPut } from './places.js';
import { exactFields, listFields, sheetOf } from './read-form.js';
import { hasRoom, nextKey, type Step } from './steps.js';
import { blockFields } from './widgets.js';

/** Number of blocks that are open at first; the others are closed, and sent as well. */
const initiallyOpen = 11;

/** State that the form of a page is drawn from: all its blocks, an outline of a large page, or the places for a block to move. */
export interface FormView extends Omit<FieldTools, 'drawSlot'> {
  readonly context: BrandContext;
  readonly page: { readonly id: number; readonly title: string; readonly mayCarryBlocks: boolean };
  /** Tag of the version that the form was made from. */
  readonly base: string;
  /** Id of the person whose words the form holds: another than the sender only until the sender has seen the preview. */
  readonly author: string;
  /** Blocks of that version. */
  readonly blocks: readonly StoredBlock[];
  /** Keys of the blocks that are drawn with their fields, on a page whose form is an outline. */
  readonly expanded: ReadonlySet<string>;
  readonly step: Step | null;
  /** Whether a block is closed although it is among the first. */
  isFolded?(key: string): boolean;
  /** Content above the fields. */
  readonly head?: ComponentChild;
}

/** Form of a page, with everything that is needed to draw it again from what is sent. */
export function pageForm(view: FormView): ComponentChild {
  return new PageForm(view).draw();
}

class PageForm {
  readonly #entries: readonly PlacedEntry[];
  readonly #bySlot = new Map<string, PlacedEntry[]>();
  readonly #fieldsByBlock: ReturnType<typeof ownFields>;
  readonly #baseFieldsByBlock: ReturnType<typeof ownFields>;
  readonly #storedBlocks: ReadonlyMap<string, StoredBlock>;
  readonly #isOutline: boolean;
  readonly #tools: FieldTools;
  readonly #nextKey: string;
  #drawnBlocks = 0;

  constructor(private readonly view: FormView) {
    const { model, blocks } = view;
    this.#entries = placedEntries(model);
    for (const entry of this.#entries) this.#bySlot.set(entry.slot, [...(this.#bySlot.get(entry.slot) ?? []), entry]);
    this.#fieldsByBlock = ownFields(model);
    this.#storedBlocks = blocksByKey(blocks);
    this.#baseFieldsByBlock = ownFields(sheetOf({ title: '', blocks }));
    this.#isOutline = isLarge(model);
    this.#nextKey = nextKey(model);
    this.#tools = { ...view, drawSlot: (name) => this.#slot(name) };
  }

  draw(): ComponentChild {
    const { context, page, base, author, model, step, problems, head } = this.view;
    const moving = this.#entries.find(({ key }) => key === step?.moving);
    const expanded = this.#isOutline ? [...this.view.expanded].map((key): [string, string] => ['open', key]) : [];
    return (
      <form method="post" class="write">
        {hiddenFields([['base', base], ['as', author], ...expanded, ...listFields(model), ...exactFields(model)])}
        {step !== null && step.focus === null && statusNotice(step.message)}
        {moving === undefined ? (
          <>
            {this.#buttons()}
            {head}
            {textInput('title', 'Title', model.title, problems)}
            {textInput('note', 'Why the change (optional)', model.note, problems)}
            {page.mayCarryBlocks && this.#slot('')}
            {this.#datalists()}
            {this.#buttons()}
          </>
        ) : (
          <>
            {placesToPut({ model, entries: this.#entries, moving, excerptOf: (entry) => this.#excerpt(entry) })}
            {this.#entries.flatMap((entry) => this.#changedFields(entry))}
            {/* A conflict that is not sent along counts as decided, for theirs. */}
            <div hidden>{head}</div>
          </>
        )}
        {/* The end of the form: one that is cut off is not saved. */}
        <Once context={context} />
      </form>
    );
  }

  /** Buttons of the form. Enter in a line presses the first one: it stores nothing. */
  #buttons(): ComponentChild {
    const { context, page } = this.view;
    return (
      <div class="actions">
        <button type="submit" name="do" value="preview" class="btn" formaction="#main">
          Preview
        </button>
        {context.brand.modules.includes('corporate_language') && (
          <button type="submit" name="do" value="check" class="btn" formaction="#main">
            Check language
          </button>
        )}
        <button type="submit" name="do" value="save" class="btn go" formaction="#main">
          Save
        </button>
        <a href={context.href(`/-/page/${page.id}`)}>Cancel</a>
      </div>
    );
  }

  #slot(name: string): ComponentChild {
    const entries = this.#bySlot.get(name) ?? [];
    return (
      <div class="slot" id={`s-${name}`}>
        {entries.map((entry, index) => this.#block(entry, index, entries))}
        {this.#addForm(name, entries)}
      </div>
    );
  }

  /** Fields and button that add a block to a slot; `null`: it can take none. */
  #addForm(slot: string, entries: readonly PlacedEntry[]): ComponentChild {
    const holder = this.#entries.find((entry) => slotsIn(this.view.model, entry).includes(slot));
    const level = slot === '' ? 1 : (holder?.level ?? 0) + 1;
    if (level > maxBlockLevels || !hasRoom(this.view.model, slot)) return null;
    const staying = entries.filter(({ isRemoved }) => !isRemoved);
    return (
      <details class="add" open={staying.length === 0}>
        <summary>Add a block {slot === '' ? 'to the page' : 'here'}</summary>
        <div class="row">
          <label for={`t-${slot}`}>Kind</label>
          <select class="in" id={`t-${slot}`} name={`t.${slot}`}>
            {[...blockTypes.keys()].map((type) => (
              <option value={type} selected={type === 'rich_text'}>
                {blockName(type)}
              </option>
            ))}
          </select>
          {staying.length > 0 && (
            <>
              <label for={`p-${slot}`}>Place</label>
              <select class="in" id={`p-${slot}`} name={`p.${slot}`}>
                <option value="">at the end</option>
                {staying.map((entry) => (
                  <option value={entry.key}>before {titleOfBlock(entry)}</option>
                ))}
              </select>
            </>
          )}
          <button type="submit" name="do" value={`add:${slot}`} class="btn" formaction={`#b-${this.#nextKey}`}>
            Add
          </button>
        </div>
      </details>
    );
  }

  /** @param siblings entries of its slot, in which it is at `index` */
  #block(entry: PlacedEntry, index: number, siblings: readonly PlacedEntry[]): ComponentChild {
    const { key } = entry;
    const id = `b-${key}`;
    const isFocus = this.view.step?.focus === key;
    const message = isFocus && (
      <p class="said" role="status">
        {this.view.step?.message}
      </p>
    );
    const title = (
      <>
        <strong>{titleOfBlock(entry)}</strong> <span class="words">{this.#excerpt(entry)}</span>
      </>
    );
    if (entry.isRemoved) {
      return (
        <div class="written is-removed" id={id} tabIndex={-1} key={key}>
          {this.#hiddenWithDescendants(entry)}
          {title} – removed with the next save{' '}
          {stepButton({ action: `back:${key}`, text: 'Put back', subject: titleOfBlock(entry), returnTo: id })}
          {message}
        </div>
      );
    }
    if (this.#isOutline && !this.view.expanded.has(key)) return this.#outlineBlock(entry);
    const problem = this.view.problems.get(key)?.join(' ');
    // Blocks are drawn in reading order.
    this.#drawnBlocks += 1;
    const isEarly = this.#drawnBlocks <= initiallyOpen && this.view.isFolded?.(key) !== true;
    const isOpen = isFocus || this.#isOutline || isEarly || this.#hasProblem(entry);
    const button = (verb: string, text: string): ComponentChild => {
      const returnTo = verb === 'move' ? 'main' : id;
      return stepButton({ action: `${verb}:${key}`, text, subject: titleOfBlock(entry), returnTo });
    };
    return (
      // No `tabindex` here: Chromium then skips all fields in a `details` by Tab.
      <details class="written" open={isOpen} key={key}>
        <summary id={id}>{title}</summary>
        {message}
        {problem !== undefined && <p class="err">{problem}</p>}
        {this.#fields(entry)}
        <div class="actions">
          {index > 0 && button('up', 'Up')}
          {index < siblings.length - 1 && button('down', 'Down')}
          {button('move', 'Move…')}
          {this.#canBeCopied(entry) && button('copy', 'Copy')}
          {button('remove', 'Remove')}
        </div>
      </details>
    );
  }

  #fields(entry: PlacedEntry): ComponentChild {
    const schema = schemaOf(entry.type);
    const stored = this.#storedBlocks.get(entry.key);
    if (schema === undefined) {
      return (
        <>
          <p class="hint">It was made elsewhere: it can be moved and removed here, not written.</p>
          {stored !== undefined &&
            shownBlocks([stored], readingView({ ...this.view.pickers.names.view, isAnchored: false }))}
        </>
      );
    }
    const fields = this.#fieldsByBlock.get(entry.key) ?? [];
    if (stored !== undefined && !isFormSized(fields)) {
      const slots = slotsIn(this.view.model, entry);
      return (
        <>
          <p class="hint">It is too large for a form: it stays as it is, and is changed through the API.</p>
          {slots.map((slot) => this.#slot(slot))}
        </>
      );
    }
    return blockFields(this.#tools, entry, schema);
  }

  /** Block of an outline that is not expanded: one line, its changed values, and the blocks in it. */
  #outlineBlock(entry: PlacedEntry): ComponentChild {
    const { key } = entry;
    return (
      <div class="written" id={`b-${key}`} key={key}>
        {this.#changedFields(entry)}
        <button type="submit" name="do" value={`open:${key}`} class="btn sm" formaction={`#b-${key}`}>
          Write {titleOfBlock(entry)}
        </button>{' '}
        {this.#excerpt(entry)}
        {slotsIn(this.view.model, entry).map((slot) => (
          <div class="slot">
            {(this.#bySlot.get(slot) ?? []).map((inner, index, siblings) => this.#block(inner, index, siblings))}
          </div>
        ))}
      </div>
    );
  }

  /** Hidden fields of a block; none if it is as in the version that the form was made from. */
  #changedFields({ key }: PlacedEntry): ComponentChild[] {
    const fields = this.#fieldsByBlock.get(key) ?? [];
    const baseFields = this.#baseFieldsByBlock.get(key) ?? [];
    const isSame = JSON.stringify([...fields].sort()) === JSON.stringify([...baseFields].sort());
    return isSame ? [] : hiddenFields(fields);
  }

  /** Hidden fields of a block and of all blocks in it. */
  #hiddenWithDescendants(entry: PlacedEntry): ComponentChild[] {
    return withDescendants(this.#entries, entry).flatMap((block) => this.#changedFields(block));
  }

  /** Whether a form can carry the copy: it has no stored block that fields are left out for. */
  #canBeCopied(entry: PlacedEntry): boolean {
    const copied = withDescendants(this.#entries, entry).filter(({ isRemoved }) => !isRemoved);
    return (
      isFormSized(copied.flatMap(({ key }) => this.#fieldsByBlock.get(key) ?? [])) &&
      copied.every(({ type }) => schemaOf(type) !== undefined)
    );
  }

  #hasProblem(entry: PlacedEntry): boolean {
    const keys = new Set(withDescendants(this.#entries, entry).map(({ key }) => key));
    return [...this.view.problems.keys()].some((name) => keys.has(blockOf(name)));
  }

  /** First words of a block, quoted; empty: it has none. Numbers and boxes are no words. */
  #excerpt({ key, type }: PlacedEntry): string {
    const stored = this.#storedBlocks.get(key);
    const texts = (this.#fieldsByBlock.get(key) ?? []).filter(
      ([name, value]) => name.startsWith('d.') && !/^(?:\d+|yes|no)$/.test(value),
    );
    const data = schemaOf(type) === undefined ? (stored?.data ?? {}) : Object.fromEntries(texts);
    const [outline] = outlineOf([{ id: null, type: null, data }]);
    return outline === undefined || outline.text === '' ? '' : `“${outline.text}”`;
  }

  /** Suggestions for fields: slugs of pages, and the words for looks that this page uses. */
  #datalists(): ComponentChild {
    const { model, pickers } = this.view;
    const looks = [...blockTypes].flatMap(([type, { look = [] }]) => look.map((member) => ({ type, member })));
    return (
      <>
        <datalist id="pages">
          {pickers.pages.map(({ slug, title }) => (
            <option value={slug}>{title}</option>
          ))}
        </datalist>
        {looks.map(({ type, member }) => {
          const used = this.#entries
            .filter((entry) => entry.type === type)
            .map(({ key }) => model.texts.get(`${key}.${member}`));
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
}

function textInput(
  name: 'title' | 'note',
  label: string,
  value: string,
  problems: FieldTools['problems'],
): ComponentChild {
  const problem = problems.get(name)?.join(' ');
  return labelled({ id: name, label, problem }, (props) => (
    <input name={name} value={value} autocomplete="off" {...props} />
  ));
}
