import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll } from 'vitest';
import { listenOn } from './loopback.js';

const file = (name: string): string => fileURLToPath(new URL(`tls/${name}`, import.meta.url));

/** Certificate of the authority that signed that of `localhost`, and has signed no other. */
export const authority = file('authority.pem');

/** A server of client id metadata documents, by https. */
class DocumentServer {
  /** Paths that were asked for. */
  readonly requests: string[] = [];
  /** Answers by path. */
  readonly answers = new Map<string, (response: ServerResponse) => void>();
  host = '';
  readonly #server = createServer({
    cert: readFileSync(file('localhost.pem')),
    key: readFileSync(file('localhost.pem')),
  });

  async start(): Promise<void> {
    this.#server.on('request', ({ url = '' }, response) => {
      this.requests.push(url);
      this.answers.get(url)?.(response);
    });
    this.host = `localhost:${await listenOn(this.#server)}`;
  }

  address = (path: string): string => `https://${this.host}${path}`;

  /** A document at a path, with its own address as `client_id`. @returns the address */
  serve(path: string, document: object): string {
    const text = JSON.stringify({ client_id: this.address(path), token_endpoint_auth_method: 'none', ...document });
    this.answers.set(path, (response) => response.end(text));
    return this.address(path);
  }

  close(): void {
    this.#server.close().closeAllConnections();
  }
}

/** Server of all tests of the file, or of the group. */
export function documentsForAll(): DocumentServer {
  const documents = new DocumentServer();
  beforeAll(() => documents.start());
  afterAll(() => documents.close());
  return documents;
}
