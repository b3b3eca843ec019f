import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { DataSchema } from '../../content/blocks/block-type.js';
import { isExampleCaption, readCaption } from '../../content/blocks/example-caption.js';
import { collectionNamed } from '../../content/collection-media.js';
import { embedOf, providerNames } from '../../content/embeds.js';
import { capitalised } from '../../lib/capitalised.js';
import { isObject } from '../../lib/json.js';
import { fill, words } from '../../words/words.js';
import { list, text } from '../blocks/data.js';
import { blockKind } from '../blocks/kinds.js';
import { choiceName, labelOf, rowName } from '../labels.js';
import { Button } from '../parts/button.js';
import { Icon, type IconName } from '../parts/icon.js';
import { CollectionField } from './collection-field.js';
import { kindName, newBlocks } from './kinds.js';
import { MediaControls } from './media-controls.js';
import { valueAt } from './page-model.js';
import { PaletteControls } from './palette-controls.js';
import { closeOnEscape } from './popup.js';
import { useEditor, useSelected } from './use.js';
import { VerdictChoice } from './verdict-choice.js';

interface PanelProps {
  readonly icon: IconName;
  readonly title: string;
  /** Name for a screen reader. */
  readonly name?: string;
  /** Id of the field that has the focus. Default: the first one. */
  readonly focus?: string | undefined;
  readonly children: ComponentChildren;
  close(): void;
}

/** Panel about the page or a block of it. One of its fields has the focus. */
export function Panel({ icon, title, name = title, focus = '', children, close }: PanelProps) {
  const ref = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const fields = [...(ref.current?.querySelectorAll<HTMLElement>('input, textarea, select') ?? [])];
    const wanted = fields.find(({ id }) => id === focus);
    (wanted ?? fields[0])?.focus({ preventScroll: wanted === undefined });
  }, []);
  return (
    <aside ref={ref} class="pan" aria-label={name} onKeyDown={closeOnEscape(close)}>
      <header>
        <Icon name={icon} />
        <h2 class="grow">{title}</h2>
        <Button icon="x" class="btn ic quiet" aria-label={words().editorBlocks.panel.close} onClick={close} />
      </header>
      {children}
    </aside>
  );
}

interface SettingsPanelProps {
  readonly id: string;
  /** Path of the field that has the focus. */
  readonly field?: string | undefined;
  close(): void;
}

/** Settings of a block: its fields as its schema has them. */
export function SettingsPanel({ id, field, close }: SettingsPanelProps) {
  const texts = words().editorBlocks.panel;
  const editor = useEditor();
  const block = useSelected(() => editor.block(id));
  if (block === undefined) return null;
  const schema: DataSchema | undefined = editor.types[block.type ?? ''];
  const title = kindName(block.type);
  return (
    <Panel
      icon={blockKind(block.type)?.icon ?? 'file'}
      title={title}
      name={fill(texts.title, { block: title })}
      focus={field === undefined ? undefined : fieldId(id, field)}
      close={close}
    >
      <div class="sec">
        {schema === undefined ? (
          <p>{texts.foreign}</p>
        ) : (
          <Fields id={id} type={block.type} path="" schema={schema} data={block.data} />
        )}
      </div>
    </Panel>
  );
}

const fieldId = (id: string, path: string): string => `field-${id}-${path}`;

interface FieldProps {
  readonly id: string;
  readonly type: string | null;
  /** Dotted path in the data; empty: the data. */
  readonly path: string;
  readonly schema: DataSchema;
  readonly data: unknown;
}

function Fields({ path, schema, ...rest }: FieldProps) {
  return (
    <>
      {Object.entries(schema.properties ?? {}).map(([name, inner]) => (
        <Field key={name} {...rest} path={path === '' ? name : `${path}.${name}`} schema={inner} />
      ))}
    </>
  );
}

function Field(props: FieldProps) {
  const { id, type, path, schema, data } = props;
  const editor = useEditor();
  const value = valueAt(data, path);
  const { name, hint } = { ...labelOf(type, path), ...noEmbed(props, editor.api.place.embedsOff) };
  const kind = schema['x-kind'];
  // Written in the page itself.
  if (kind === 'html' || kind === 'blocks') return null;
  if (schema.properties !== undefined) return <Fields {...props} />;
  if (kind === 'collection') return <CollectionField id={id} name={name} hint={hint} />;
  if (kind === 'media') return <MediumField {...props} name={name} value={value} />;
  if (schema.items?.['x-kind'] === 'color') return <PaletteControls id={id} field={path} />;
  // A collection has the place of items.
  if (path === 'items' && collectionNamed({ type, data: Object(data) }) !== null) return null;
  if (schema.items !== undefined) return schema.items.properties === undefined ? null : <Rows {...props} name={name} />;

  if (isExampleCaption(type, path)) return <ExampleCaption {...props} name={name} value={text(value)} />;

  const inputId = fieldId(id, path);
  const hintId = hint === undefined ? undefined : `${inputId}-hint`;
  return (
    <div class="field">
      <label for={inputId}>{name}</label>
      <Input
        id={inputId}
        hintId={hintId}
        schema={schema}
        choices={blockKind(type)?.choices?.[path]}
        value={value}
        change={(next) => editor.setField(id, path, next)}
      />
      {hint !== undefined && (
        <span class="hint" id={hintId}>
          {hint}
        </span>
      )}
    </div>
  );
}

/** Hint at the style of a button whose address no frame can show. */
function noEmbed({ type, path, data }: FieldProps, off: readonly string[]): { readonly hint?: string } {
  if (type !== 'button' || path !== 'style' || valueAt(data, path) !== 'embed') return {};
  const isShown = embedOf(text(valueAt(data, 'url')), off) !== null;
  const providers = providerNames(off).join(', ') || '–';
  return isShown ? {} : { hint: fill(words().editorBlocks.panel.noEmbed, { providers }) };
}

interface InputProps {
  readonly id: string;
  readonly hintId: string | undefined;
  readonly schema: DataSchema;
  /** Words to choose from; the value may be another one. */
  readonly choices: readonly string[] | undefined;
  readonly value: unknown;
  change(value: unknown): void;
}

/** Input for a text, a number or a truth value, as the schema says. */
function Input({ id, hintId, schema, choices, value, change }: InputProps) {
  const { type, minimum = 0, maximum = 100_000 }: Readonly<Record<string, unknown>> = { ...schema };
  const common = { id, 'aria-describedby': hintId };
  const shown = text(value);
  const changeText = ({ currentTarget }: { readonly currentTarget: { readonly value: string } }): void =>
    change(currentTarget.value);
  if (type === 'boolean') {
    const isOn = value === true;
    return <input type="checkbox" {...common} checked={isOn} onChange={() => change(!isOn)} />;
  }
  if (type === 'integer') {
    return (
      <input
        class="in"
        type="number"
        {...common}
        min={Number(minimum)}
        max={Number(maximum)}
        value={shown}
        onInput={({ currentTarget }) => change(currentTarget.value === '' ? undefined : currentTarget.valueAsNumber)}
      />
    );
  }
  if (choices !== undefined) {
    return (
      <select class="in" {...common} value={shown} onChange={changeText}>
        {shown === '' && <option value="">{words().editorBlocks.panel.notChosen}</option>}
        {choices.map((word) => (
          <option value={word}>{choiceName(word)}</option>
        ))}
        {shown !== '' && !choices.includes(shown) && (
          <option value={shown}>{fill(words().editorBlocks.panel.other, { value: shown })}</option>
        )}
      </select>
    );
  }
  if (schema['x-kind'] === 'plain') {
    return <textarea class="in" {...common} rows={3} value={shown} onInput={changeText} />;
  }
  const inputMode = schema['x-kind'] === 'url' ? 'url' : 'text';
  return <input class="in" {...common} inputMode={inputMode} value={shown} onInput={changeText} />;
}

/** Caption of a picture that may show what is done, or what is not. */
function ExampleCaption({ id, path, name, value }: FieldProps & { readonly name: string; readonly value: string }) {
  const editor = useEditor();
  const inputId = fieldId(id, path);
  return (
    <>
      <VerdictChoice id={id} field={path} inputId={`${inputId}-verdict`} />
      <div class="field">
        <label for={inputId}>{name}</label>
        <textarea
          class="in"
          id={inputId}
          rows={3}
          value={readCaption(value).text}
          onInput={({ currentTarget }) => editor.setText(id, path, currentTarget.value)}
        />
      </div>
    </>
  );
}

function MediumField({ id, path, name, value }: FieldProps & { readonly name: string; readonly value: unknown }) {
  const { editorBlocks, references } = words();
  const editor = useEditor();
  const medium = useSelected(({ media }) => media.get(Number(value)));
  return (
    <div class="field medium-field">
      <span>{name}</span>
      <b>
        {medium === undefined
          ? editorBlocks.panel.noMedium
          : (medium.title ?? medium.file?.name ?? fill(references.medium, { id: String(medium.id) }))}
      </b>
      <MediaControls id={id} field={path} />
      {value !== undefined && (
        <Button class="btn sm quiet" onClick={() => editor.setField(id, path, undefined)}>
          {editorBlocks.panel.chooseNone}
        </Button>
      )}
    </div>
  );
}

/** Rows of a list of objects, such as the pictures of a gallery. */
function Rows({ id, type, path, schema, data, name }: FieldProps & { readonly name: string }) {
  const texts = words().editorBlocks.panel;
  const editor = useEditor();
  const rows = list(valueAt(data, path));
  const noun = rowName(type, path);
  const set = (next: readonly unknown[]): void => editor.setField(id, path, next);
  const holdsBlocks = schema.items?.properties?.blocks !== undefined;
  return (
    <fieldset class="row-cards">
      <legend>{name}</legend>
      {rows.map((row, at) => (
        <div class="row-card">
          <div class="row between">
            <b>{fill(texts.row, { row: capitalised(noun), n: at + 1 })}</b>
            <span>
              <Button
                icon="arrow-up"
                class="btn ic sm quiet"
                disabled={at === 0}
                aria-label={fill(texts.moveRow, { row: noun, n: at + 1 })}
                onClick={() => set(rows.toSpliced(at, 1).toSpliced(at - 1, 0, row))}
              />
              <Button
                icon="trash"
                class="btn ic sm quiet"
                aria-label={fill(texts.removeRow, { row: noun, n: at + 1 })}
                onClick={() => set(rows.toSpliced(at, 1))}
              />
            </span>
          </div>
          {isObject(row) && schema.items !== undefined && (
            <Fields id={id} type={type} path={`${path}.${at}`} schema={schema.items} data={data} />
          )}
        </div>
      ))}
      <Button icon="plus" class="btn sm" onClick={() => set([...rows, holdsBlocks ? { blocks: newBlocks() } : {}])}>
        {fill(texts.addRow, { row: noun })}
      </Button>
    </fieldset>
  );
}
