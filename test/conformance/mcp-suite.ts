import type { AddressInfo } from 'node:net';
import { startBalancer } from '../nodes/balancer.js';
import type { Part } from './tools.js';

/** The scenarios that need no tools, resources or prompts made for the suite, by revision. */
const scenarios: Readonly<Record<string, readonly string[]>> = {
  '2026-07-28': [
    'server-stateless',
    'tools-list',
    'resources-list',
    'prompts-list',
    'sep-2164-resource-not-found',
    'caching',
    'http-header-validation',
    'dns-rebinding-protection',
  ],
  '2025-11-25': [
    'server-initialize',
    'ping',
    'tools-list',
    'resources-list',
    'prompts-list',
    'dns-rebinding-protection',
  ],
};

/** How the suite reports a check that it could not make because a tool of its own is missing. */
const notTestable = /Error: Not testable: server does not list the diagnostic tool/g;

/** The protocol's own suite. It has no way to send a key: a server before this one adds it. */
export const mcpSuite: Part = {
  name: 'mcp',
  packages: ['@modelcontextprotocol/conformance@0.2.0-alpha.12'],
  async run(tools, report, portal) {
    await portal.service.provisioning.createEmpty('acme', 'Acme', ['corporate_language', 'brand_agent']);
    const client = await portal.client('acme');
    await client.page({ title: 'A page' });
    const front = await startBalancer([portal.url], 0, { authorization: `Bearer ${client.key}` });
    const url = `http://127.0.0.1:${(front.address() as AddressInfo).port}/mcp`;
    for (const [revision, names] of Object.entries(scenarios)) {
      for (const name of names) {
        const args = ['server', '--url', url, '--scenario', name, '--spec-version', revision];
        const { stdout, stderr } = await tools.run('@modelcontextprotocol/conformance/dist/index.js', args);
        const text = stdout + stderr;
        const [, passed, all, failed] = /Passed: (\d+)\/(\d+), (\d+) failed/.exec(text) ?? [];
        const missing = text.match(notTestable)?.length ?? 0;
        const note = missing > 0 ? `, ${missing} need tools of the suite` : '';
        const isFine = failed !== undefined && Number(failed) === missing;
        report(isFine, `${revision} ${name}: ${passed ?? '?'} of ${all ?? '?'}${note}`, text);
      }
    }
    front.close().closeAllConnections();
  },
};
