import { invalidField } from '../../lib/errors.js';
import { fileTypes, type MediaKind } from './types.js';

/** Properties of a file, found before anything is committed. */
export interface Look {
  readonly extension: string;
  readonly mime: string;
  readonly kind: MediaKind;
  /** In pixels; `null` for what has none, or none that can be told. */
  readonly width: number | null;
  readonly height: number | null;
  /** Contradiction of the content to its type: the medium has failed. */
  readonly problem: string | null;
  /** Reason why there is no preview. */
  readonly note: string | null;
  readonly hasPicture: boolean;
  /** Whether a photo tells the place where it was taken. */
  readonly place: boolean;
  /** Colour space. */
  readonly colors: string | null;
  /** Verdict on an SVG. */
  readonly svg: { readonly isClean: boolean; readonly reason: string | null } | null;
}

/** Looks at files from outside. */
export interface FileInspector {
  /** @param name as sent @throws `invalid` for content that is not accepted, `busy` */
  look(path: string, name: string): Promise<Look>;
}

const synonyms: Readonly<Record<string, string>> = { jpeg: 'jpg', jpe: 'jpg', tiff: 'tif', svgz: '', m4v: 'mp4' };

/** Takes a file for what its name says: without a process that reads content, there are no previews. */
export const inspectByName: FileInspector = {
  async look(_path, name) {
    const given = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
    const type = fileTypes.get(synonyms[given] ?? given);
    if (type === undefined || !name.includes('.')) {
      const reason = `The file ${JSON.stringify(name)} has no extension of a type that is accepted.`;
      throw invalidField('name', reason);
    }
    const { extension, mime, kind } = type;
    const unknown = { width: null, height: null, problem: null, place: false, colors: null, svg: null };
    return { extension, mime, kind, ...unknown, note: 'Pictures are off.', hasPicture: false };
  },
};
