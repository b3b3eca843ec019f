import { decide, register } from '../support/agent.js';
import { freePort } from '../support/free-port.js';
import { addPerson, backendOrigin, WorkspaceClient } from '../support/workspace.js';
import { finished, type Part } from './tools.js';

/** The protocol's suite for authorization servers. It prints the address that a person is to open, and waits. */
export const authorizationSuite: Part = {
  name: 'authorization',
  packages: ['@modelcontextprotocol/conformance@0.2.0-alpha.12'],
  async run(tools, report, portal) {
    const port = await freePort();
    await portal.service.provisioning.createEmpty('acme', 'Acme', []);
    const ada = await WorkspaceClient.signIn(portal, await addPerson(portal, 'Ada Lind', { acme: 'editor' }));
    const { body: client } = await register(portal, { redirect_uris: [`http://127.0.0.1:${port}/callback`] });
    const origin = backendOrigin(portal);
    const [resource, id] = [`${origin}/mcp`, client.client_id];
    const args = ['authorization', '--url', origin, '--client-id', id, '--resource', resource, '--port', String(port)];
    const suite = tools.start('@modelcontextprotocol/conformance/dist/index.js', args);
    let printed = '';
    suite.stdout?.on('data', async (chunk) => {
      printed += chunk;
      const [, asked] = /^(http\S+\/authorize\?\S+)$[\s\S]*Callback server started/m.exec(printed) ?? [];
      if (asked === undefined) return;
      printed = '';
      const back = await decide(ada, new URL(asked));
      if (back instanceof URL) await (await fetch(back)).text();
    });
    const { code, stdout, stderr } = await finished(suite);
    const [, passed = '?', failed] = /Total: (\d+) passed, (\d+) failed/.exec(stdout) ?? [];
    report(code === 0 && failed === '0', `${passed} passed, ${failed ?? '?'} failed`, stdout + stderr);
  },
};
