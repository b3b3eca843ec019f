import type { ComponentChild } from 'preact';
import type { BrandColor } from '../../content/brand.js';
import { rgbText } from '../../lib/rgb-text.js';
import { inspectColor, listFullColors, removeColor, setColor } from '../../operations/colors.js';
import { resources } from '../../operations/engine/resource.js';
import { fill, words } from '../../words/words.js';
import { named } from '../labels.js';
import { Note } from '../parts/note.js';
import { Contrasts } from './parts/contrast.js';
import { formsPage } from './parts/forms-page.js';
import { Row } from './parts/list.js';
import { fieldsOf } from './parts/record-form.js';
import { addition, type RecordKind, recordPage } from './parts/record-page.js';
import { Swatch } from './parts/swatch.js';

const notations = ['hex', 'rgb', 'cmyk', 'pantone', 'ral'] as const;

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
    const { brand } = (await context.newest()).catalog;
    const texts = words().colors;
    const pairs = [
      { name: texts.whiteOnIt, front: '#ffffff', back: hex },
      { name: texts.blackOnIt, front: '#000000', back: hex },
    ];
    if (brand !== null) {
      const { text, background } = brand.theme.colors;
      pairs.push({ name: texts.textOnIt, front: text, back: hex });
      pairs.push({ name: texts.onBackground, front: hex, back: background });
    }
    return <Contrasts pairs={pairs} />;
  },
};

export const colorPage = recordPage(kind);

/** List of the colours, with the form that adds one. */
export const colorsPage = formsPage(async (context) => {
  const { catalog, commit } = await context.newest();
  const colors = await context.read(listFullColors);
  const texts = words().colors;
  return {
    title: words().common.areas.color,
    path: kind.list,
    commit,
    part: { scope: { kinds: ['color'] }, base: '' },
    list: {
      text: texts.hint,
      adding: { summary: words().recordForms.add.color, action: 'add' },
      empty: colors.length === 0 && {
        icon: 'palette',
        title: texts.none,
        children: texts.noneHint,
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
  notations.flatMap((name) => {
    const label = named(words().records.color[name]).name;
    const repeatedLabel = new RegExp(`^\\s*${label}(?![a-z])[\\s:]*`, 'i');
    const value = color[name]?.replace(repeatedLabel, '');
    return value === undefined ? [] : [`${label} ${value}`];
  });

/** Note that the RGB notation contradicts the hex one; `null` if it does not. */
function rgbNote({ hex, rgb }: BrandColor): ComponentChild {
  const shownRgb = rgb?.match(/\d+/g)?.join(', ');
  const hexText = rgbText(hex);
  if (shownRgb === undefined || shownRgb === hexText) return null;
  return <Note kind="warn">{fill(words().colors.rgbDiffers, { rgb: shownRgb, hex: hexText ?? hex })}</Note>;
}
