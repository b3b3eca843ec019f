import type { ComponentChild } from 'preact';
import type { BrandColor } from '../../content/brand.js';
import { rgbText } from '../../lib/rgb-text.js';
import { inspectColor, listFullColors, removeColor, setColor } from '../../operations/colors.js';
import { resources } from '../../operations/engine/resource.js';
import { recordLabels } from '../../portal/labels.js';
import { Contrasts } from '../parts/contrast.js';
import { formsPage } from '../parts/forms-page.js';
import { Row } from '../parts/list.js';
import { Note } from '../parts/note.js';
import { fieldsOf } from '../parts/record-form.js';
import { addition, type RecordKind, recordPage } from '../parts/record-page.js';
import { Swatch } from '../parts/swatch.js';

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
    path: kind.list,
    commit,
    list: {
      text: 'The palette of the brand, with its notations for print and screen.',
      adding: { summary: 'Add colour', action: 'add' },
      empty: colors.length === 0 && {
        icon: 'palette',
        title: 'No colour yet',
        children: 'Colours are listed here, with their notations. Pages show them in palettes, to be copied.',
      },
    },
    actions: [addition(context, kind, catalog)],
    sections: () => (
      <ul class="list">
        {colors.map((color) => (
          <Row
            key={color.id}
            name={color.name}
            to={context.href(`/colors/${color.id}`)}
            icon={<Swatch hex={color.hex} />}
            mark={color.role !== null && <span class="tag">{color.role}</span>}
            details={notationsOf(color).join(' · ')}
          />
        ))}
      </ul>
    ),
  };
});

/**
 * Each notation that a colour has: its label and its value, which people often begin with the label, such as `RAL
 * 5011`.
 */
const notationsOf = (color: BrandColor): string[] =>
  notations.flatMap(([name, label]) => {
    const repeatedLabel = new RegExp(`^\\s*${label}(?![a-z])[\\s:]*`, 'i');
    const value = color[name]?.replace(repeatedLabel, '');
    return value === undefined ? [] : [`${label} ${value}`];
  });

/** Note that the RGB notation contradicts the hex one; `null` if it does not. */
function rgbNote({ hex, rgb }: BrandColor): ComponentChild {
  const shownRgb = rgb?.match(/\d+/g)?.join(', ');
  const hexText = rgbText(hex);
  if (shownRgb === undefined || shownRgb === hexText) return null;
  return <Note kind="warn">{`RGB says ${shownRgb}; the hex is ${hexText ?? hex}`}</Note>;
}
