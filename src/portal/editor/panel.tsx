import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { DataSchema } from '../../content/blocks/block-type.js';
import { capitalised } from '../../lib/capitalised.js';
import { isObject } from '../../lib/json.js';
import { list, text } from '../blocks/data.js';
import { labelOf, rowName } from '../labels.js';
import { Button } from '../parts/button.js';
import { Icon, type IconName } from '../parts/icon.js';
import { kindName, kindOf } from './kinds.js';
import { MediaControls } from './media-controls.js';
import { valueAt } from './page-model.js';
import { PaletteControls } from './palette-controls.js';
import { closeOnEscape } from './popup.js';
import { useEditor, useSelected } from './use.js';

interface PanelProps {
  readonly icon: IconName;
  readonly title: string;
  /** Name for a screen reader. */
  readonly name?: string;
  readonly children: ComponentChildren;
  close(): void;
}

/** Panel about the page or a block of it; its first field has the focus. */
export function Panel({ icon, title, name = title, children, close }: PanelProps) {
  const ref = useRef<HTMLElement>(null);
  useLayoutEffect(
    () => ref.current?.querySelector<HTMLElement>('input, textarea, select')?.focus({ preventScroll: true }),
    [],
  );
  return (
    <aside ref={ref} class="pan" aria-label={name} onKeyDown={closeOnEscape(close)}>
      <header>
        <Icon name={icon} />
        <h2 class="grow">{title}</h2>
        <Button icon="x" class="btn ic quiet" aria-label="Close settings" onClick={close} />
      </header>
      {children}
    </aside>
  );
}

/** Settings of a block: its fields as its schema has them. */
export function SettingsPanel({ id, close }: { readonly id: string; close(): void }) {
  const editor = useEditor();
  const block = useSelected(() => editor.block(id));
  if (block === undefined) return null;
  const schema: DataSchema | undefined = editor.types[block.type ?? ''];
  const title = kindName(block.type);
  return (
    <Panel icon={kindOf(block.type)?.icon ?? 'file'} title={title} name={`${title}: settings`} close={close}>
      <div class="sec">
        {schema === undefined ? (
          <p>This block was made elsewhere. It can be moved and removed.</p>
        ) : (
          <Fields id={id} type={block.type} path="" schema={schema} data={block.data} />
        )}
      </div>
    </Panel>
  );
}

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

/** Words of a field that a portal shows in a special way. */
const known: Readonly<Record<string, readonly string[]>> = {
  'alert.variant': ['info', 'warning', 'danger', 'success'],
  'button.style': ['primary', 'secondary'],
};

function Field(props: FieldProps) {
  const { id, type, path, schema, data } = props;
  const editor = useEditor();
  const { name, hint } = labelOf(type, path);
  const value = valueAt(data, path);
  const kind = schema['x-kind'];
  const inputId = `field-${id}-${path}`;
  const set = (next: unknown): void => editor.setField(id, path, next);
  // Written in the page itself.
  if (kind === 'html' || kind === 'blocks') return null;
  if (schema.properties !== undefined) return <Fields {...props} />;
  if (kind === 'media') return <MediumField {...props} name={name} value={value} />;
  if (schema.items?.['x-kind'] === 'color') return <PaletteControls id={id} field={path} />;
  if (schema.items !== undefined) return schema.items.properties === undefined ? null : <Rows {...props} name={name} />;
  const shape: Readonly<Record<string, unknown>> = { ...schema };
  const described = hint === undefined ? undefined : `${inputId}-hint`;
  const common = { id: inputId, 'aria-describedby': described };
  const input = () => {
    if (shape.type === 'boolean') {
      return (
        <input
          type="checkbox"
          {...common}
          checked={value === true}
          onChange={({ currentTarget }) => set(currentTarget.checked)}
        />
      );
    }
    if (shape.type === 'integer') {
      const bounds = { min: Number(shape.minimum ?? 0), max: Number(shape.maximum ?? 100_000) };
      return (
        <input
          class="in"
          type="number"
          {...common}
          {...bounds}
          value={text(value)}
          onInput={({ currentTarget }) => set(currentTarget.value === '' ? undefined : currentTarget.valueAsNumber)}
        />
      );
    }
    const choices = known[`${type}.${path}`];
    if (choices !== undefined) {
      const all = choices.includes(text(value)) || text(value) === '' ? choices : [...choices, text(value)];
      return (
        <select class="in" {...common} value={text(value)} onChange={({ currentTarget }) => set(currentTarget.value)}>
          {text(value) === '' && <option value="">Not chosen</option>}
          {all.map((choice) => (
            <option value={choice}>{choice}</option>
          ))}
        </select>
      );
    }
    const isLong = kind === 'plain';
    const Tag = isLong ? 'textarea' : 'input';
    return (
      <Tag
        class="in"
        {...common}
        {...(isLong ? { rows: 3 } : { inputMode: kind === 'url' ? 'url' : 'text' })}
        value={text(value)}
        onInput={({ currentTarget }: { readonly currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
          set(currentTarget.value)
        }
      />
    );
  };
  return (
    <div class="field">
      <label for={inputId}>{name}</label>
      {input()}
      {hint !== undefined && (
        <span class="hint" id={described}>
          {hint}
        </span>
      )}
    </div>
  );
}

function MediumField({ id, path, name, value }: FieldProps & { readonly name: string; readonly value: unknown }) {
  const editor = useEditor();
  const medium = useSelected(({ media }) => media.get(Number(value)));
  return (
    <div class="field medium-field">
      <span>{name}</span>
      <b>{medium === undefined ? 'None chosen' : (medium.title ?? medium.file?.name ?? `Medium ${medium.id}`)}</b>
      <MediaControls id={id} field={path} />
      {value !== undefined && (
        <Button class="btn sm quiet" onClick={() => editor.setField(id, path, undefined)}>
          Choose none
        </Button>
      )}
    </div>
  );
}

/** Rows of a list of objects, such as the pictures of a gallery. */
function Rows({ id, type, path, schema, data, name }: FieldProps & { readonly name: string }) {
  const editor = useEditor();
  const rows = list(valueAt(data, path));
  const noun = rowName(type, path);
  const set = (next: readonly unknown[]): void => editor.setField(id, path, next);
  const blocks = schema.items?.properties?.blocks === undefined ? {} : { blocks: [] };
  return (
    <fieldset class="rows">
      <legend>{name}</legend>
      {rows.map((row, at) => (
        <div class="row-card">
          <div class="row between">
            <b>
              {capitalised(noun)} {at + 1}
            </b>
            <span>
              <Button
                icon="arrow-up"
                class="btn ic sm quiet"
                disabled={at === 0}
                aria-label={`Move ${noun} ${at + 1} up`}
                onClick={() => set(rows.toSpliced(at, 1).toSpliced(at - 1, 0, row))}
              />
              <Button
                icon="trash"
                class="btn ic sm quiet"
                aria-label={`Remove ${noun} ${at + 1}`}
                onClick={() => set(rows.toSpliced(at, 1))}
              />
            </span>
          </div>
          {isObject(row) && schema.items !== undefined && (
            <Fields id={id} type={type} path={`${path}.${at}`} schema={schema.items} data={data} />
          )}
        </div>
      ))}
      <Button icon="plus" class="btn sm" onClick={() => set([...rows, blocks])}>
        Add {noun}
      </Button>
    </fieldset>
  );
}
