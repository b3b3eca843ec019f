import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';
import type { TestClient, TestPortal } from './portal.js';

/** The newest revision, which has no handshake, and the one before. */
export const eras = ['2026-07-28', 'legacy'] as const;
type Era = (typeof eras)[number];

type Schema = Parameters<AjvJsonSchemaValidator['getValidator']>[0];

/** The library's validator, which compiles the schemas of the tools once and not once a client. */
class SharedValidator extends AjvJsonSchemaValidator {
  readonly #schemas = new Map<string, Schema>();

  override getValidator<T>(schema: Schema) {
    const text = JSON.stringify(schema);
    const known = this.#schemas.get(text) ?? schema;
    this.#schemas.set(text, known);
    return super.getValidator<T>(known);
  }
}

const jsonSchemaValidator = new SharedValidator();

/** A connected client as agents use it. Between two calls it holds nothing open. */
export async function connect(portal: TestPortal, key: string, era: Era = '2026-07-28'): Promise<Client> {
  const mode = era === 'legacy' ? era : { pin: era };
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode }, jsonSchemaValidator });
  const requestInit = { headers: { Authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${portal.url}/mcp`), { requestInit }));
  return client;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
export type Structured = any;

export interface Outcome {
  readonly isError: boolean;
  /** What the tool promises, or of a failure the body of the API's error with its `code`. */
  readonly answer: Structured;
  readonly text: string;
}

export async function call(client: Client, name: string, args: Record<string, unknown> = {}): Promise<Outcome> {
  const { isError = false, structuredContent, content } = await client.callTool({ name, arguments: args });
  const [text = '', problem = '{}'] = content.map((part) => (part.type === 'text' ? part.text : ''));
  return { isError, answer: isError ? JSON.parse(problem) : structuredContent, text };
}

/** Calls that must succeed. */
export async function ask(client: Client, name: string, args: Record<string, unknown> = {}): Promise<Structured> {
  const { isError, answer, text } = await call(client, name, args);
  if (isError) throw new Error(`${name}: ${text}`);
  return answer;
}

/** What agents send and take. */
export const agentsHeaders = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };

/** A message as an earlier revision sends it, over plain HTTP. */
export function postTo(url: string, key: string, body: string, headers: object = {}): Promise<Response> {
  const sent = { Authorization: `Bearer ${key}`, ...agentsHeaders, ...headers };
  return fetch(url, { method: 'POST', headers: sent, body });
}

/** To the endpoint of the client's portal. */
export const post = ({ portal, key }: TestClient, body: string, headers: Record<string, string> = {}) =>
  postTo(`${portal.url}/mcp`, key, body, headers);

export const message = (method: string, params: unknown = {}): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
