#!/usr/bin/env node
// Makes a release of the version in package.json without its `-dev`, in a folder: packages, SBOM, the container's files, checksums.
// It commits and tags in this clone and publishes nothing. What fails leaves the clone as it was.
import { execFileSync, spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const project = resolve(import.meta.dirname, '..');
const help = `Usage: npm run release -- [options]

Makes a release in a folder, a commit and a tag. Push them, and upload the folder, to publish it.

  --out <folder>        new folder for the files (default: ./release-<version>)
  --next <version>      version that is made next (default: the next minor version)
  --tested              all tests have passed on this commit: do not run them again
  -h, --help            show this text`;

const { values: options } = parseArgs({
  options: {
    out: { type: 'string' },
    next: { type: 'string' },
    tested: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
});

const run = (command, args, cwd = project) => execFileSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 28 });
const git = (...args) => run('git', args).trim();
const step = (text) => console.log(text);

function refuse(message) {
  console.error(`error: ${message}`);
  process.exit(1);
}

const versionPattern = /^\d+\.\d+\.\d+$/;

function nextMinor(version) {
  const [major, minor] = version.split('.').map(Number);
  return `${major}.${minor + 1}.0`;
}

/** Text of a version's section; its heading says that it is not released. */
function unreleasedSection(changelog, version) {
  const [, ...sections] = changelog.split(/^## /m);
  const prefix = `${version}, not released yet\n`;
  const section = sections.find((text) => text.startsWith(prefix));
  return section?.slice(prefix.length).trim();
}

/** Writes the version into the files that have it. The API's description has a version of its own. */
function setVersion(folder, version) {
  for (const file of ['package.json', 'package-lock.json']) {
    const path = join(folder, file);
    const json = JSON.parse(fs.readFileSync(path, 'utf8'));
    json.version = version;
    if (json.packages !== undefined) json.packages[''].version = version;
    fs.writeFileSync(path, `${JSON.stringify(json, null, 2)}\n`);
  }
}

function main() {
  if (options.help) {
    console.log(help);
    return;
  }
  const { version: current } = JSON.parse(fs.readFileSync(join(project, 'package.json'), 'utf8'));
  const version = current.replace(/-dev$/, '');
  if (version === current || !versionPattern.test(version)) refuse(`package.json has the version ${current}, not one with -dev.`);
  const next = options.next ?? nextMinor(version);
  if (!versionPattern.test(next)) refuse(`--next is a version such as ${nextMinor(version)}.`);
  const out = resolve(options.out ?? join(project, `release-${version}`));
  if (fs.existsSync(out)) refuse(`${out} exists: name a new folder with --out.`);
  if (git('status', '--porcelain') !== '') refuse('files have changed: commit them first.');
  if (git('tag', '--list', `v${version}`) !== '') refuse(`the tag v${version} exists.`);
  const changelog = fs.readFileSync(join(project, '.deploy/CHANGELOG.md'), 'utf8');
  const section = unreleasedSection(changelog, version);
  if (!section) refuse(`.deploy/CHANGELOG.md has no section "## ${version}, not released yet" with a text.`);

  if (!options.tested) {
    step('Running all tests …');
    const { status } = spawnSync('npm', ['run', '--silent', 'test:all'], { cwd: project, stdio: 'inherit' });
    if (status !== 0) refuse('a test has failed.');
    if (git('status', '--porcelain') !== '') refuse('the tests have changed files.');
  }

  const work = fs.mkdtempSync(join(tmpdir(), 'brand-portal-release-'));
  try {
    make({ work, version, next, out, changelog, section });
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
  step(`Release ${version} is in ${out}, its commit has the tag v${version}. Nothing is published.`);
}

/** Works in a clone, so that this one has a commit only when all is made. */
function make({ work, version, next, out, changelog, section }) {
  const clone = join(work, 'brand-portal');
  const branch = git('branch', '--show-current');
  run('git', ['clone', '--quiet', '--branch', branch, project, clone]);
  for (const name of ['user.name', 'user.email']) run('git', ['config', name, git('config', name)], clone);
  const commit = (message, ...paths) => {
    run('git', ['add', ...paths], clone);
    run('git', ['commit', '--quiet', '--message', message], clone);
    return run('git', ['rev-parse', 'HEAD'], clone).trim();
  };

  step('Installing the libraries …');
  run('npm', ['ci', '--prefer-offline', '--loglevel=error'], clone);
  setVersion(clone, version);
  const date = new Date().toISOString().slice(0, 10);
  const dated = changelog.replace(`## ${version}, not released yet`, `## ${version}, ${date}`);
  fs.writeFileSync(join(clone, '.deploy/CHANGELOG.md'), dated);
  step('Building …');
  run('npm', ['run', '--silent', 'build'], clone);
  // The client's package does not depend on the commit: it is part of it.
  const { client } = JSON.parse(fs.readFileSync(join(clone, 'dist/build.json'), 'utf8'));
  const tarball = `src/client/releases/${version}.tgz`;
  fs.copyFileSync(join(clone, 'dist/docs', client), join(clone, tarball));
  const released = commit(`release: ${version}`, 'package.json', 'package-lock.json', '.deploy/CHANGELOG.md', tarball);
  run('git', ['tag', '--annotate', '--message', `Brand Portal ${version}`, `v${version}`], clone);

  const files = join(work, 'files');
  fs.mkdirSync(files);
  const at = (name) => join(files, name);
  run('npm', ['pack', '--silent', '--pack-destination', files], clone);
  fs.copyFileSync(join(clone, tarball), at(`brand-portal-client-${version}.tgz`));
  const sbom = run('npm', ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'], clone);
  fs.writeFileSync(at(`brand-portal-${version}.cdx.json`), sbom);
  writeContainer(clone, { version, released, to: at(`brand-portal-${version}-container.tar.gz`) });
  fs.writeFileSync(at('CHANGES.md'), `# Brand Portal ${version}\n\n${section}\n`);
  const sums = fs.readdirSync(files).sort();
  const lines = sums.map((name) => `${hash('sha256', fs.readFileSync(at(name)))}  ${name}\n`);
  fs.writeFileSync(at('SHA256SUMS'), lines.join(''));

  setVersion(clone, `${next}-dev`);
  const heading = `## ${version}, ${date}`;
  const begun = dated.replace(heading, `## ${next}, not released yet\n\n${heading}`);
  fs.writeFileSync(join(clone, '.deploy/CHANGELOG.md'), begun);
  commit(`release: ${next} begins`, 'package.json', 'package-lock.json', '.deploy/CHANGELOG.md');
  fs.cpSync(files, out, { recursive: true });
  git('pull', '--quiet', '--ff-only', '--tags', clone, branch);
}

/** Build context of the image, in which the Dockerfile knows the commit. */
function writeContainer(clone, { version, released, to }) {
  const prefix = `brand-portal-${version}`;
  const context = join(clone, '..', prefix);
  fs.mkdirSync(context);
  const wanted = ['package.json', 'package-lock.json', '.npmrc', 'README.md', 'LICENSE', 'src', 'content-fixtures', '.deploy'];
  const archive = join(clone, '..', 'context.tar');
  run('git', ['archive', '--output', archive, released, ...wanted], clone);
  run('tar', ['--extract', '--file', archive, '--directory', context]);
  const dockerfile = join(context, '.deploy/Dockerfile');
  const text = fs.readFileSync(dockerfile, 'utf8');
  fs.writeFileSync(dockerfile, text.replace(/^ARG COMMIT=.*$/m, `ARG COMMIT=${released}`));
  run('tar', ['--create', '--gzip', '--file', to, '--directory', join(clone, '..'), prefix]);
}

main();
