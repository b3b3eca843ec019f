import { isDeepStrictEqual } from 'node:util';
import type { ComponentChild } from 'preact';
import { type BrandFile, newBrandFile } from '../../content/brand.js';
import { visible } from '../../lib/display-safety.js';
import { brandFileOf } from '../../operations/brand.js';
import { resources, versionOf } from '../../operations/engine/resource.js';
import { removeFont, setFont, setTheme } from '../../operations/theme.js';
import { recordLabels } from '../../portal/labels.js';
import { Contrasts } from '../parts/contrast.js';
import { damagedPage } from '../parts/damaged.js';
import { formsPage } from '../parts/forms-page.js';
import { fieldsOf } from '../parts/record-form.js';
import { type RowKind, rowAction, rowActionIn, rowActions } from '../parts/record-rows.js';
import { Name } from '../parts/text.js';

const fontKind: RowKind = { noun: 'font', key: 'role', param: 'role', set: setFont, remove: removeFont };

/** Page of the theme: its colours and their contrasts, its fonts, and the forms for both. */
export const themePage = formsPage(async (context, isSent) => {
  const snapshot = await context.snapshot();
  const damaged = isSent ? null : damagedPage(context, snapshot.catalog);
  if (damaged !== null) return damaged;
  const { name, theme } = brandFileOf(snapshot);
  const { colors, font, fonts } = theme;
  return {
    title: 'Theme',
    path: '/theme',
    commit: snapshot.commit,
    version: versionOf(snapshot, resources.brand(context.slug)),
    part: { scope: { kinds: ['settings', 'color'] }, base: '' },
    actions: [
      {
        name: 'theme',
        title: 'Colours',
        button: 'Save',
        fields: fieldsOf(setTheme, 'theme'),
        record: { ...colors, font },
        writes: setTheme,
        run: ({ guard, body }) => context.perform(setTheme, { ...guard, body }),
      },
      ...rowActions(context, fontKind, fonts),
    ],
    sections: (form, problem) => (
      <>
        <p class="hint">
          The colours and fonts of the portal itself.{' '}
          {isDeepStrictEqual(theme, newBrandFile(name).theme) && 'Nothing is set yet: these are the defaults.'}
        </p>
        <div class="cols">
          {form('theme')}
          <aside>
            <Contrasts pairs={colorPairs(colors)} />
          </aside>
        </div>
        <h2>Fonts</h2>
        <p class="hint">
          {fonts.length === 0
            ? 'No fonts yet.'
            : 'Shown in a font of this device, because the portal has no font files. Sizes and weights are the real ones.'}
        </p>
        {fonts.map((font) => (
          <section key={font.role} class="card pad">
            <h3>
              <Name text={font.role} />
            </h3>
            <Specimen font={font} />
            <details open={problem !== null && rowActionIn(context).key === font.role}>
              <summary>Edit or remove</summary>
              {form(rowAction('set', font.role))}
              {form(rowAction('remove', font.role))}
            </details>
          </section>
        ))}
        {form('add')}
      </>
    ),
  };
});

/** Pairs of the theme's colours, each once. The second colour is the background. */
function colorPairs(colors: BrandFile['theme']['colors']) {
  const order = ['text', 'link', 'primary', 'accent', 'background'] as const;
  return order.flatMap((front, index) =>
    order.slice(index + 1).map((back) => ({
      name: `${recordLabels.theme[front][0]} on ${recordLabels.theme[back][0]}`,
      front: colors[front],
      back: colors[back],
    })),
  );
}

/** Sizes and weights of a font. They are SVG attributes, because the policy allows no inline style. */
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
