import { Session } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';
import { TestPortal } from '../support/portal.js';
import { WorkspaceClient } from '../support/workspace.js';
import { fieldsOf } from '../support/workspace-forms.js';

/** Prints how many source files a request runs through: a file counts if a function of it ran during that one request, after a warm-up. */
const source = fileURLToPath(new URL('../../src/', import.meta.url));
const session = new Session();
session.connect();
await session.post('Profiler.enable');

/** Files that work ran, by paths below `src`. */
async function filesOf(work: () => Promise<unknown>): Promise<string[]> {
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  await session.post('Profiler.stopPreciseCoverage');
  const ran = result.filter(({ url, functions }) => {
    // The first function of a script is its top level, which runs when it is loaded.
    const isOwn = url.startsWith('file:') && fileURLToPath(url).startsWith(source);
    return isOwn && functions.slice(1).some(({ ranges }) => ranges.some(({ count }) => count > 0));
  });
  return ran.map(({ url }) => fileURLToPath(url).slice(source.length)).sort();
}

const portal = await TestPortal.start({ real: true });
try {
  await portal.service.provisioning.createEmpty('acme', 'Acme', []);
  const client = await portal.client('acme');
  const page = await client.page();
  const path = `/pages/${page.id}`;
  let number = 0;
  const title = (): string => {
    number += 1;
    return `Title ${number}`;
  };
  const patch = () => client.send('PATCH', path, { body: { title: title() } });
  const person = await portal.service.people.add({ name: 'Ada', operator: true, roles: {} });
  const ada = await WorkspaceClient.signIn(portal, person);
  const address = `/brands/acme/pages/${page.id}/edit`;
  const save = async () => {
    const { text } = await ada.get(address);
    const form = { ...fieldsOf(text, 'rename'), title: title() };
    return () => ada.post(address, form);
  };
  for (let round = 0; round < 3; round += 1) {
    await patch();
    await client.get(path);
    await (await save())();
  }
  const patched = await filesOf(patch);
  await client.get(path);
  const read = await filesOf(() => client.get(path));
  const send = await save();
  let status = 0;
  const saved = await filesOf(async () => {
    ({ status } = await send());
  });
  if (status !== 303) throw new Error(`the form was answered with ${status}`);
  const paths = { 'PATCH to fsync': patched, 'cached GET': read, 'browser save': saved };
  for (const [name, files] of Object.entries(paths)) {
    console.log(`${name}: ${files.length} files`);
    if (process.argv.includes('--list')) for (const file of files) console.log(`  ${file}`);
  }
} finally {
  await portal.close();
}
