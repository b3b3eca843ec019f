import { numbered } from '../../../content/catalog/ids.js';
import { sortedBy } from '../../../lib/order.js';
import type { Contract, Operation, Refusal } from '../../../operations/engine/contract.js';
import type { Params } from '../../../operations/engine/input.js';
import { ImportQuery } from '../../../operations/translations/import-texts.js';
import { lang, ProtectedTexts } from '../../../operations/translations/page-texts.js';
import type { TSchema } from '../../../validation/schema.js';
import { CategoryProblem, FieldProblem, Problem } from '../../problem.js';
import { methodsWithBody, type Route, routes } from '../routes.js';
import { blockComponents } from './blocks.js';
import examples from './generated/examples.json' with { type: 'json' };
import {
  eventStream,
  failureResponse,
  fileBody,
  fileResponses,
  headerReferences,
  headers,
  invalidInput,
  jsonContent,
  mergeConflict,
  notModified,
  notModifiedRead,
  refusedTexts,
  successResponse,
  xliffBody,
} from './responses.js';
import { type Json, SchemaWriter } from './schema.js';

/** Version of the API's shape, not of the program. */
const descriptionVersion = '1.0.0';

const apiDescription = `A brand portal's content as JSON. The key determines the brand.

* Every call carries \`Authorization: Bearer <key>\`. Answers are JSON; lists are plain arrays.
* A write of a page or a block answers with the complete page; \`DELETE\` of a page answers 204, without a body.
* Every answer to a read carries an ETag. \`If-None-Match\` answers 304; \`If-Match\` on a write answers 412 when another
  client was faster. A write that changes nothing makes no commit.
* \`HEAD\` works wherever \`GET\` does, and answers the same without a body.
* Fields of a body that are not described are ignored, and named in the header \`Ignored-Fields\`; so are query names, but where filters are: there they are refused.
* A write with an \`Idempotency-Key\` can be sent again until it is answered: it is done once.
* Checks run in this order: path and method, key, budget, right, module, body, \`Idempotency-Key\`, what the path names, fields,
  \`If-Match\`.
* An unknown path answers 404 and anything but an HTTP request 400, both as \`{ "message": … }\`.`;

const tags: Record<NonNullable<Contract['apiChapter']> | 'Description', string> = {
  Brand: 'Master data, theme and colours. Edited in the workspace and at the command line.',
  'Corporate language': 'How the brand speaks. Needs the module `corporate_language`.',
  'Brand context': 'Verified facts about the brand. Needs the module `brand_agent`.',
  Pages: 'Pages and chapters. A write answers with the complete page, but for `DELETE`.',
  Translations: 'Additions. Texts in further languages of the brand.',
  Blocks: 'The blocks of a page, at any nesting level.',
  Media: 'Media to which blocks may refer.',
  Sync: 'Additions: what has changed since a version, to keep a copy up to date.',
  Search: 'Additions: full-text search.',
  Proposals: 'Additions: changes that are shown to people before they are published.',
  Description: 'This description itself. Needs no key.',
};

interface Example {
  readonly request?: unknown;
  readonly response?: unknown;
  readonly invalid?: unknown;
}

/** Components that the description refers to, collected while it is written. */
interface Parts {
  readonly writer: SchemaWriter;
  readonly responses: Record<string, Json>;
}

/** The OpenAPI 3.1 description of everything in the route table, and of itself. */
export function describeApi(prefix: string): Json {
  const parts: Parts = { writer: new SchemaWriter(blockComponents), responses: {} };
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    const shared = routes.find((other) => other.path === route.path)?.operation.params ?? {};
    const item = paths[path] ?? pathItem(shared);
    paths[path] = item;
    item[route.method.toLowerCase()] = operation(route, shared, parts);
  }
  Object.assign(paths, descriptionPaths(parts));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Brand Portal',
      version: descriptionVersion,
      description: apiDescription,
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'Brand Portal' },
    },
    servers: [{ url: prefix, description: 'This portal.' }],
    security: [{ key: [] }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'An API key of the brand: `bp_…`.' },
      },
      parameters,
      headers,
      responses: sorted(parts.responses),
      schemas: sorted(parts.writer.components),
    },
  };
}

function operation(route: Route, shared: Params, parts: Parts): Json {
  const { operation, translated, checked, takesLang, method, status, created, streams, sendsFile, upload } = route;
  const { name, apiChapter, summary, description, answers, body, refusals = [], right, paged } = operation;
  if (apiChapter === undefined) throw new Error(`The operation ${name} does not say where it is described`);
  const example: Example = (examples as Readonly<Record<string, Example>>)[name] ?? {};
  const { writer } = parts;
  const ownHeaders = created
    ? (['Location'] as const)
    : paged
      ? (['Link'] as const)
      : operation.conflict
        ? (['Merged'] as const)
        : [];
  const fileHeaders = upload === undefined ? [] : (['Metadata-Taken'] as const);
  const isInLanguage = takesLang === true || (translated ?? operation.translated) !== undefined;
  const languageHeaders = isInLanguage ? (['Content-Language', 'X-Untranslated'] as const) : [];
  const shapes = [answers ?? [], checked?.answers ?? []].flat(2);
  const responses: Record<string, Json> = {
    [status]: streams
      ? eventStream
      : successResponse(alternatives(shapes, writer), example.response, operation, [
          ...ownHeaders,
          ...fileHeaders,
          ...languageHeaders,
        ]),
  };
  if (method === 'GET' && !streams) responses[304] = notModifiedRead(...ownHeaders, ...languageHeaders);
  if (sendsFile) Object.assign(responses, fileResponses);
  for (const failureStatus of failureStatuses(route))
    responses[failureStatus] = failureResponse(failureStatus, parts.responses, writer);
  if (operation.conflict !== undefined) responses[412] = mergeConflict(operation.conflict, writer);
  if (translated?.right === 'translate' || takesLang) responses[409] = refusedTexts(ProtectedTexts, writer);
  const problems = refusals.map((refusal) => problemOf[refusal]);
  if (problems.length > 0) responses[422] = invalidInput(problems, writer, example.invalid);
  const schemas = [...(body?.schemas ?? []), ...(translated?.body?.schemas ?? [])];
  const bodySchema = upload ? null : alternatives(schemas, writer);
  const inMarkdown = operation.markdown === undefined ? {} : { 'text/markdown': { schema: { type: 'string' } } };
  const queried = upload ? { ...operation, query: upload } : checked ? { ...operation, query: ImportQuery } : operation;
  return {
    operationId: name,
    tags: [apiChapter],
    summary,
    description: [
      `${description} Needs the right \`${right}\`.`,
      ...(translated === undefined
        ? []
        : [
            translated.right === 'translate'
              ? `${translated.description} Needs the right \`translate\`.`
              : translated.description,
          ]),
    ].join(' '),
    parameters: [
      ...operationParameters(queried, method, shared),
      ...(takesLang || translated ? [parameterIn('query', 'lang', { ...langOfWrite }, takesLang === true)] : []),
    ],
    ...(upload ? { requestBody: fileBody } : {}),
    ...(checked ? { requestBody: xliffBody } : {}),
    ...(bodySchema === null
      ? {}
      : { requestBody: { required: true, content: { ...jsonContent(bodySchema, example.request), ...inMarkdown } } }),
    responses,
  };
}

const problemOf: Record<Refusal, TSchema> = { fields: FieldProblem, categories: CategoryProblem, message: Problem };

/** Statuses of the failures that do not depend on what the operation does. */
function failureStatuses({ method, path, operation, module = operation.module }: Route): number[] {
  const { effect, mayAnswerGone, isProposable, filesOfProposal, params = {} } = operation;
  const when = (condition: boolean | undefined, ...statuses: number[]): number[] => (condition ? statuses : []);
  const isWrite = effect !== 'read';
  const isNamed = (path.includes(':') && filesOfProposal === undefined) || (!isWrite && isProposable);
  const isNumbered = numbered.some((name) => name in params);
  return [
    ...when(isNumbered && isProposable, 308),
    ...[400, 401, 403, ...when(isNamed || module !== undefined, 404), 405, 408],
    ...[...when(isWrite, 409), ...when(mayAnswerGone, 410), ...when(isWrite, 412)],
    ...[...when(methodsWithBody.has(method), 413, 415), 429, 431, 500, 503, ...when(isWrite, 504)],
  ];
}

function alternatives(schemas: readonly TSchema[], writer: SchemaWriter): Json | null {
  const written = schemas.map((schema) => writer.write(schema));
  return written.length > 1 ? { anyOf: written } : (written[0] ?? null);
}

const parameters: Record<string, Json> = {
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description: 'Id of the request, for the response, the log and the commit.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,64}$' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'Write only if the current version has one of these ETags; `*` matches any version.',
    schema: { type: 'string' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Addition. A new unique key of this write, such as a UUID, with or without quotes. A repetition within 24 hours with ' +
      'the same method, path and body is not executed: it returns the first response, with `Idempotency-Replayed: true`. Returns ' +
      '422 if the key was used for a different request, and 409 while the first is running. A write that made no commit is executed again.',
    schema: { type: 'string', pattern: '^("[!#-[\\]-~]{1,255}"|[!#-[\\]-~]{1,255})$' },
  },
  PortalPosition: {
    name: 'Portal-Position',
    in: 'header',
    description:
      'Addition. `Portal-Position` of an earlier response. This response is at least as recent, whichever machine sends it. ' +
      'Ignored on a portal that does not send the header.',
    schema: { type: 'integer', minimum: 0, maximum: 999_999_999_999_999 },
  },
  Proposal: {
    name: 'proposal',
    in: 'query',
    description:
      'Addition. Number of a proposal, or `new` to begin one with this write. Nothing is published; reads with this number ' +
      'show the change. The header `Proposal` has the number. New resources have ids from 2^40 on until the proposal is merged.',
    schema: { oneOf: [{ type: 'integer', minimum: 1 }, { const: 'new' }] },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'Return 304 if the current version has one of these ETags; `*` matches any version.',
    schema: { type: 'string' },
  },
};

const parameter = (name: string): Json => ({ $ref: `#/components/parameters/${name}` });

/** @param shared the parameters of the path item, which are not repeated */
function operationParameters(
  { params = {}, query, effect, markdown, isProposable, filesOfProposal }: Operation,
  method: Route['method'],
  shared: Params,
): Json[] {
  const inQuery = Object.entries(query?.properties ?? {}).map(([name, schema]) =>
    parameterIn('query', name, { ...schema }, query?.required?.includes(name)),
  );
  for (const [name, schema] of Object.entries(markdown?.properties ?? {})) {
    inQuery.push(
      parameterIn(
        'query',
        name,
        { ...schema, description: `Addition. The member \`${name}\` for a body in Markdown.` },
        false,
      ),
    );
  }
  if (effect === 'write' && isProposable && filesOfProposal === undefined) inQuery.push(parameter('Proposal'));
  const inPath = Object.entries(params)
    .filter(([name, param]) => param !== shared[name] && param !== lang)
    .map(([name, { schema }]) => parameterIn('path', name, { ...schema }));
  const readHeaders = method === 'GET' ? ['IfNoneMatch'] : [];
  const headers = effect !== 'read' ? ['IfMatch', 'IdempotencyKey'] : readHeaders;
  return [...inPath, ...inQuery, ...headers.map(parameter), parameter('PortalPosition'), parameter('RequestId')];
}

function parameterIn(
  place: 'path' | 'query',
  name: string,
  { description, ...schema }: Json,
  isRequired = place === 'path',
): Json {
  return { name, in: place, ...(isRequired ? { required: true } : {}), description, schema };
}

const langOfWrite = {
  type: 'string',
  maxLength: 20,
  description:
    'Addition. Language whose texts are written, by its tag. 422 for a language that the brand does not have.',
};

function pathItem(params: Params): Json {
  const named = Object.entries(params).filter(([, param]) => param !== lang);
  const shared = named.map(([name, { schema }]) => parameterIn('path', name, { ...schema }));
  return shared.length === 0 ? {} : { parameters: shared };
}

function descriptionPaths({ responses, writer }: Parts): Record<string, Json> {
  const descriptionPath = (format: 'JSON' | 'YAML', content: Json): Json => ({
    get: {
      operationId: `description.${format.toLowerCase()}`,
      tags: ['Description'],
      summary: `This description as ${format}`,
      description: 'The OpenAPI 3.1 description of this API. Needs no key and takes from no budget.',
      security: [],
      parameters: [parameter('IfNoneMatch'), parameter('RequestId')],
      responses: {
        200: { description: 'Done.', headers: headerReferences('X-Request-Id', 'ETag', 'Cache-Control'), content },
        304: notModified(),
        ...Object.fromEntries([405, 408, 431].map((status) => [status, failureResponse(status, responses, writer)])),
      },
    },
  });
  return {
    '/openapi.json': descriptionPath('JSON', jsonContent({ type: 'object', additionalProperties: true })),
    '/openapi.yaml': descriptionPath('YAML', { 'application/yaml': { schema: { type: 'string' } } }),
  };
}

function sorted<T>(record: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(sortedBy(Object.entries(record), ([name]) => name));
}
