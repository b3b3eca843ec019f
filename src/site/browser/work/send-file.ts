import { words } from '../../../words/words.js';

/** The server's response to a file, or the reason why the file was not sent. */
export interface Answer {
  readonly to?: string;
  /** Proposal that the file was stored in. */
  readonly proposal?: number;
  readonly refused: readonly string[];
  /** What was taken out of the metadata. */
  readonly taken?: readonly string[];
  /** Medium that has the file already. */
  readonly there?: number;
}

/** Tile of a file that is being uploaded. */
export interface Shown {
  /** @param share that is sent, from 0 to 1 */
  progress(share: number): void;
  end(answer: Answer): void;
}

interface SentFile {
  readonly file: File;
  readonly signal: AbortSignal;
  /** Called with the share that is sent, from 0 to 1. */
  onProgress(share: number): void;
  /** Further fields. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Address. Default: that of the form. */
  readonly to?: string;
  /** Size of the largest file. Default: that of the form. */
  readonly maxBytes?: number;
  /** Called with what has arrived of the answer. */
  onAnswer?(text: string): void;
}

/** Sends one file with the other fields of the form. */
export async function sendFile(form: HTMLFormElement, sent: SentFile): Promise<Answer> {
  const { file, signal, onProgress, fields = {}, to = form.action, onAnswer } = sent;
  const texts = words().workScripts;
  if (file.size > (sent.maxBytes ?? Number(form.dataset.upload))) return { refused: [texts.tooLarge] };
  if (signal.aborted) return { refused: [texts.stopped] };
  const data = new FormData(form);
  data.delete('file');
  for (const [name, value] of Object.entries({ by: 'script', ...fields })) data.append(name, value);
  data.append('file', file);
  const request = new XMLHttpRequest();
  signal.addEventListener('abort', () => request.abort());
  onProgress(0);
  request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total);
  request.onprogress = () => onAnswer?.(request.responseText);
  await new Promise((resolve) => {
    request.onloadend = resolve;
    request.open('POST', to);
    request.send(data);
  });
  const { responseText, responseURL } = request;
  if (URL.canParse(responseURL) && new URL(responseURL).pathname === '/-/workspace/sign-in') {
    return { refused: [texts.signedOut] };
  }
  const isLines = request.getResponseHeader('Content-Type') === 'application/x-ndjson';
  if (isLines) onAnswer?.(responseText);
  if (request.status === 200) return isLines ? { refused: [] } : JSON.parse(responseText);
  const pageReason = /<h1>(.*?)<\/h1>\s*<p>(.*?)<\/p>/s.exec(responseText)?.slice(1).join(': ');
  return { refused: [pageReason ?? (signal.aborted ? texts.stopped : texts.interrupted)] };
}
