import { isDeepStrictEqual } from 'node:util';
import type { ComponentChild } from 'preact';
import { type BrandFile, newBrandFile } from '../../content/brand.js';
import { paths } from '../../content/catalog/paths.js';
import { visible } from '../../lib/display-safety.js';
import { brandFileOf } from '../../operations/brand.js';
import { resources, versionOf } from '../../operations/engine/resource.js';
import { removeFont, setFont, setTheme } from '../../operations/theme.js';
import { fill, type Words, words } from '../../words/words.js';
import { classOf } from '../blocks/specimen.js';
import type { WorkContext } from '../context.js';
import { guardedTheme, opaque } from '../frame/theme.js';
import { facesOf, isOnDevices } from '../frame/theme-sheet.js';
import { named } from '../labels.js';
import { Note } from '../parts/note.js';
import { ButtonLink } from './parts/button.js';
import { Contrasts } from './parts/contrast.js';
import { damagedPage } from './parts/damaged.js';
import { type FormsModel, formsPage } from './parts/forms-page.js';
import { fieldsOf } from './parts/record-form.js';
import { type RowKind, rowAction, rowActionIn, rowActions } from './parts/record-rows.js';
import { RoleName } from './parts/role-name.js';
import { LinkLine, Name } from './parts/text.js';
import { undoableTheme } from './parts/theme-undo.js';

type ThemeColors = BrandFile['theme']['colors'];

const fontKind: RowKind = { noun: 'font', key: 'role', param: 'role', set: setFont, remove: removeFont };

/** Page of the theme: its colours and their contrasts, its fonts, and the forms for both. */
export const themePage = formsPage(async (context, isSent) => {
  const snapshot = await context.newest();
  const { catalog } = snapshot;
  const damaged = isSent ? null : damagedPage(context, catalog);
  if (damaged !== null) return damaged;
  const { name, theme } = brandFileOf(snapshot);
  const { colors, font, fonts } = theme;
  const commit = await context.commitIn(context.query.undo);
  const texts = words().theme;
  /** Media with the files of a family. */
  const filesOf = (family: string) => [
    ...new Set(facesOf(catalog).flatMap((face) => (face.family === family ? [face.media_id] : []))),
  ];
  // A form of a role that was removed meanwhile adds it again.
  const { verb, key } = rowActionIn(context);
  const isAdded = verb === 'add' || (verb === 'set' && fonts.every(({ role }) => role !== key));
  if (commit !== null) return undoForm(context, commit, versionOf(snapshot, resources.brand(context.slug)));
  return {
    title: words().places.theme,
    path: '/theme',
    commit: snapshot.commit,
    version: versionOf(snapshot, resources.brand(context.slug)),
    part: { scope: { kinds: ['settings', 'color'] }, base: '' },
    file: paths.brand,
    actions: [
      {
        name: 'theme',
        title: words().common.areas.color,
        fields: fieldsOf(setTheme, 'theme').map((field) => ({
          ...field,
          hint: field.hint ?? movedIn(colors, field.name),
        })),
        record: { ...colors, font },
        writes: setTheme,
        run: ({ guard, body }) => context.perform(setTheme, { ...guard, body }),
      },
      ...rowActions(context, fontKind, fonts),
    ],
    sections: (form, problem) => (
      <>
        <p class="hint">
          {texts.hint} {isDeepStrictEqual(theme, newBrandFile(name).theme) && texts.defaults}
        </p>
        <section class="cols">
          {form('theme')}
          <aside>
            <Contrasts pairs={colorPairs(colors)} />
          </aside>
        </section>
        <section>
          <div class="head">
            <h2>{texts.fonts}</h2>
            <ButtonLink to={context.href('/theme/font')} text={words().newFont.add} />
          </div>
          {fonts.length === 0 && <p class="hint">{texts.noFonts}</p>}
          {fonts.map((font) => (
            <section key={font.role} class="card pad">
              <h3>
                <RoleName role={font.role} />
              </h3>
              {!isOnDevices(font.family) && !filesOf(font.family).length && (
                <p class="hint">{words().blocks.standIn}</p>
              )}
              <Specimen font={font} />
              {filesOf(font.family).map((id) => (
                <LinkLine key={id} to={context.href(`/media/${id}`)} text={catalog.files.get(id)?.name ?? ''} />
              ))}
              <details open={problem !== null && key === font.role}>
                <summary>{texts.editOrRemove}</summary>
                {form(rowAction('set', font.role))}
                {form(rowAction('remove', font.role))}
              </details>
            </section>
          ))}
        </section>
        {problem !== null && isAdded && form('add')}
      </>
    ),
  };
});

/** Page that undoes one change of the theme, after it has shown what changes. */
async function undoForm(context: WorkContext, commit: string, version: FormsModel['version']): Promise<FormsModel> {
  const change = await undoableTheme(context, commit);
  const texts = words().theme;
  const cancel = <LinkLine to={context.href(`/changes/${commit}`)} text={words().common.cancel} />;
  return {
    title: texts.undoTitle,
    path: '/theme',
    query: { undo: commit },
    version,
    part: { scope: { kinds: ['settings', 'color'] }, base: '' },
    file: paths.brand,
    isNarrow: true,
    actions: [
      {
        name: 'undo',
        button: texts.undo,
        writes: setTheme,
        isDone: async () => (await undoableTheme(context, commit)) === null,
        run: ({ guard }) => context.perform(setTheme, { ...guard, body: change?.before ?? {} }),
        to: '/theme',
      },
    ],
    sections: (form) =>
      change === null ? (
        <>
          <Note>{texts.nothingToUndo}</Note>
          {cancel}
        </>
      ) : (
        <div class="card pad">
          <ul>
            {Object.entries(change.after).map(([name, value]) => (
              <li key={name}>
                {named(words().records.theme[name as keyof Words['records']['theme']]).name}: <Name text={value} /> →{' '}
                <Name text={change.before[name] ?? ''} />
              </li>
            ))}
          </ul>
          {form('undo')}
          {cancel}
        </div>
      ),
  };
}

/** Pairs of colours that are used: the theme's on its background, and the texts that the portal sets on its grounds. */
function colorPairs(colors: ThemeColors) {
  const { records, theme } = words();
  const guarded = guardedTheme(colors);
  const pair = (name: keyof ThemeColors, back: keyof ThemeColors, front = colors[name]) => ({
    name: fill(theme.pair, { front: records.theme[name], back: records.theme[back] }),
    front,
    back: colors[back],
  });
  return [
    pair('text', 'background'),
    pair('link', 'background'),
    pair('text', 'primary', guarded.get('brand-on')?.light),
    pair('text', 'accent', guarded.get('accent-on')?.light),
  ];
}

/** Says in which looks the portal moves the colour of texts, because it could not be read; `undefined`: in none. */
function movedIn(colors: ThemeColors, name: string): string | undefined {
  const stored = name === 'link' || name === 'accent' ? opaque(colors[name], '') : '';
  const shown = guardedTheme(colors).get(name === 'accent' ? 'accent-ink' : 'link');
  if (stored === '' || shown === undefined) return undefined;
  const moved = (['light', 'dark'] as const).filter((look) => shown[look] !== stored);
  return (
    moved.map((look) => fill(words().theme.moved[look], { color: shown[look].toUpperCase() })).join(' ') || undefined
  );
}

/** Sizes and weights of a font, by the class of the theme's sheet. They are SVG attributes, because the policy allows no inline style. */
function Specimen({ font }: { readonly font: BrandFile['theme']['fonts'][number] }): ComponentChild {
  const { family, base_weight: base, faces } = font;
  const line = (text: string, size: number, weight: number, style = 'normal') => (
    <svg class={classOf(family)} width="100%" height={size * 1.5} role="img" aria-label={visible(text)}>
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
