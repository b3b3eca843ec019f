import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { projectFolder } from './child-server.js';
import { ensureBuilt } from './command.js';

/** Before all tests: many run the built program, some modules of it. */
export default async function build(): Promise<void> {
  await ensureBuilt();
  const dir = join(projectFolder, 'dist/modules');
  if (existsSync(dir)) return;
  const files = readdirSync(join(projectFolder, 'src'), { recursive: true, encoding: 'utf8' });
  const modules = await rolldown({
    cwd: projectFolder,
    input: files.filter((name) => /^(?!client|workspace\/browser).*\.tsx?$/.test(name)).map((name) => `src/${name}`),
    external: /^[@a-z]/,
    resolve: { extensionAlias: { '.js': ['.ts', '.tsx'] } },
    transform: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    platform: 'node',
    tsconfig: false,
  });
  await modules.write({ dir, preserveModules: true, preserveModulesRoot: 'src' });
  await modules.close();
}
