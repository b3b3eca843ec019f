import type { Readable } from 'node:stream';
import type { ComponentChild } from 'preact';
import type { FilePointer } from '../content/files/pointer.js';
import type { FramedPicture, Picture } from '../service/files/media-body.js';
import type { InLanguage } from './languages.js';

/** Result of a handler of a reader's request, before it is written as HTTP. */
export type ReadReply = PageReply | TextReply | RedirectReply | FileReply | ZipReply | BytesReply;

/** Result of a handler of the workspace. */
export type WorkReply = PageReply | TextReply | RedirectReply | JsonReply | LinesReply | SavedFileReply | ZipReply;

/** Form that a reader sent. */
export interface SentByReader {
  readonly form: Readonly<Record<string, string | undefined>>;
  /** Network of the reader, which is not stored. */
  readonly network: string;
}

/** Page in the frame of the site: bar, navigation or rail. */
export interface PageReply {
  /** HTTP status; default: 200. */
  readonly status?: number;
  readonly title: string;
  readonly body: ComponentChild;
  /** Description of it, for search engines and link previews. */
  readonly description?: string | undefined;
  /** Address that the browser asks for by itself after a pause. */
  readonly again?: string | undefined;
  /** Address to which the browser goes immediately. */
  readonly refresh?: string;
  /** Whether it has the whole width: of a portal, also without navigation. */
  readonly isWide?: true;
  /** Whether a page of a portal has parts of the workspace, and its style sheet. */
  readonly isForWork?: true;
  /** Whether nothing of the frame is around it: it is printed. */
  readonly isBare?: true;
  /** Id of the page that the navigation marks. */
  readonly pageId?: number;
  /** Number of the proposal in which the page is new: it is nowhere else. */
  readonly onlyIn?: number | undefined;
  /** Whether the page that the navigation marks is another one, which is edited at its own address. */
  readonly isElsewhere?: true;
  /** Whether search engines are told to leave it out. */
  readonly isUnlisted?: true;
  /** Words of a search that found nothing. */
  readonly missed?: string | undefined;
  /** Language of its content. Default: the brand's. */
  readonly language?: string;
  /** The page in each language of the portal, for its switcher and search engines. Default: its address in each. */
  readonly inLanguages?: readonly InLanguage[];
  /** Language whose texts are written here. */
  readonly into?: string;
  /** Address at which the page is edited, if it is not edited here. */
  readonly editHref?: string;
  /** Address of the form that edits it, which the script shows over it. */
  readonly formHref?: string;
  /** Whether people without a session see the page in the whole window. */
  readonly isDoor?: true;
  /** Whether the page shows a secret, which no cache may keep. */
  readonly isSecret?: true;
  /** Whether a request was sent to another server for the page. Such a page counts as a write. */
  readonly isCharged?: true;
  readonly cookie?: Cookie;
  /** Origin or scheme to which the response to its form leads. Default: pages of the backend. */
  readonly formTarget?: string;
}

/** Document for programs, or plain text for the script of a page. An empty text is sent as 204. */
export interface TextReply {
  readonly text: string;
  /** Value of `Content-Type`. Default: plain text. */
  readonly type?: string;
  /** Name of the file, if it is a table to be saved. */
  readonly csv?: string;
  /** Value of `Cache-Control`; default: `private, no-store`. */
  readonly caching?: string;
  /** Words of a search that found nothing. */
  readonly missed?: string | undefined;
  /** Language of its content. Absent: it has none. */
  readonly language?: string;
}

/** JSON for the script of a page. */
interface JsonReply {
  readonly json: object;
}

/** A JSON document in each line, sent as they come (NDJSON). */
export interface LinesReply {
  readonly lines: Readable;
}

/** Redirect to a path, or to the identity provider (303). */
export interface RedirectReply {
  readonly to: string;
  /** Whether what is asked for has moved there (302): browsers of guests may keep that for some minutes. */
  readonly isMoved?: true;
  readonly cookie?: Cookie;
  /** Session to begin in this browser; `null` to end its session. */
  readonly session?: NewSession | null;
}

/** File of a medium, in the form that the query asks for. */
export interface FileReply {
  /** Id of the medium. */
  readonly id: number;
  readonly file: FilePointer;
  /** Headers of a font or a picture in a frame, which are always sent from here. Absent for other files. */
  readonly own?: OwnFile;
}

interface OwnFile {
  /** Value of `Cache-Control`. */
  readonly caching: string;
  /** `null`: the file is a font. */
  readonly picture: FramedPicture | null;
}

/** A file to save, or a picture of it. */
export interface SavedFileReply {
  readonly file: FilePointer;
  /** `null` for the file itself. */
  readonly picture: Picture | null;
  /** Whether it is shown in a page of the workspace, and not saved. */
  readonly isShown?: boolean;
}

/** A file that is made, to be saved. */
export interface BytesReply {
  readonly bytes: Buffer;
  /** Value of `Content-Type`. */
  readonly type: string;
  readonly name: string;
}

/** Files of media, sent as one ZIP. */
export interface ZipReply {
  /** By the names that they have in it. */
  readonly zip: ReadonlyMap<string, Pick<FileReply, 'id' | 'file'>>;
  /** Whom to name for which file; empty if none asks for it. */
  readonly credits: string;
  /** Name under which it is saved. */
  readonly name: string;
}

/** A cookie that a response sets. */
export interface Cookie {
  readonly name: string;
  readonly value: string;
  /** Life of the cookie; 0 removes it. */
  readonly seconds: number;
}

/** Token and expiry of a session, as its cookie has them. */
export interface NewSession {
  readonly token: string;
  readonly expires_at: string;
}
