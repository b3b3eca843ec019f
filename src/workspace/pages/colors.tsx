import type { ComponentChild } from 'preact';
import type { BrandColor } from '../../content/brand.js';
import { rgbText } from '../../lib/rgb-text.js';
import { inspectColor, listFullColors, removeColor, setColor } from '../../operations/colors.js';
import { resources } from '../../operations/engine/resource.js';
import { recordLabels } from '../../portal/labels.js';
import { Contrasts } from '../parts/contrast.js';
import { formsPage } from '../parts/forms-page.js';
import { ListHead, Row } from '../parts/list.js';
import { Note } from '../parts/note.js';
import { fieldsOf } from '../parts/record-form.js';
import { addition, type RecordKind, recordPage } from '../parts/record-page.js';
import { Swatch } from '../parts/swatch.js';
import { Adding } from '../parts/text.js';

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
  complete(body, record) {
    const isFree = record === null ? body.rgb === undefined : !record.rgb || record.rgb === rgbText(record.hex);
    const rgb = typeof body.hex === 'string' && body.rgb === undefined && isFree ? rgbText(body.hex) : null;
    return rgb === null ? body : { ...body, rgb };
  },
  show: async (_context, color) => [<Swatch hex={color.hex} isLarge />, rgbNote(color)],
  async aside(context, { hex }) {
    const { brand } = await context.catalog();
    const pairs = [
      { name: 'White on it', front: '#ffffff', back: hex },
      { name: 'Black on it', front: '#000000', back: hex },
    ];
    if (brand !== null) {
      const { text, background } = brand.theme.colors;
      pairs.push({ name: 'Text of the theme on it', front: text, back: hex });
      pairs.push({ name: 'On the background', front: hex, back: background });
    }
    return <Contrasts pairs={pairs} />;
  },
};

export const colorPage = recordPage(kind);

/** List of the colours, with the form that adds one. */
export const colorsPage = formsPage(async (context) => {
  const { catalog, commit } = await context.snapshot();
  const colors = await context.read(listFullColors);
  return {
    title: 'Colours',
    heading: false,
    path: kind.list,
    commit,
    actions: [addition(context, kind, catalog)],
    sections: (form, problem) => (
      <>
        <ListHead
          title="Colours"
          text="The palette of the brand, with its notations for print and screen."
          adding={<Adding summary="Add colour" isOpen={problem !== null} form={form('add')} />}
          empty={
            colors.length === 0 && {
              ...{ icon: 'palette', title: 'No colour yet' },
              children: 'Colours are listed here, with their notations. Pages show them in palettes, to be copied.',
            }
          }
        />
        <ul class="list">
          {colors.map((color) => (
            <Row
              key={color.id}
              name={color.name}
              to={context.href(`/colors/${color.id}`)}
              icon={<Swatch hex={color.hex} />}
              mark={color.role !== null && <span class="tag">{color.role}</span>}
              details={notationTexts(color).join(' · ')}
            />
          ))}
        </ul>
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

/** Note that the RGB notation contradicts the hex one; `null` if it does not. */
function rgbNote({ hex, rgb }: BrandColor): ComponentChild {
  const [shownRgb, hexText] = [rgb?.match(/\d+/g)?.join(', '), rgbText(hex)];
  if (shownRgb === undefined || shownRgb === hexText) return null;
  return <Note kind="warn">{`RGB says ${shownRgb}; the hex is ${hexText ?? hex}`}</Note>;
}
