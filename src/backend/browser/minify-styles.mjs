import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { transform } from 'lightningcss';

// Style sheets named on the command line, minified into the last argument: rolldown bundles scripts alone.
const folder = process.argv.pop();
for (const path of process.argv.slice(2)) {
  const { code } = transform({ filename: path, code: readFileSync(path), minify: true });
  writeFileSync(`${folder}/${basename(path)}`, code);
}
