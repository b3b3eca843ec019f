import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../content/blocks/block-type.js';
import { BrandFile, Font, ThemeColors } from '../content/brand.js';
import { paths } from '../content/files.js';
import { LanguageFile } from '../content/language.js';
import { message } from '../content/messages.js';
import { Exact, type Static, Type } from '../content/schema.js';
import { notFound, PortalError } from '../errors.js';
import type { BrandDraft } from './brand-draft.js';
import type { BrandView } from './brand-view.js';
import { withFields } from './fields.js';
import { hexColor } from './manage-colors.js';
import type { Answer, ReadOperation, WriteOperation } from './operation.js';
import { resources } from './resource.js';

const Settings = Exact({
  name: BrandFile.properties.name,
  default_visibility: BrandFile.properties.default_visibility,
});

/** The brand's settings as they are stored: name, default visibility of new pages, theme. */
export const showSettings: ReadOperation = {
  name: 'brand.settings.show',
  right: 'read',
  run(view) {
    return { value: settingsOf(view), resource: resources.brand(view.slug) };
  },
};

/** The name as it is stored. @throws `invalid` unless it is one line of text */
export function checkedBrandName(name: string): string {
  return withFields<Static<typeof Settings>>(Settings, { default_visibility: 'internal' }, { name }).name;
}

/** Sets the brand's name, or the visibility of new pages. */
export const setBrand: WriteOperation = {
  name: 'brand.set',
  right: 'write',
  run(draft, { body }) {
    const { theme, ...before } = settingsOf(draft);
    const settings = withFields<Static<typeof Settings>>(Settings, before, body);
    return save(draft, { ...settings, theme }, 'Change the brand settings');
  },
};

/** Sets the theme's colours and its font stack. */
export const setTheme: WriteOperation = {
  name: 'theme.set',
  right: 'write',
  run(draft, { body }) {
    const before = settingsOf(draft);
    const { font, ...named } = isObject(body) ? body : {};
    const colors = withFields<Static<typeof ThemeColors>>(ThemeColors, before.theme.colors, named, {
      check(next, violations) {
        for (const [name, value] of Object.entries(next)) {
          if (!hexColor.test(value)) violations.add(name, message.format(name));
        }
      },
    });
    const FontStack = Exact({ font: Type.String({ minLength: 1 }) });
    const stack = withFields<Static<typeof FontStack>>(
      FontStack,
      { font: before.theme.font },
      font === undefined ? {} : { font },
    );
    return save(
      draft,
      { ...before, theme: { colors, font: stack.font, fonts: before.theme.fonts } },
      'Change the theme',
    );
  },
};

type BrandFont = Static<typeof Font>;

/** Sets the font of a role, or adds one. */
export const setFont: WriteOperation = {
  name: 'fonts.set',
  right: 'write',
  run(draft, { params, body }) {
    const before = settingsOf(draft);
    const { fonts } = before.theme;
    const named = (params.role as string).trim();
    const at = fonts.findIndex(({ role }) => role === named);
    const start = fonts[at] ?? { base_weight: null, faces: [] };
    const font = withFields<BrandFont>(
      Font,
      start,
      { ...(isObject(body) ? body : {}), role: named },
      {
        check({ role, family }, violations) {
          for (const [name, value] of Object.entries({ role, family })) {
            if (value === '') violations.add(name, message.required(name));
          }
        },
      },
    );
    const next = at < 0 ? [...fonts, font] : fonts.with(at, font);
    return save(draft, withFonts(before, next), `${at < 0 ? 'Add' : 'Change'} the font "${font.role}"`);
  },
};

export const removeFont: WriteOperation = {
  name: 'fonts.remove',
  right: 'write',
  run(draft, { params }) {
    const before = settingsOf(draft);
    const next = before.theme.fonts.filter(({ role }) => role !== params.role);
    if (next.length === before.theme.fonts.length) throw notFound(`Font ${JSON.stringify(params.role)}`);
    return save(draft, withFonts(before, next), `Remove the font "${params.role}"`);
  },
};

/** Sets whether the corporate language is a draft or published. */
export const setLanguageStatus: WriteOperation = {
  name: 'language.status',
  right: 'write',
  run(draft, { body }) {
    const { language } = draft.catalog;
    const Status = Exact({ status: LanguageFile.properties.status });
    const { status } = withFields<Static<typeof Status>>(Status, {}, body);
    draft.expect(resources.language(draft.slug));
    if (status !== language.status) {
      draft.put(paths.language, { ...language, version: language.version + 1, status });
      draft.commitAs(`Make the corporate language ${status === 'draft' ? 'a draft' : 'published'}`);
    }
    return { value: { status }, resource: resources.language(draft.slug) };
  },
};

function settingsOf({ catalog }: BrandView): BrandFile {
  if (catalog.brand !== null) return catalog.brand;
  throw new PortalError('unavailable', 'The master data of this brand are missing or damaged.');
}

function withFonts(brand: BrandFile, fonts: BrandFont[]): BrandFile {
  return { ...brand, theme: { ...brand.theme, fonts } };
}

function save(draft: BrandDraft, next: BrandFile, subject: string): Answer {
  draft.expect(resources.brand(draft.slug));
  if (!isDeepStrictEqual(next, draft.catalog.brand)) {
    draft.put(paths.brand, next);
    draft.commitAs(subject);
  }
  return { value: next, resource: resources.brand(draft.slug) };
}
