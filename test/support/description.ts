import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { describeApi } from '../../src/http/api/openapi/document.js';
import { type Headers, securityHeaders } from '../../src/http/reply.js';
import type { Reply } from './portal.js';

// biome-ignore lint/suspicious/noExplicitAny: a document of any shape
type Json = any;

/** The API's description, by which every answer in the tests is judged. */
export const description: Json = describeApi('/api/v1');

/** `GET /pages/{page} 200` for every documented answer that was seen in this test file. */
export const seen = new Set<string>();

const ajv = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false, code: { optimize: false } });
ajv.addSchema(closed(description), 'api');

/** A copy in which an object has no other members than those listed, unless it says that it may. */
function closed(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => closed(item));
  const copy = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, closed(inner)]));
  const isOpen = value.type === 'object' && 'properties' in value && !('additionalProperties' in value);
  return isOpen ? { ...copy, additionalProperties: false } : copy;
}

const validators = new Map<string, ValidateFunction>();

function problemsOf(pointer: string, value: unknown): string | null {
  let validate = validators.get(pointer);
  if (validate === undefined) {
    validate = ajv.compile({ $ref: `api#${pointer}` });
    validators.set(pointer, validate);
  }
  return validate(value) ? null : ajv.errorsText(validate.errors);
}

export function namesOf(headers: Headers): string[] {
  return headers.filter((_, at) => at % 2 === 0);
}

/** Headers that HTTP itself needs, and those that are the same on every answer. */
const ordinary = new Set([
  ...['date', 'connection', 'keep-alive', 'content-length', 'content-type', 'transfer-encoding'],
  ...namesOf(securityHeaders).map((name) => name.toLowerCase()),
]);

const escaped = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');
const problem = '/components/schemas/Problem';

const templates = Object.keys(description.paths).map((template) => ({
  template,
  pattern: new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}/?$`),
}));

/** Throws unless the description has this answer: its status, each of its headers, and its body in full. */
export function checkAnswer(method: string, url: string, reply: Reply): void {
  const fail = (why: string): never => {
    throw new Error(`The API's description does not have this answer to ${method} ${url}: ${why}`);
  };
  const path = url.replace(/\?.*$/s, '');
  const expect = (pointer: string): void => {
    const wrong = method === 'HEAD' && reply.text === '' ? null : problemsOf(pointer, reply.body);
    if (wrong !== null) fail(`${reply.status} ${wrong}: ${reply.text.slice(0, 500)}`);
  };
  const template = templates.find(({ pattern }) => pattern.test(path))?.template;
  if (template === undefined || (reply.status === 404 && !isDecodable(path))) {
    if (reply.status !== 404) fail(`${reply.status} at a path that it does not have`);
    expect(problem);
    return;
  }
  const item = description.paths[template];
  const named = (method === 'HEAD' ? 'GET' : method).toLowerCase();
  const isThere = Object.hasOwn(item, named);
  if (!isThere && reply.status !== 405) fail(`${reply.status}, although it does not have the method`);
  const operation = isThere ? named : (Object.keys(item).find((key) => key !== 'parameters') as string);
  let pointer = `/paths/${escaped(template)}/${operation}/responses/${reply.status}`;
  let response = item[operation].responses[reply.status];
  if (response === undefined) fail(`the status ${reply.status}: ${reply.text.slice(0, 500)}`);
  for (const key of isThere ? [named] : Object.keys(item)) seen.add(`${key.toUpperCase()} ${template} ${reply.status}`);
  if (response.$ref !== undefined) {
    pointer = response.$ref.slice(1);
    response = at(pointer);
  }
  checkHeaders(response.headers ?? {}, reply, fail);
  if (response.content === undefined) {
    if (reply.text !== '') fail(`${reply.status} with a body`);
    return;
  }
  const type = reply.headers.get('content-type')?.split(';')[0] as string;
  if (!Object.hasOwn(response.content, type) && !Object.hasOwn(response.content, '*/*'))
    fail(`${reply.status} with the content type ${type}`);
  if (type === 'application/json') expect(`${pointer}/content/${escaped(type)}/schema`);
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function at(pointer: string): Json {
  return pointer
    .slice(1)
    .split('/')
    .reduce((value, key) => value[key], description);
}

function checkHeaders(documented: Json, { status, headers }: Reply, fail: (why: string) => never): void {
  const known = new Map<string, Json>();
  for (const [name, { $ref }] of Object.entries<Json>(documented))
    known.set(name.toLowerCase(), [$ref.slice(1), at($ref.slice(1))]);
  for (const [name, value] of headers) {
    const header = known.get(name);
    if (header === undefined && !ordinary.has(name)) fail(`${status} with the header ${name}`);
    if (header === undefined) continue;
    const wrong = problemsOf(`${header[0]}/schema`, header[1].schema.type === 'integer' ? Number(value) : value);
    if (wrong !== null) fail(`${status} with ${name}: ${value} ${wrong}`);
  }
  for (const [name, [, header]] of known) {
    if (header.required && !headers.has(name)) fail(`${status} without the header ${name}`);
  }
}
