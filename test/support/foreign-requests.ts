import type { Client } from '@modelcontextprotocol/client';
import { proposedFields } from '../../src/content/page.js';
import { type Route, routes } from '../../src/http/api/routes.js';
import type { Tool } from '../../src/mcp/tool.js';
import { tools } from '../../src/mcp/tools.js';
import { type Fields, foreignFields, foreignParameters, type Pair, valid, validOf } from './foreign-ids.js';
import { ask } from './mcp.js';

export interface RestRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

const parametersOf = ({ path }: Route): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as string);

const replacesSection = (route: Route): boolean => route.operation.name === 'language.section.replace';

/** As the API's description tells them. A section of the language has none that names anything. */
function bodyFields(route: Route): string[] {
  if (replacesSection(route) || route.upload !== undefined) return [];
  const schemas = route.operation.body?.schemas ?? [];
  return schemas.flatMap((schema) => Object.keys((schema as { properties?: object }).properties ?? {}));
}

/** Whether a field is only taken by a write into a proposal. */
const isOnlyProposed = (fields: readonly string[], field: string): boolean =>
  fields.includes('visibility') && Object.hasOwn(proposedFields, field);

function requiredFields(route: Route): string[] {
  // It takes a text or a page.
  if (route.operation.name === 'brand.check') return ['page'];
  const schemas = route.operation.body?.schemas ?? [];
  return schemas.flatMap((schema) => (schema as { required?: string[] }).required ?? []);
}

/** A request for what is ours that would succeed, but for the given parameters. */
export function requestTo(route: Route, parameters: Fields = {}): RestRequest {
  const own: Fields = route.path.startsWith('/media/') ? { id: valid.medium } : {};
  const sent = { ...validOf(parametersOf(route)), ...own, ...parameters };
  const query = Object.entries(validOf((route.upload ?? route.operation.query)?.required ?? [])).map(
    ([name, value]) => `${name}=${value}`,
  );
  const address = route.path.replace(/:(\w+)/g, (_, name: string) => String(sent[name]));
  const path = [address, ...query].join('?');
  if (replacesSection(route)) return { method: route.method, path, body: valid.content };
  const takesBody = route.upload === undefined && (route.operation.body?.schemas ?? []).length > 0;
  return { method: route.method, path, ...(takesBody ? { body: validOf(requiredFields(route)) } : {}) };
}

const wrongBodies = [{}, [], { title: 7, data: 7, blocks: 7, before: 7, type: 7 }];

function pairsOf(route: Route): Pair<RestRequest>[] {
  const where = `${route.method} ${route.path}`;
  const makes = route.operation.name === 'blocks.add';
  const names = parametersOf(route);
  const withFields = (fields: Fields): RestRequest => {
    const request = requestTo(route, fields);
    const body = Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
    return { ...request, body: { ...(request.body as Fields), ...body } };
  };
  const inPath = foreignParameters(names, where).flatMap(({ name, foreign, unknown }) => {
    const both = { name: where + name, foreign: requestTo(route, foreign), unknown: requestTo(route, unknown) };
    if (both.foreign.body === undefined) return [both];
    const wrong = wrongBodies.map((body) => {
      const foreign = { ...both.foreign, body };
      return { name: `${both.name} with ${JSON.stringify(body)}`, foreign, unknown: { ...both.unknown, body } };
    });
    return [both, ...wrong];
  });
  const sent = bodyFields(route);
  const inBody = sent.flatMap((field) => {
    const proposes = isOnlyProposed(sent, field);
    const to = (request: RestRequest) => (proposes ? { ...request, path: `${request.path}?proposal=new` } : request);
    return foreignFields(field, where, makes).map(({ name, foreign, unknown }) => ({
      name: `${where} with ${field}: ${name}`,
      foreign: to(withFields(foreign)),
      unknown: to(withFields(unknown)),
    }));
  });
  const inQuery = Object.keys(route.operation.query?.properties ?? {}).flatMap((field) =>
    foreignFields(field, where, makes).map(({ name, foreign, unknown }) => {
      const request = requestTo(route);
      const asking = (fields: Fields) => ({
        ...request,
        path: `${request.path}${request.path.includes('?') ? '&' : '?'}${field}=${fields[field]}`,
      });
      return { name: `${where} asked for ${name}`, foreign: asking(foreign), unknown: asking(unknown) };
    }),
  );
  return [...inPath, ...inBody, ...inQuery];
}

/** Every operation of the API with the ids of another brand wherever it takes one. */
export const restPairs = (): Pair<RestRequest>[] => routes.flatMap(pairsOf);

export interface ToolCall {
  readonly name: string;
  readonly arguments: Fields;
}

/** A call of a tool with what is ours. */
export function callOf(tool: Tool, fields: Fields = {}): ToolCall {
  const { required = [] } = tool.listed.inputSchema as { required?: string[] };
  const takesMarkdown = Object.hasOwn(tool.args.properties, 'markdown') && !Object.hasOwn(fields, 'markdown');
  const { required: ofBody = [] }: { required?: string[] } = { ...(takesMarkdown && tool.operation.body?.schemas[0]) };
  // These take one of several arguments.
  const alternative: Readonly<Record<string, string>> = { check_text: 'page', search: 'q' };
  const chosen = alternative[tool.name];
  const needed = chosen === undefined ? [...required, ...ofBody] : [chosen];
  const named = tool.name === 'fetch' ? { id: `page:${valid.page}` } : {};
  return { name: tool.name, arguments: { ...validOf(needed), ...named, ...fields } };
}

/** A page with a block, and the arguments that name them and their version. */
export async function freshPage(agent: Client, type = 'heading') {
  const created = { title: 'Fresh', blocks: [{ type, data: {} }], detail: 'full' };
  const { page, version } = await ask(agent, 'create_page', created);
  return { page: page.id, block: page.blocks[0].id, expected_version: version, base: version };
}

/** Arguments of a call that succeeds, on a page and a proposal of its own. @param agent one of `ours` */
export async function freshArguments(agent: Client, tool: Tool, type?: string): Promise<Fields> {
  const { arguments: args } = callOf(tool);
  const { proposal } = await ask(agent, 'create_page', { title: 'Proposed', proposal: 'new' });
  const { version } = await ask(agent, 'get_language', { section: 'voice' });
  const fresh = tool.name === 'replace_language_section' ? { expected_version: version } : await freshPage(agent, type);
  const named = Object.entries({ ...fresh, proposal }).filter(([name]) => Object.hasOwn(args, name));
  return { ...args, ...Object.fromEntries(named) };
}

/** The arguments that the operation checks. */
export function bodyArguments(tool: Tool): string[] {
  return Object.keys(tool.listed.inputSchema.properties ?? {}).filter(
    (name) => !Object.hasOwn(tool.args.properties, name),
  );
}

function callPairs(tool: Tool): Pair<ToolCall>[] {
  const names = Object.keys(tool.listed.inputSchema.properties ?? {});
  const makes = tool.operation.name === 'blocks.add';
  const isAddress = (name: string): boolean => name === 'page' || name === 'block';
  const addressing = names.filter(isAddress);
  const alone = names.filter((name) => !isAddress(name));
  return [
    ...foreignParameters(addressing, tool.name),
    ...alone.flatMap((name) => foreignFields(name, tool.name, makes)),
  ].map(({ name, foreign, unknown }) => ({
    name: `${tool.name} with ${name}`,
    foreign: callOf(tool, foreign),
    unknown: callOf(tool, unknown),
  }));
}

/** Every tool with the ids of another brand wherever it takes one. */
export const toolPairs = (): Pair<ToolCall>[] => tools.flatMap(callPairs);
