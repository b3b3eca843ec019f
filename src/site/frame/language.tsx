import type { ComponentChild } from 'preact';
import { capitalised } from '../../lib/capitalised.js';
import { words } from '../../words/words.js';

/** `lang` of an element, where it differs from that of the elements around it. */
export interface Lang {
  readonly lang?: string;
}

/** `lang` of content within the frame. */
export const langOf = (language: string): Lang => (language === words().language ? {} : { lang: language });

/** Name of a language in the reader's. */
export const languageName = (tag: string, reader: string = words().locale): string =>
  new Intl.DisplayNames([reader], { type: 'language' }).of(tag) ?? tag;

/** Name of a language in itself, as a menu has it. */
export const ownLanguageName = (tag: string): string => capitalised(languageName(tag, tag));

/** `lang` of the elements in a block of a page. */
export interface BlockLangs {
  /** The block itself. */
  readonly page: Lang;
  /** Texts of the brand that the block shows, such as the name of a colour. */
  readonly brand: Lang;
  /** Words of the frame, such as those of a button. */
  readonly frame: Lang;
}

export function blockLangs(page: string, brand: string): BlockLangs {
  const { language } = words();
  const isOne = page === language && brand === language;
  return {
    page: langOf(page),
    brand: brand === page ? {} : { lang: brand },
    frame: isOne ? {} : { lang: language },
  };
}

interface InLanguageProps extends Lang {
  readonly children: ComponentChild;
}

/** Text of content among words of the frame. Where they have one language, it needs no element. */
export const InLanguage = ({ lang, children }: InLanguageProps): ComponentChild =>
  lang === undefined ? children : <span lang={lang}>{children}</span>;
