import type { ComponentChild } from 'preact';
import type { BrandColor } from '../../content/brand.js';
import { plural } from '../../lib/plural.js';
import { inspectColor, listFullColors, removeColor, setColor } from '../../operations/colors.js';
import { resources } from '../../operations/engine/resource.js';
import type { Referrer } from '../../operations/used-by.js';
import { recordLabels } from '../../portal/labels.js';
import { Terms } from '../content/terms.js';
import type { BrandContext } from '../context.js';
import { Contrasts } from '../parts/contrast.js';
import { formsPage } from '../parts/forms-page.js';
import { fieldsOf } from '../parts/record-form.js';
import { Addition, addition, type RecordKind, recordPage, UsedBy } from '../parts/record-page.js';
import { Swatch } from '../parts/swatch.js';
import { Name } from '../parts/text.js';

const { color: labels } = recordLabels;
const notations = (['hex', 'rgb', 'cmyk', 'pantone', 'ral'] as const).map((name) => [name, labels[name][0]] as const);

const kind: RecordKind<BrandColor> = {
  kind: 'color',
  list: '/colors',
  paramsOf: (id) => ({ id }),
  find: ({ colors }, id) => colors.get(Number(id)),
  nameOf: ({ name }) => name,
  fields: () => fieldsOf(setColor, 'color'),
  resource: ({ id }) => resources.color(id),
  add: setColor,
  set: setColor,
  remove: removeColor,
  async users(context, { id }) {
    return (await context.perform(inspectColor, { params: { id: String(id) } })).value.used_by;
  },
  async show(context, color, users) {
    const { brand } = await context.catalog();
    return <Colour context={context} color={color} users={users} background={brand?.theme.colors.background} />;
  },
};

export const colorPage = recordPage(kind);

/** List of the colours, with the form that adds one. */
export const colorsPage = formsPage(async (context) => {
  const { catalog, commit } = await context.snapshot();
  const colors = await context.read(listFullColors);
  return {
    title: 'Colours',
    path: kind.list,
    commit,
    actions: [addition(context, kind, catalog)],
    sections: (form, problem) => (
      <>
        <h1>Colours</h1>
        <p class="hint" role="status">
          {colors.length === 0 ? 'No colours: add the first.' : plural(colors.length, 'colour')}
        </p>
        <ul class="list">
          {colors.map((color) => (
            <li key={color.id}>
              <Swatch hex={color.hex} />
              <a class="what" href={context.href(`/colors/${color.id}`)}>
                <Name text={color.name} />
                {color.role !== null && <small> {color.role}</small>}
              </a>
              <small>{notationTexts(color).join(' · ')}</small>
            </li>
          ))}
        </ul>
        <Addition kind="color" isOpen={colors.length === 0 || problem !== null} form={form('add')} />
      </>
    ),
  };
});

/** Each notation with its value, without the name that people repeat, as in `RAL 5011` or `rgb(1, 2, 3)`. */
const notationsOf = (color: BrandColor) =>
  notations.map(([name, label]) => {
    const value = color[name];
    return [label, value?.replace(new RegExp(`^\\s*${label}(?![a-z])[\\s:]*`, 'i'), '') ?? null] as const;
  });

const notationTexts = (color: BrandColor): string[] =>
  notationsOf(color).flatMap(([label, value]) => (value === null ? [] : [`${label} ${value}`]));

/** Note that the RGB notation contradicts the hex one; `null`: it does not. */
function rgbNote({ hex, rgb }: BrandColor): string | null {
  const rgbText = rgb?.match(/\d+/g)?.join(', ');
  const hexParts = hex.match(/[0-9a-f]{2}/gi) ?? [];
  const hexText = hexParts.map((part) => Number.parseInt(part, 16)).join(', ');
  return rgbText === undefined || rgbText === hexText ? null : `RGB says ${rgbText}; the hex is ${hexText}`;
}

interface ColourProps {
  readonly context: BrandContext;
  readonly color: BrandColor;
  readonly users: readonly Referrer[];
  /** Background of the theme, in hex. */
  readonly background: string | undefined;
}

/** Everything about a colour but its forms. */
function Colour({ context, color, users, background }: ColourProps): ComponentChild {
  const { id, hex, role, description, shades } = color;
  const backgrounds = [
    ['white', '#ffffff'],
    ['black', '#000000'],
    ...(background === undefined ? [] : [['the background', background]]),
  ];
  const rows = [
    ['Colour', role === null ? id : `${id}, ${role}`],
    ...notationsOf(color).map(([label, value]) => [label, value ?? '–'] as const),
    ['Note', rgbNote(color)],
  ] as const;
  return (
    <>
      <p class="lines">
        <Swatch hex={hex} isLarge /> {description}
      </p>
      <Terms rows={rows} />
      {shades.length > 0 && (
        <>
          <h2>Shades</h2>
          <ul class="list">
            {shades.map((shade) => (
              <li>
                <Swatch hex={shade.hex ?? ''} /> {shade.opacity ?? '–'} <code>{shade.hex ?? '–'}</code>
              </li>
            ))}
          </ul>
        </>
      )}
      <h2>Contrast</h2>
      <Contrasts
        caption="As a text on white, on black and on the background of the theme"
        pairs={backgrounds.map(([name = '', back = '']) => ({ name: `on ${name}`, front: hex, back }))}
      />
      <h2>Used by</h2>
      <UsedBy context={context} users={users} />
    </>
  );
}
