import type { FontFacts, Look } from '../content/files/inspector.js';
import type { Metadata } from '../content/files/metadata.js';
import type { Frame, PictureWidth } from '../content/files/picture-widths.js';
import type { PictureFormat } from '../content/files/types.js';

export interface Limits {
  readonly pixels: number;
  /** If `false`, no picture is decoded. Types and verdicts are still determined. */
  readonly decodes: boolean;
}

/** Work for the picture process. Types are named by their extensions. */
export type Job =
  | { readonly kind: 'identify'; readonly path: string; readonly name: string }
  | { readonly kind: 'inspect'; readonly path: string; readonly extension: string; readonly limits: Limits }
  | { readonly kind: 'font'; readonly path: string }
  | { readonly kind: 'clean'; readonly path: string; readonly extension: string; readonly isTaken: boolean }
  | {
      readonly kind: 'render';
      readonly path: string;
      readonly extension: string;
      readonly size: PictureWidth | Frame;
      readonly format: PictureFormat;
      readonly to: string;
      readonly limits: Limits;
    };

/** Facts of a file's content. */
export type Inspection = Pick<
  Look,
  'width' | 'height' | 'problem' | 'note' | 'place' | 'mayHavePlace' | 'colors' | 'mean' | 'svg'
>;

export interface Answers {
  /** An accepted type, or the name of another type that the content looks like. */
  readonly identify: { readonly extension: string } | { readonly looksLike: string };
  readonly inspect: Inspection;
  /** `null`: it cannot be read. */
  readonly font: FontFacts | null;
  readonly clean: Metadata;
  readonly render: null;
}

/** Message of the process to the server: it has begun the job, or ends it. */
export type Message = 'begun' | Reply;

/** End of a job. An error of the system has a `code`. */
export type Reply =
  | { readonly answer: Answers[Job['kind']] }
  | { readonly failure: string; readonly code?: string | undefined };
