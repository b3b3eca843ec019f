import type { PictureFormat, PictureWidth } from '../content/files/types.js';
import type { SvgVerdict } from './svg-verdict.js';

export interface Limits {
  readonly pixels: number;
  /** `false`: nothing is decoded; types and verdicts are found all the same. */
  readonly decodes: boolean;
}

/** Work for the picture process. Types are named by their extensions. */
export type Job =
  | { readonly kind: 'identify'; readonly path: string; readonly name: string }
  | { readonly kind: 'inspect'; readonly path: string; readonly extension: string; readonly limits: Limits }
  | {
      readonly kind: 'render';
      readonly path: string;
      readonly extension: string;
      readonly width: PictureWidth;
      readonly format: PictureFormat;
      readonly to: string;
      readonly limits: Limits;
    };

/** An accepted type, or the name of what else the content looks like. */
type Identity = { readonly extension: string } | { readonly looksLike: string };

export interface Inspection {
  /** As pictures of it show it, turned upright; `null` when no picture can be made. */
  readonly width: number | null;
  readonly height: number | null;
  readonly problem: string | null;
  readonly note: string | null;
  readonly place: boolean;
  readonly colors: string | null;
  readonly svg: SvgVerdict | null;
}

export interface Answers {
  readonly identify: Identity;
  readonly inspect: Inspection;
  readonly render: null;
}

/** Message of the process to the server. */
export type Reply = { readonly answer: Answers[Job['kind']] } | { readonly failure: string };
