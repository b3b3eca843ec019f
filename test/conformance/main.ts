import { parseArgs } from 'node:util';
import { TestPortal } from '../support/portal.js';
import { authorizationSuite } from './authorization-suite.js';
import { inspector } from './inspector.js';
import { mcpSuite } from './mcp-suite.js';
import { openapiLint } from './openapi-lint.js';
import { type Part, type Report, Tools } from './tools.js';

const parts: readonly Part[] = [mcpSuite, authorizationSuite, inspector, openapiLint];

const { positionals } = parseArgs({ allowPositionals: true });
const unknown = positionals.filter((name) => !parts.some((part) => part.name === name));
if (unknown.length > 0) {
  process.stderr.write(`There is no part ${unknown.join(', ')}: ${parts.map(({ name }) => name).join(', ')}.\n`);
  process.exit(2);
}
const chosen = parts.filter(({ name }) => positionals.length === 0 || positionals.includes(name));

const tools = new Tools(chosen.flatMap(({ packages }) => packages));
let failed = 0;
try {
  for (const { name, packages, run } of chosen) {
    process.stdout.write(`\n${name}, by ${packages.join(' and ')}\n`);
    const portal = await TestPortal.start();
    const report: Report = (isFine, what, details = '') => {
      process.stdout.write(`${isFine ? 'ok  ' : 'FAIL'} ${what}\n`);
      if (!isFine) process.stdout.write(`${details}\n`);
      if (!isFine) failed += 1;
    };
    await run(tools, report, portal);
    await portal.close();
  }
} finally {
  tools.remove();
}
process.stdout.write(`\n${failed === 0 ? 'All is fine.' : `${failed} failed.`}\n`);
process.exitCode = failed === 0 ? 0 : 1;
