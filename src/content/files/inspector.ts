import { invalidField } from '../../lib/errors.js';
import { noted, say } from '../../lib/say.js';
import { type EmbeddedTexts, noTexts, type PrivatePart } from './metadata.js';
import { fileTypes, type MediaKind } from './types.js';

/**
 * Facts of an uploaded file, found before anything is committed. Its content contradicts its type when there is a `problem`; a `note` says
 * why there is no preview.
 */
export interface Look {
  readonly extension: string;
  readonly mime: string;
  readonly kind: MediaKind;
  /** Width in pixels, turned upright; `null` when the file has none, or it cannot be read. */
  readonly width: number | null;
  readonly height: number | null;
  readonly problem: string | null;
  readonly note: string | null;
  readonly hasPicture: boolean;
  /** Whether a photo contains the place where it was taken. */
  readonly place: boolean;
  /** Whether it may contain one that cannot be found. */
  readonly mayHavePlace: boolean;
  /** What was taken out of its metadata. */
  readonly taken: readonly PrivatePart[];
  /** Texts of its metadata. */
  readonly texts: EmbeddedTexts;
  /** Name of the colour space. */
  readonly colors: string | null;
  /** Mean of its colours, as six hexadecimal digits; `null` for a picture through which the ground shows, and for drawings. */
  readonly mean: string | null;
  readonly svg: { readonly isClean: boolean; readonly reason: string | null } | null;
}

/** Facts in the tables of a font. */
export interface FontFacts {
  readonly family: string | null;
  /** Weights; of a variable font, the usual ones that it has. */
  readonly weights: readonly number[];
  readonly style: 'normal' | 'italic';
  /** Whether it says that it may not be embedded in documents. */
  readonly isRestricted: boolean;
}

/** Facts of a file without a picture. */
export const noFacts = {
  ...{ width: null, height: null, problem: null, note: null },
  ...{ place: false, mayHavePlace: false, colors: null, mean: null, svg: null },
};

/** A file that is not cleaned. */
const asSent = { taken: [], texts: noTexts } as const;

export interface FileInspector {
  /**
   * @param name as sent
   * @param isCleaned whether place and serial numbers are taken out of it first, where its type allows that
   * @throws `invalid` for content that is not accepted, `busy`
   */
  look(path: string, name: string, isCleaned: boolean): Promise<Look>;
  /**
   * Facts of a font; `null` where nothing reads content.
   *
   * @throws `invalid` for one that cannot be read, `busy`
   */
  font(path: string): Promise<FontFacts | null>;
}

const synonyms: Readonly<Record<string, string>> = { jpeg: 'jpg', jpe: 'jpg', tiff: 'tif', svgz: '', m4v: 'mp4' };

/** Inspector that trusts the file's name. Without a process that reads content, there are no previews. */
export const inspectByName: FileInspector = {
  async look(_path, name) {
    const sentExtension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
    const type = fileTypes.get(synonyms[sentExtension] ?? sentExtension);
    if (type === undefined || !name.includes('.')) {
      const reason = say`The file ${JSON.stringify(name)} has no extension of a type that is accepted.`;
      throw invalidField('name', reason);
    }
    const { extension, mime, kind } = type;
    return { extension, mime, kind, ...noFacts, ...asSent, note: noted`Pictures are off.`, hasPicture: false };
  },
  font: async () => null,
};
