import type { StoredMedium } from '../../content/media.js';
import { refusalOf } from './refusal.js';

/** A stored file, and what its metadata told. */
export interface SentFile {
  readonly medium: StoredMedium;
  /** What was taken out of it. */
  readonly taken: readonly string[];
  readonly mayHavePlace: boolean;
  /** Number of the proposal that has it. */
  readonly draft: string | null;
}

/**
 * Sends a file, and reports its progress, which `fetch` does not.
 *
 * @throws Refusal
 */
export function sendFile(
  method: 'POST' | 'PUT',
  address: string,
  person: string,
  file: File,
  onProgress: (share: number) => void,
): Promise<SentFile> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, address);
    request.responseType = 'json';
    request.setRequestHeader('Person', person);
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / (total || 1)));
    request.addEventListener('loadend', () => {
      const { status, response } = request;
      if (status !== 200 && status !== 201) return reject(refusalOf(status, response));
      resolve({
        medium: response,
        taken: request.getResponseHeader('Metadata-Taken')?.split(', ') ?? [],
        mayHavePlace: request.getResponseHeader('May-Contain-Place') !== null,
        draft: request.getResponseHeader('Proposal'),
      });
    });
    request.send(file);
  });
}
