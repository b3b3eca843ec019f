// Builds `dist` from `src`: the program with its libraries, the files for browsers, and the client's package.
import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { bundle as bundleCss } from 'lightningcss';
import { rolldown } from 'rolldown';
import { isolatedDeclarationSync } from 'rolldown/experimental';
import { minifySync } from 'rolldown/utils';
import { sourcesDigest, stampPath } from './built.mjs';

const folder = join(import.meta.dirname, '..');
const at = (...path) => join(folder, ...path);
const read = (...path) => fs.readFileSync(at(...path), 'utf8');
const write = (path, text) => fs.writeFileSync(at('dist', path), text);
const own = JSON.parse(read('package.json'));
const native = [...Object.keys(own.dependencies), ...Object.keys(own.optionalDependencies)];
/** Folders of the packages that are bundled. */
const bundled = new Set();

/** A bundler cannot follow libraries that make their own `require`, or read a file in their own folder. */
const libraries = {
  name: 'libraries',
  transform: {
    filter: { code: /createRequire\(import\.meta\.url\)|__dirname|require\.resolve\(|Unsupported runtime/ },
    handler: (code, id) =>
      code
        // Later versions of Node 20 have the parts of Node 22 that oidc-provider needs.
        .replace("attention.warn('Unsupported runtime.", "void ('Unsupported runtime.")
        .replace("require('jsdom')", "createRequire(import.meta.url)('./jsdom.cjs')")
        .replace('const require = createRequire(import.meta.url);', '')
        .replace('require.resolve("./xhr-sync-worker.js")', 'undefined')
        .replace(/fs\.readFileSync\(\s*path\.resolve\(__dirname, "([^"]+)"\),[^;]*\)(?=;)/, (_, file) =>
          JSON.stringify(fs.readFileSync(join(dirname(id), file), 'utf8')),
        ),
  },
  generateBundle(_, chunks) {
    for (const id of Object.values(chunks).flatMap(({ moduleIds = [] }) => moduleIds)) {
      const [, name] = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id) ?? [];
      if (name !== undefined) bundled.add(name);
    }
  },
};

/** The modules of the icons, so that only those in use are bundled: node takes all of them as one. */
const icons = { 'lucide-static': 'lucide-static/dist/esm/lucide-static.mjs' };

async function bundle(input, options, output) {
  const resolve = { extensionAlias: { '.js': ['.js', '.ts', '.tsx'] }, alias: icons };
  const transform = { jsx: { runtime: 'automatic', importSource: 'preact' } };
  const common = { cwd: folder, tsconfig: false, resolve, transform, plugins: [libraries] };
  const made = await rolldown({ input, ...common, ...options });
  const written = await made.write({ format: 'esm', comments: false, ...output });
  await made.close();
  return written.output;
}

/** Modules that run as threads or processes are loaded by URL: each is a separate file in the folder of `main.js`. */
function threads() {
  const files = fs.readdirSync(at('src'), { recursive: true }).filter((file) => /\.ts$/.test(file));
  return files.flatMap((file) => {
    const named = read('src', file).matchAll(/new URL\('(\.\/[\w-]+)\.js', import\.meta\.url\)/g);
    return [...named].map(([, script]) => join('src', dirname(file), `${script}.ts`));
  });
}

async function program() {
  const input = Object.fromEntries(['src/main.ts', ...threads()].map((file) => [basename(file, '.ts'), at(file)]));
  await bundle(input, { platform: 'node', external: native }, { dir: 'dist' });
  fs.chmodSync(at('dist/main.js'), 0o755);
}

/** A separate file: jsdom is as large as the rest of the program, and most processes sanitise no text. */
async function dom() {
  const [{ code }] = await bundle('jsdom', { platform: 'node' }, { file: 'dist/jsdom.cjs', format: 'cjs' });
  write('jsdom.cjs', minifySync('jsdom.cjs', code, { compress: false, mangle: { keepNames: true } }).code);
}

async function browserFiles() {
  const options = [{ platform: 'browser' }, { minify: true }];
  await bundle('src/site/browser/chosen-look.ts', options[0], { file: 'dist/site/look.js', ...options[1] });
  // Code that a file shares with one that it loads later is only in the first.
  const loading = { ...options[0], preserveEntrySignatures: 'allow-extension' };
  const names = { entryFileNames: '[name].js', chunkFileNames: '[name].js' };
  const workspace = 'src/site/browser/work/workspace.ts';
  for (const input of [{ portal: 'src/site/browser/portal.ts' }, { editor: 'src/site/editor/index.tsx' }, { workspace }]) {
    await bundle(input, loading, { dir: 'dist/site', ...names, ...options[1] });
  }
  for (const sheet of ['browser/work/workspace.css', 'browser/portal.css', 'editor/editor.css']) {
    write(`site/${basename(sheet)}`, bundleCss({ filename: at('src/site', sheet), minify: true }).code);
  }
  await words();
  const inter = dirname(createRequire(import.meta.url).resolve('@fontsource-variable/inter/package.json'));
  fs.copyFileSync(join(inter, 'files/inter-latin-wght-normal.woff2'), at('dist/site/inter.woff2'));
  bundled.add(inter);
  for (const file of fs.readdirSync(at('dist/site')).filter((name) => !name.endsWith('.woff2'))) {
    write(`site/${file}.br`, brotliCompressSync(fs.readFileSync(at('dist/site', file))));
  }
  const swagger = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png']) {
    fs.copyFileSync(join(swagger, file), at('dist/docs', file));
  }
  bundled.add(swagger);
}

async function client() {
  await bundle('src/client/index.ts', { external: ['openapi-fetch'] }, { file: 'dist/client/index.js', minify: true });
  for (const file of fs.readdirSync(at('src/client')).filter((name) => name.endsWith('.ts'))) {
    const { code, errors } = isolatedDeclarationSync(file, read('src/client', file));
    for (const { message, codeframe } of errors) throw new Error(`${file}: ${message}\n${codeframe}`);
    write(`client/${basename(file, '.ts')}.d.ts`, code);
  }
  const { version, license, engines } = own;
  const description = `A client of Brand Portal's API, with its types.`;
  const exports = { '.': { types: './index.d.ts', default: './index.js' } };
  const dependencies = { 'openapi-fetch': own.devDependencies['openapi-fetch'] };
  const about = { version, description, license, type: 'module', engines, exports, dependencies };
  write('client/package.json', `${JSON.stringify({ name: 'brand-portal-client', ...about }, null, 2)}\n`);
  for (const file of ['LICENSE', 'src/client/README.md', 'src/client/api.d.mts']) {
    fs.copyFileSync(at(file), at('dist/client', basename(file)));
  }
  const packed = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', '../docs'], {
    cwd: at('dist/client'),
  });
  const tarball = at('dist/docs', JSON.parse(packed)[0].filename);
  // The address of a package never changes its bytes: a lock file has the digest of what it names.
  const releases = fs.readdirSync(at('src/client/releases'));
  for (const file of releases) keepTarball(at('src/client/releases', file));
  const client = keepTarball(tarball);
  fs.rmSync(tarball);
  // Until 1.0.0 the address had no digest.
  fs.copyFileSync(at('src/client/releases/1.0.0.tgz'), at('dist/docs/client.tgz'));
  const commit = process.env.BRAND_PORTAL_COMMIT || currentCommit();
  write('build.json', `${JSON.stringify({ commit, client }, null, 2)}\n`);
  // The example website imports it by name.
  const link = at('content-fixtures/website/node_modules/brand-portal-client');
  fs.mkdirSync(dirname(link), { recursive: true });
  fs.rmSync(link, { force: true });
  fs.symlinkSync('../../../dist/client', link);
}

/** Words of the scripts: a file for each language, so that a browser loads one. */
async function words() {
  await bundle('src/words/tables.ts', { platform: 'node' }, { file: 'dist/words.js' });
  const { tables, browserGroups } = await import(pathToFileURL(at('dist/words.js')).href);
  fs.rmSync(at('dist/words.js'));
  for (const [file, groups] of Object.entries(browserGroups)) {
    for (const [language, table] of Object.entries(tables)) {
      const own = JSON.stringify(Object.fromEntries(groups.map((group) => [group, table[group]])));
      write(`site/${file}-${language}.js`, `self.brandPortalWords={...self.brandPortalWords,...${own}};`);
    }
  }
}

/** @returns the name of the copy, which has the digest of its bytes */
function keepTarball(path) {
  const name = `client-${hash('sha256', fs.readFileSync(path)).slice(0, 16)}.tgz`;
  fs.copyFileSync(path, at('dist/docs', name));
  return name;
}

/** Commit that is checked out; `unknown` outside of git, as in the build of an image. */
function currentCommit() {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] }).toString().trim();
  } catch {
    return 'unknown';
  }
}

/** Licences of what is bundled: they must be kept with it. */
function licenses() {
  const texts = [...bundled].sort().map((package_) => {
    const { name, version, license } = JSON.parse(fs.readFileSync(join(package_, 'package.json'), 'utf8'));
    const files = fs.readdirSync(package_).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file));
    const kept = files.map((file) => fs.readFileSync(join(package_, file), 'utf8').trim());
    return [`${name} ${version} (${license})`, ...kept].join('\n\n');
  });
  write('LICENSES.txt', `${texts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`);
}

const began = performance.now();
// Read before the build, so that what changes meanwhile is built the next time.
const digest = sourcesDigest();
console.log('Building …');
fs.rmSync(at('dist'), { recursive: true, force: true });
for (const name of ['site', 'docs', 'client']) fs.mkdirSync(at('dist', name), { recursive: true });
await Promise.all([program(), dom(), browserFiles(), client()]);
fs.cpSync(at('src/starter'), at('dist/starter'), { recursive: true });
licenses();
fs.writeFileSync(stampPath, digest);
console.log(`Built in ${((performance.now() - began) / 1000).toFixed(1)} s.`);
