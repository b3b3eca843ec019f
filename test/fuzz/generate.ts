import fc from 'fast-check';
import { bodies, headers, markup, methods, pathParts, queries, tooLarge, values, wires } from './hostile.js';
import { mutate, mutations, plant } from './mutate.js';
import type { Body, FuzzRequest, Json, KeyKind } from './request.js';
import { valuesOf } from './schema-values.js';

type Requests = fc.Arbitrary<FuzzRequest>;

/** One operation of a document, ready to make requests up. */
export interface FuzzedOperation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  /** What the document says a JSON body must be; `null`: there is none. */
  readonly bodySchema: Json | null;
  /** Whether the body is a file. */
  readonly takesFile: boolean;
  readonly requests: Requests;
}

/** A path with things that are there in the place of its parameters; a block together with its own page. */
function pathOf(template: string, index: number): string {
  const kinds: Readonly<Record<string, string>> = {
    page: template.includes('{block}') ? 'home' : 'page',
    id: template.startsWith('/media') ? 'medium' : 'color',
  };
  return template.replace(/\{(\w+)\}/g, (_, name) => `@${kinds[name] ?? name}:${index}`);
}

const methodNames = new Set(['get', 'put', 'post', 'patch', 'delete']);
const keys: fc.Arbitrary<KeyKind> = fc.oneof(
  { weight: 12, arbitrary: fc.constant('write' as const) },
  { weight: 2, arbitrary: fc.constant('read' as const) },
  { weight: 1, arbitrary: fc.constantFrom('revoked' as const, 'wrong' as const, 'none' as const) },
);
const at = fc.nat(1000);
const onceKeys = fc.nat(9).map((n) => [['Idempotency-Key', `"fuzz-${n}"`] as const]);

/** Every operation of a description, in its order. */
export function operationsOf(document: Json): FuzzedOperation[] {
  return Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    Object.entries<Json>(item)
      .filter(([method]) => methodNames.has(method))
      .map(([method, operation]) => {
        const content = operation.requestBody?.content ?? {};
        const bodySchema = content['application/json']?.schema ?? null;
        const takesFile = '*/*' in content;
        const name: string = operation.operationId;
        const named = { name, method: method.toUpperCase(), path, bodySchema, takesFile };
        return { ...named, requests: requestsTo(document, named, operation.parameters ?? []) };
      }),
  );
}

function requestsTo(
  document: Json,
  operation: Omit<FuzzedOperation, 'requests'>,
  parameters: readonly Json[],
): Requests {
  const { method, path, bodySchema, takesFile } = operation;
  const base = { operation: operation.name, method, key: 'write', headers: [], body: null } as const;
  const target = fc.nat(50).map((n) => pathOf(path, n));
  const query = queryOf(document, parameters);
  const file = takesFile ? files.map((bytes): Body => ({ bytes })) : fc.constant(null);
  const content = bodySchema === null ? fc.constant(undefined) : valuesOf(document, bodySchema);
  const condition = method === 'GET' ? 'If-None-Match' : 'If-Match';
  const version = fc.oneof(
    { weight: 6, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.constant([[condition, '*'] as const]) },
    { weight: 1, arbitrary: fc.nat(50).map((n) => [[condition, `@etag:${n}`] as const]) },
  );
  // Few keys, so that some come again: with the same request, or with another.
  const once = method === 'GET' ? fc.constant([]) : fc.oneof({ weight: 7, arbitrary: fc.constant([]) }, onceKeys);
  const sound = fc
    .tuple(target, query, content, version, once, keys, file)
    .map(([where, what, sent, versions, once, key, bytes]) => ({
      request: { ...base, path: where + what, key, headers: [...versions, ...once], body: bytes ?? jsonBody(sent) },
      sent,
    }));
  const from = (
    input: FuzzRequest['input'],
    change: (request: FuzzRequest, sent: Json) => fc.Arbitrary<Partial<FuzzRequest>>,
  ) =>
    sound.chain(({ request, sent }) =>
      change({ ...request, input, what: '' }, sent).map(
        (changed): FuzzRequest => ({ ...request, input, what: '', ...changed }),
      ),
    );
  const hostilePath = pathChanges(path);
  const onWire = (what: string) => ({ ...base, input: 'wire' as const, what, path, key: 'none' as const });
  const kinds: { weight: number; arbitrary: Requests }[] = [
    { weight: 4, arbitrary: from('valid', () => fc.constant({})) },
    { weight: 2, arbitrary: from('hostile-path', ({ path: sound }) => hostilePath(sound)) },
    { weight: 3, arbitrary: from('hostile-headers', headerChanges) },
    { weight: 1, arbitrary: fc.constantFrom(...Object.keys(wires)).map(onWire) },
    { weight: 2, arbitrary: from('near-valid', (request) => nearlyValid(request, path)) },
  ];
  if (bodySchema !== null) {
    kinds.push({ weight: 4, arbitrary: from('near-valid', (_, sent) => mutatedBody(sent)) });
    kinds.push({ weight: 4, arbitrary: from('hostile-body', (_, sent) => hostileBody(sent)) });
  } else {
    const unasked = () => fc.constantFrom(...bodies).map((bytes) => ({ what: 'unasked', body: { bytes } }));
    kinds.push({ weight: 1, arbitrary: from('hostile-body', unasked) });
  }
  return fc.oneof(...kinds);
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
const content = ['', 'x', 'RIFF', '%PDF-1.7\n', '\x89PNG\r\n\x1a\n', svg, ...markup];
const files = fc
  .tuple(fc.constantFrom(...content), fc.uint8Array({ maxLength: 64 }))
  .map(([start, rest]) => Buffer.concat([Buffer.from(start, 'latin1'), rest]));

const jsonBody = (sent: Json): Body | null => (sent === undefined ? null : { json: JSON.stringify(sent) });

function queryOf(document: Json, parameters: readonly Json[]): fc.Arbitrary<string> {
  const encoded = (value: Json): string => encodeURIComponent(String(value).toWellFormed());
  const commits = fc.nat(9).map((n) => `@commit:${n}`);
  const pages = fc.nat(50).map((n) => `@page:${n}`);
  const names = ['logo.png', 'Our%20Logo.SVG', 'a.pdf', '../../a.txt', 'noext', 'run.exe'];
  const meant: Readonly<Record<string, fc.Arbitrary<string>>> = {
    name: fc.constantFrom(...names, `${'x'.repeat(300)}.jpg`),
    category: fc.nat(9).map((n) => `@category:${n}`),
    at: fc.oneof(commits, fc.constantFrom('2000-01-01', '9999-12-31', '9999-12-31T23:59:59.9Z')),
    since: commits,
    after: pages,
    parent_id: fc.oneof(fc.constant('null'), pages),
  };
  const parts = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, schema, required }): fc.Arbitrary<string[]> => {
      const described = valuesOf(document, schema).map(encoded);
      const known = meant[name];
      const values = known === undefined ? described : fc.oneof({ weight: 3, arbitrary: known }, described);
      const part = values.map((value) => [`${name}=${value}`]);
      // Most are left out: of many at once little comes out.
      return required ? part : fc.oneof({ weight: 2, arbitrary: fc.constant<string[]>([]) }, part);
    });
  return fc.tuple(...parts).map((chosen) => {
    const all = chosen.flat();
    return all.length === 0 ? '' : `?${all.join('&')}`;
  });
}

function mutatedBody(sent: Json): fc.Arbitrary<Partial<FuzzRequest>> {
  return fc.tuple(at, fc.constantFrom(...Object.keys(mutations))).map(([where, what]) => ({
    what,
    body: { json: mutate(sent, where, mutations[what] as (value: Json) => Json) },
  }));
}

function hostileBody(sent: Json): fc.Arbitrary<Partial<FuzzRequest>> {
  const planted = fc.constantFrom(...Object.keys(values)).chain((what) =>
    fc.tuple(at, fc.constantFrom(...(values[what] as readonly string[]))).map(([where, json]) => ({
      what,
      body: { json: plant(sent, where, json) },
    })),
  );
  const whole = fc.constantFrom(...bodies).map((bytes) => ({ what: 'another body', body: { bytes } }));
  const large = fc.constant({ what: 'too large', body: { bytes: tooLarge } });
  return fc.oneof({ weight: 12, arbitrary: planted }, { weight: 5, arbitrary: whole }, { weight: 1, arbitrary: large });
}

function nearlyValid(request: FuzzRequest, template: string): fc.Arbitrary<Partial<FuzzRequest>> {
  const wrongId = request.path.replace(/@(\w+):\d+/, (_, kind) =>
    kind === 'page' || kind === 'home' ? '999999' : 'nothing',
  );
  const stale = request.method === 'GET' ? 'If-None-Match' : 'If-Match';
  return fc.constantFrom<Partial<FuzzRequest>>(
    { what: 'stale version', headers: [[stale, '"0000000000000000000000000000000000000000"']] },
    { what: 'wrong content type', headers: [['Content-Type', 'text/plain']] },
    ...(template.includes('{') ? [{ what: 'wrong id', path: wrongId }] : []),
    { what: 'unknown query', path: `${request.path}${request.path.includes('?') ? '&' : '?'}unknown=1` },
    { what: 'trailing slash', path: request.path.replace(/(?=\?|$)/, '/') },
  );
}

function pathChanges(template: string): (path: string) => fc.Arbitrary<Partial<FuzzRequest>> {
  const parts = template.split('/').length - 1;
  const part = (path: string) =>
    fc.tuple(fc.nat(20), fc.constantFrom(...pathParts)).map(([n, hostile]) => {
      const all = path.replace(/\?.*$/, '').split('/');
      all[1 + (n % parts)] = hostile;
      return { what: 'part', path: all.join('/') };
    });
  const query = (path: string) =>
    fc.constantFrom(...queries).map((hostile) => ({ what: 'query', path: path.replace(/\?.*$/, '') + hostile }));
  const shape = (path: string) =>
    fc
      .constantFrom(`/${path}`, `${path}//`, `${path}/../../..`, `${path}/x`, path.toUpperCase(), path.slice(1))
      .map((odd) => ({
        what: 'shape',
        path: odd.startsWith('/') ? odd : `/${odd}`,
      }));
  return (path) => fc.oneof({ weight: 4, arbitrary: part(path) }, { weight: 2, arbitrary: query(path) }, shape(path));
}

function headerChanges(request: FuzzRequest): fc.Arbitrary<Partial<FuzzRequest>> {
  const header = fc
    .constantFrom(...headers)
    .map((header) => ({ what: header[0], headers: [...request.headers, header] }));
  const method = fc.constantFrom(...methods).map((method) => ({ what: 'method', method }));
  const injected = fc.constant({
    what: 'two keys',
    headers: [
      ['Authorization', 'Bearer x'],
      ['authorization', 'Bearer y'],
    ] as const,
  });
  return fc.oneof({ weight: 8, arbitrary: header }, { weight: 2, arbitrary: method }, injected);
}
