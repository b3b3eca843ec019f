import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';
import { derived } from '../lib/derived.js';
import type { ErrorText } from '../lib/say.js';
import { joinPath, message, type Violations } from './violations.js';

/** Declares a shape: TypeBox gives the TypeScript type, JSON Schema the validator and the API description. */
export { type Static, type TObject, type TSchema, Type } from 'typebox';

/** The schema, or null. Written as a type list, so that a wrong value is one error and not one per branch. */
export function Nullable<T extends TSchema>(schema: T) {
  const plain = schema as TSchema & { type?: string; enum?: unknown[] };
  return Type.Unsafe<Static<T> | null>({
    ...plain,
    ...(plain.type === undefined ? {} : { type: [plain.type, 'null'] }),
    ...(plain.enum === undefined ? {} : { enum: [...plain.enum, null] }),
  });
}

export function OneOf<const T extends readonly string[]>(values: T, options: object = {}) {
  return Type.Unsafe<T[number]>({ type: 'string', enum: [...values], ...options });
}

/** Part of the API description; a shape with a title is a component there. */
export type Annotation = { readonly title?: string; readonly description?: string };

/** An object in a request: members that are not declared are ignored. */
export function Input<T extends TProperties>(properties: T, annotation: Annotation = {}) {
  return Type.Object(properties, annotation);
}

/** An object in an answer or a file: exactly the declared members. */
export function Exact<T extends TProperties>(properties: T, annotation: Annotation = {}) {
  return Type.Object(properties, { additionalProperties: false, ...annotation });
}

/** Properties of a stored file, with defaults for those that it may lack. */
export function withDefaults<T extends TProperties>(properties: T, defaults: Partial<Record<keyof T, unknown>>): T {
  const filled = Object.entries(defaults).map(([name, value]) => [name, { ...properties[name], default: value }]);
  return { ...properties, ...Object.fromEntries(filled) };
}

/** The members that an object's schema declares, in its order. */
export function inOrder<T extends TObject>(schema: T, value: Static<T>): Static<T> {
  const members = Object.keys(schema.properties).map((name) => [name, value[name as keyof Static<T>]]);
  return Object.fromEntries(members) as Static<T>;
}

/** Options that skip checking our schemas: a test does, and compiling the meta-schema takes longer than all of them. */
const trusted = { meta: false, validateSchema: false } as const;

/** Keywords of block data, which Ajv does not check. */
const keywords = ['x-kind'];

/** Member of a schema: in words, what fits its `pattern`. No description has it. */
export const form = Symbol('form');

/** Member of the schema of a text in a request: blank, it is null. Without it, a blank text counts as absent. */
export const emptied = Symbol('emptied');

const ajvOptions = {
  allErrors: true,
  strict: true,
  allowUnionTypes: true,
  verbose: true,
  keywords,
  ...trusted,
} as const;

const ajv = new Ajv2020(ajvOptions);
const filling = new Ajv2020({ ...ajvOptions, useDefaults: true });

const compile = (schema: TSchema): ValidateFunction => ajv.compile(schema);

export function fits<T extends TSchema>(schema: T, value: unknown): value is Static<T> {
  return compile(schema)(value);
}

/** `fits` for a stored value: fills in the schema's `default` of each member that it lacks. */
export function fitsStored<T extends TSchema>(schema: T, value: unknown): value is Static<T> {
  return filling.compile(schema)(value);
}

/** The first reason why a value does not have the shape; `null` if it has. Meant for files, not for requests. */
export function schemaProblem(schema: TSchema, value: unknown): string | null {
  const validate = compile(schema);
  if (validate(value)) return null;
  const error = validate.errors?.[0];
  const { allowedValues: valid, additionalProperty: extra } = error?.params ?? {};
  const values = Array.isArray(valid) ? `: ${valid.join(', ')}` : extra === undefined ? '' : `: ${extra}`;
  return `${error?.instancePath.slice(1).replaceAll('/', '.') || 'the document'} ${error?.message ?? 'is invalid'}${values}`;
}

/** Reasons why a value does not have the shape. */
export function errorsOf(schema: TSchema, value: unknown, validate = compile(schema)): readonly ErrorObject[] {
  return validate(value) ? [] : (validate.errors ?? []);
}

/** Checks a request's value and reports each error under its dotted path, in the order of the declared fields. */
export function report<T extends TSchema>(
  schema: T,
  value: unknown,
  violations: Violations,
  prefix = '',
  validate = compile(schema),
): value is Static<T> {
  const errors = errorsOf(schema, value, validate);
  reportErrors(schema, errors, violations, prefix);
  return errors.length === 0;
}

/** Validator of the members that are there. */
const partially = derived((schema: TObject) => compile(Type.Partial(schema)));

/** Whether each member that is there has its shape. */
export function fitsPartly<T extends TObject>(schema: T, value: unknown): value is Partial<Static<T>> {
  return partially(schema)(value);
}

export function reportPartly<T extends TObject>(
  schema: T,
  value: unknown,
  violations: Violations,
): value is Partial<Static<T>> {
  return report(schema, value, violations, '', partially(schema));
}

export function reportErrors(
  schema: TSchema,
  errors: readonly ErrorObject[],
  violations: Violations,
  prefix: string,
): void {
  const order = Object.keys((schema as { properties?: object }).properties ?? {});
  const rank = (error: ErrorObject): number => order.indexOf(localPath(error).split('.')[0] as string);
  const ranked = errors.map((error) => ({ error, rank: rank(error) }));
  for (const { error } of ranked.sort((a, b) => a.rank - b.rank)) {
    const local = localPath(error);
    const path = local === '' ? prefix : joinPath(prefix, local);
    // A value of the wrong type is in no list of values either: once is enough.
    if (error.keyword === 'enum' && violations.has(path)) continue;
    violations.add(path, isMissing(schema, error) ? message.required(path) : sentence(error, path));
  }
}

/** Whether a field counts as missing: also one that is `null` and may not be. */
function isMissing(schema: TSchema, error: ErrorObject): boolean {
  const { required = [] } = schema as { required?: string[] };
  return error.keyword === 'type' && error.data === null && required.includes(localPath(error));
}

function localPath(error: ErrorObject): string {
  const path = pointerToPath(error.instancePath);
  return error.keyword === 'required' ? joinPath(path, error.params.missingProperty) : path;
}

/** A JSON Pointer (RFC 6901) as a dotted path: `/blocks/0/type` as `blocks.0.type`. */
function pointerToPath(pointer: string): string {
  return pointer.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
}

function sentence(error: ErrorObject, path: string): ErrorText {
  const { keyword, params, parentSchema } = error;
  switch (keyword) {
    case 'required':
    case 'minLength':
      return message.required(path);
    case 'type':
      return message.type(
        path,
        [params.type].flat().find((type) => type !== 'null'),
      );
    case 'enum':
      return message.selected(
        path,
        [params.allowedValues].flat().filter((value) => value !== null),
      );
    case 'const':
      return message.selected(path);
    case 'maxLength':
      return message.maxCharacters(path, params.limit);
    case 'maxItems':
      return message.maxItems(path, params.limit);
    case 'minimum':
    case 'maximum':
      return message.between(path, parentSchema?.minimum ?? 0, parentSchema?.maximum ?? Number.MAX_SAFE_INTEGER);
    default:
      return message.format(path, (parentSchema as { [form]?: string } | undefined)?.[form]);
  }
}
