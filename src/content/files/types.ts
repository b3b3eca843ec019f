/** Kinds of media, by their use on a website. */
export const mediaKinds = ['image', 'video', 'document', 'audio', 'archive'] as const;
export type MediaKind = (typeof mediaKinds)[number];

/** Type of file that a medium may have. Its content decides, never its name or the type that a request declares. */
export interface FileType {
  /** Lower case, without a dot. The stored name ends in it. */
  readonly extension: string;
  readonly mime: string;
  readonly kind: MediaKind;
  /** Pixels that pictures of other sizes are made of. */
  readonly isRaster?: true;
  /** Shown by browsers without running anything. An SVG counts if its verdict is clean. */
  readonly isInline?: true;
  /** Name of its format in `@font-face`. */
  readonly font?: string;
}

const raster = { kind: 'image', isRaster: true, isInline: true } as const;
const office = 'application/vnd.openxmlformats-officedocument';
const open = 'application/vnd.oasis.opendocument';

/** Allow-list, one row a type. Everything else is refused. Executables, scripts, HTML and documents with macros never belong here. */
const rows: readonly FileType[] = [
  { extension: 'jpg', mime: 'image/jpeg', ...raster },
  { extension: 'png', mime: 'image/png', ...raster },
  { extension: 'webp', mime: 'image/webp', ...raster },
  { extension: 'gif', mime: 'image/gif', ...raster },
  { extension: 'avif', mime: 'image/avif', ...raster },
  { extension: 'tif', mime: 'image/tiff', ...raster },
  { extension: 'svg', mime: 'image/svg+xml', kind: 'image' },
  { extension: 'psd', mime: 'image/vnd.adobe.photoshop', kind: 'image' },
  { extension: 'heic', mime: 'image/heic', kind: 'image' },
  { extension: 'pdf', mime: 'application/pdf', kind: 'document' },
  { extension: 'ai', mime: 'application/illustrator', kind: 'document' },
  { extension: 'eps', mime: 'application/postscript', kind: 'document' },
  { extension: 'indd', mime: 'application/x-indesign', kind: 'document' },
  { extension: 'docx', mime: `${office}.wordprocessingml.document`, kind: 'document' },
  { extension: 'dotx', mime: `${office}.wordprocessingml.template`, kind: 'document' },
  { extension: 'xlsx', mime: `${office}.spreadsheetml.sheet`, kind: 'document' },
  { extension: 'xltx', mime: `${office}.spreadsheetml.template`, kind: 'document' },
  { extension: 'pptx', mime: `${office}.presentationml.presentation`, kind: 'document' },
  { extension: 'potx', mime: `${office}.presentationml.template`, kind: 'document' },
  { extension: 'odt', mime: `${open}.text`, kind: 'document' },
  { extension: 'ods', mime: `${open}.spreadsheet`, kind: 'document' },
  { extension: 'odp', mime: `${open}.presentation`, kind: 'document' },
  { extension: 'odg', mime: `${open}.graphics`, kind: 'document' },
  { extension: 'ttf', mime: 'font/ttf', kind: 'document', font: 'truetype' },
  { extension: 'otf', mime: 'font/otf', kind: 'document', font: 'opentype' },
  { extension: 'woff', mime: 'font/woff', kind: 'document', font: 'woff' },
  { extension: 'woff2', mime: 'font/woff2', kind: 'document', font: 'woff2' },
  { extension: 'icc', mime: 'application/vnd.iccprofile', kind: 'document' },
  { extension: 'ase', mime: 'application/x-adobe-swatches', kind: 'document' },
  { extension: 'mp4', mime: 'video/mp4', kind: 'video', isInline: true },
  { extension: 'mov', mime: 'video/quicktime', kind: 'video', isInline: true },
  { extension: 'webm', mime: 'video/webm', kind: 'video', isInline: true },
  { extension: 'mp3', mime: 'audio/mpeg', kind: 'audio', isInline: true },
  { extension: 'wav', mime: 'audio/wav', kind: 'audio', isInline: true },
  { extension: 'm4a', mime: 'audio/mp4', kind: 'audio', isInline: true },
  { extension: 'zip', mime: 'application/zip', kind: 'archive' },
];

export const fileTypes: ReadonlyMap<string, FileType> = new Map(rows.map((row) => [row.extension, row]));

/**
 * The type of an extension that is in the list.
 *
 * @throws for any other, which is a mistake in the program
 */
export function requireFileType(extension: string): FileType {
  const type = fileTypes.get(extension);
  if (type === undefined) throw new Error(`There is no file type ${extension}`);
  return type;
}

/**
 * @param name as files are kept, its extension given by the content
 * @returns `undefined` if its type is not accepted
 */
export function fileTypeOf(name: string): FileType | undefined {
  return fileTypes.get(name.slice(name.lastIndexOf('.') + 1));
}

export const pictureFormats = ['webp', 'avif', 'jpeg', 'png'] as const;
export type PictureFormat = (typeof pictureFormats)[number];
