import { isDeepStrictEqual } from 'node:util';
import type { ComponentChild } from 'preact';
import { type BrandFile, newBrandFile } from '../../content/brand.js';
import { visible } from '../../lib/display-safety.js';
import type { PortalError } from '../../lib/errors.js';
import { brandFileOf } from '../../operations/brand.js';
import { resources, versionOf } from '../../operations/engine/resource.js';
import { removeFont, setFont, setTheme } from '../../operations/theme.js';
import { Swatch } from '../content/block.js';
import { Terms } from '../content/terms.js';
import { type BrandContext, type PageReply, type Reply, requiredField } from '../context.js';
import { Contrasts } from '../parts/contrast.js';
import { damagedPage } from '../parts/damaged.js';
import { doneNotice, outcomeQuery } from '../parts/notices.js';
import { changesIn, type RecordField, RecordForm, withoutBlankRows } from '../parts/record-form.js';
import { NewRow, RowForms, type RowKind, rowActionIn, writeRow } from '../parts/record-rows.js';
import { refusalWithChanges, runForm } from '../parts/refusal.js';
import { Name } from '../parts/text.js';

/** Labels of the theme's colours. */
const labels = { primary: 'Primary', accent: 'Accent', background: 'Background', text: 'Text', link: 'Links' } as const;

const themeFields: readonly RecordField[] = [
  ...Object.entries(labels).map(([name, label]): RecordField => ({ name, label, as: 'hex', isRequired: true })),
  { name: 'font', label: 'Font stack', hint: 'Such as Inter, system-ui, sans-serif.', isRequired: true },
];

const fontKind: RowKind = {
  noun: 'font',
  page: '/theme',
  param: 'role',
  key: { name: 'role', label: 'Role', hint: 'Its use, such as headline. It stays.', isRequired: true },
  fields: [
    { name: 'family', label: 'Family', isRequired: true },
    { name: 'base_weight', label: 'Weight of running text', as: 'number' },
    {
      name: 'faces',
      label: 'Faces',
      hint: 'Such as 700 and normal, or 400 and italic.',
      row: [
        { name: 'weight', label: 'Weight', as: 'number' },
        { name: 'style', label: 'Style' },
      ],
    },
  ],
  set: setFont,
  remove: removeFont,
};

/** Handler of all forms of the page. A refused form keeps the input. */
export async function changeTheme(request: BrandContext): Promise<Reply> {
  const context = withoutBlankRows(request, fontKind.fields);
  const { theme } = brandFileOf(await context.snapshot());
  const change = async (): Promise<Reply> => {
    const version = requiredField(context, 'version');
    const record = { ...theme.colors, font: theme.font };
    const result =
      context.form.action === 'theme'
        ? await context.perform(setTheme, { version, body: changesIn(themeFields, context.form, record) })
        : await writeRow(context, fontKind, theme.fonts);
    return { to: context.href('/theme', outcomeQuery(result)) };
  };
  return runForm(context, change, (problem) => themePage(context, problem));
}

/** Page of the theme: its colours and their contrasts, its fonts, and the forms for both. */
export async function themePage(context: BrandContext, problem: PortalError | null = null): Promise<PageReply> {
  const snapshot = await context.snapshot();
  const damaged = damagedPage(context, snapshot.catalog);
  if (damaged !== null) return damaged;
  const { name, theme } = brandFileOf(snapshot);
  const { colors, font: fontStack } = theme;
  const frame = { context, problem, commit: snapshot.commit };
  const version = versionOf(snapshot, resources.brand(context.slug));
  const isEditor = context.isAtLeast('editor');
  const rows = Object.entries(labels).map(([key, label]) => {
    const hex = colors[key as keyof typeof labels];
    const value = (
      <>
        <Swatch hex={hex} /> <code>{hex}</code>
      </>
    );
    return [label, value] as const;
  });
  const body = (
    <>
      {await doneNotice(context)}
      {await refusalWithChanges(context, problem, { scope: { kinds: ['settings', 'color'] }, base: '' })}
      <h1>Theme</h1>
      <p class="hint">
        The colours and fonts of the portal itself.{' '}
        {isDeepStrictEqual(theme, newBrandFile(name).theme) && 'Nothing is set yet: these are the defaults.'}
      </p>
      <Terms rows={[...rows, ['Font stack', fontStack]]} />
      <Contrasts caption="The theme's colours on each other" pairs={colorPairs(colors)} />
      {isEditor && (
        <RecordForm
          {...{
            frame,
            to: '/theme',
            action: 'theme',
            version,
            title: 'Change it',
            fields: themeFields,
            button: 'Save',
          }}
          record={{ ...colors, font: fontStack }}
        />
      )}
      <h2>Fonts</h2>
      <p class="hint">
        {theme.fonts.length === 0
          ? 'No fonts yet.'
          : 'Shown in the font of this device: no file of a font is kept here. Sizes and weights are the real ones.'}
      </p>
      {theme.fonts.map((font) => (
        <section key={font.role} class="card">
          <h3>
            <Name text={font.role} />
          </h3>
          <Specimen font={font} />
          {isEditor && (
            <details open={problem !== null && rowActionIn(context).key === font.role}>
              <summary>Change or remove it</summary>
              <RowForms {...{ kind: fontKind, frame, version, row: font }} />
            </details>
          )}
        </section>
      ))}
      {isEditor && <NewRow {...{ kind: fontKind, frame, version, rows: theme.fonts }} />}
    </>
  );
  return { title: 'Theme', body };
}

/** Pairs of the theme's colours, each once, the second in the background. */
function colorPairs(colors: BrandFile['theme']['colors']) {
  const order = ['text', 'link', 'primary', 'accent', 'background'] as const;
  return order.flatMap((front, index) =>
    order.slice(index + 1).map((back) => ({
      name: `${labels[front]} on ${labels[back]}`,
      front: colors[front],
      back: colors[back],
    })),
  );
}

/** Sizes and weights of a font. They are SVG attributes, as the policy allows no inline style. */
function Specimen({ font }: { readonly font: BrandFile['theme']['fonts'][number] }): ComponentChild {
  const { family, base_weight: base, faces } = font;
  const line = (text: string, size: number, weight: number, style = 'normal') => (
    <svg width="100%" height={size * 1.5} role="img" aria-label={visible(text)}>
      <text y={size} font-size={size} font-weight={weight} font-style={style} fill="currentColor">
        {visible(text)}
      </text>
    </svg>
  );
  return (
    <>
      {[40, 24, 16].map((size) => line(family, size, base ?? 400))}
      {faces.map(({ weight, style }) => line(`${weight} ${style}`, 20, weight, style))}
    </>
  );
}
