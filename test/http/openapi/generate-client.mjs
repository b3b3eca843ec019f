import { readFile, writeFile } from 'node:fs/promises';
import { register } from 'node:module';

// The generator needs the compiler's JavaScript API, which TypeScript 7 does not have.
const typescript5 = `export const resolve = (name, context, next) => next(name === 'typescript' ? 'typescript5' : name, context);`;
register(`data:text/javascript,${encodeURIComponent(typescript5)}`);
const { default: openapiTS, astToString } = await import('openapi-typescript');

const folder = new URL('generated/', import.meta.url);
const description = JSON.parse(await readFile(new URL('openapi.json', folder), 'utf8'));
const types = astToString(await openapiTS(description));
await writeFile(new URL('client.ts', folder), types);
// Those of the package's client, which are declarations alone.
await writeFile(new URL('api.d.ts', folder), types);
