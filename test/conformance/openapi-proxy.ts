import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { description } from '../support/description.js';
import { detourHeader, TestPortal } from '../support/portal.js';
import { forwarder } from './forward.js';
import { listeningJudge, startPrism, violationsIn } from './prism.js';
import { finished, type Part, type Report, type Tools } from './tools.js';

const redocly = '@redocly/cli/bin/cli.js';
const file = 'description.json';
const traffic = 'traffic.har';

/** Those that use the API as clients do; the others look at what a proxy alters or answers itself. */
const tests = [
  ...['openapi/coverage', 'openapi/client', 'isolation/keys', 'harmless/sanitizing'],
  ...['block', 'brand', 'language', 'media', 'navigation', 'page', 'trash'].map((name) => `content/${name}`),
];

/**
 * The HTTP tests through two judges in a row: Prism looks at the status and the body of each answer as it passes, Redocly
 * records it for `drift`, which looks for what is not described and counts how much of the description was used.
 */
export const openapiProxy: Part = {
  name: 'openapi-proxy',
  packages: ['@stoplight/prism-cli@5.14.2', '@redocly/cli@2.77.0'],
  async run(tools, report) {
    await notices(tools, report);
    const router = await forwarder(({ url, headers: { [detourHeader]: portal, ...headers } }) =>
      typeof portal === 'string' ? { target: new URL(url ?? '/', portal), headers } : null,
    );
    const recorder = await listeningJudge(tools, redocly, (port) => [
      ...['proxy', '--target', router.url, '--port', port, '--har', traffic],
    ]);
    const prism = await startPrism(tools, file, description, recorder.url);
    let answers = 0;
    const violations: string[] = [];
    const front = await forwarder(
      ({ url, headers }) => ({ target: new URL((url ?? '').replace(/^\/api\/v1/, ''), prism.url), headers }),
      ({ method, url }, answer) => {
        answers += 1;
        for (const found of violationsIn(answer.headers)) {
          violations.push(`${method} ${url} ${answer.statusCode}: ${JSON.stringify(found)}`);
        }
        const { 'sl-violations': _, ...headers } = answer.headers;
        return headers;
      },
    );
    const env = { ...process.env, BRAND_PORTAL_DETOUR: front.url };
    const files = tests.map((name) => `test/http/${name}`);
    const vitest = ['test/node_modules/vitest/vitest.mjs', 'run', '--config', 'test/vitest.config.ts', ...files];
    const { code, stdout, stderr } = await finished(spawn(process.execPath, vitest, { env }));
    report(code === 0, `the HTTP tests through the judges: ${stdout.trim().split('\n').at(-1)}`, stdout + stderr);
    await askForDescription(front.url);
    const found = `${violations.length} not described`;
    report(answers > 0 && violations.length === 0, `Prism: ${answers} answers, ${found}`, violations.join('\n'));
    await prism.stop();
    await recorder.stop();
    front.close();
    router.close();
    await drift(tools, report);
  },
};

/** The operations that the tests ask for byte by byte, which a proxy need not keep. */
async function askForDescription(front: string): Promise<void> {
  const portal = await TestPortal.start();
  for (const name of ['openapi.json', 'openapi.yaml']) {
    await fetch(`${front}/api/v1/${name}`, { headers: { [detourHeader]: portal.url } });
  }
  await portal.close();
}

interface Finding {
  readonly ruleId: string;
  readonly target: 'request' | 'response';
  readonly status: number;
}

async function drift(tools: Tools, report: Report): Promise<void> {
  await tools.run(redocly, [
    ...['drift', traffic, '--api', file, '--match-mode', 'basepath', '--min-severity', 'warning'],
    ...['--format', 'json', '--output', 'drift.json', '--coverage-output', 'coverage.json'],
  ]);
  const read = (name: string) => JSON.parse(readFileSync(tools.path(name), 'utf8'));
  const { run, problems } = read('drift.json');
  // The tests send requests on purpose that are not described: what is found about them says nothing of the answers.
  const found = problems.filter(
    ({ ruleId, target, status }: Finding) =>
      target === 'response' || (ruleId === 'undocumented-endpoint' && status < 400),
  );
  const what = `drift: ${run.documentedExchanges} exchanges, ${found.length} findings about answers`;
  report(run.documentedExchanges > 0 && found.length === 0, what, JSON.stringify(found, null, 2));
  const { operations, responses } = read('coverage.json').totals;
  const covered = `${operations.covered} of ${operations.total} operations`;
  const statuses = `${responses.covered} of ${responses.total} statuses`;
  report(operations.covered === operations.total, `drift: ${covered} and ${statuses} covered`);
}

/** That Prism would see it: a status and a field that its description does not have. */
async function notices(tools: Tools, report: Report): Promise<void> {
  const portal = await TestPortal.start();
  await portal.service.provisioning.createEmpty('acme', 'Acme', []);
  const { key } = await portal.client('acme');
  const poorer = structuredClone(description);
  delete poorer.components.schemas.Brand.properties.name;
  delete poorer.paths['/pages'].post.responses[422];
  const prism = await startPrism(tools, 'poorer.json', poorer, portal.url);
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const field = await fetch(`${prism.url}/brand`, { headers });
  const status = await fetch(`${prism.url}/pages`, { method: 'POST', headers, body: '{}' });
  for (const [name, answer] of Object.entries({ field, status })) {
    report(violationsIn(answer.headers).length > 0, `Prism notices a ${name} that is not described`);
  }
  await prism.stop();
  await portal.close();
}
