import type { Part } from './tools.js';

// biome-ignore lint/suspicious/noExplicitAny: results of every shape
type Result = any;

/** What the inspector is asked, and what must be in its result. */
const questions: readonly (readonly [args: readonly string[], isAnswered: (result: Result) => boolean])[] = [
  [['tools/list', '--strict'], ({ tools }) => tools.length === 17],
  [['tools/call', '--tool-name', 'get_brand'], ({ structuredContent }) => structuredContent.brand.name === 'Acme'],
  [
    [
      ...['tools/call', '--tool-name', 'create_page', '--tool-args-json'],
      '{"title":"Inspected","blocks":[{"type":"heading","data":{"text":"On doors"}}]}',
    ],
    ({ structuredContent }) => structuredContent.outline[0].text === 'On doors',
  ],
  [
    ['tools/call', '--tool-name', 'create_page', '--tool-args-json', '{"title":""}'],
    ({ isError, content }) => isError && JSON.parse(content[1].text).errors.title.length === 1,
  ],
  [['resources/list'], ({ resources }) => resources.length > 2],
  [['resources/templates/list'], ({ resourceTemplates }) => resourceTemplates.length > 0],
  [['resources/read', '--uri', 'brand-portal://brand'], ({ contents }) => contents[0].text.startsWith('# Acme')],
  [
    ['resources/read', '--uri', 'brand-portal://brand.json'],
    ({ contents }) => JSON.parse(contents[0].text).slug === 'acme',
  ],
  [['prompts/list'], ({ prompts }) => prompts.length === 3],
  [
    ['prompts/get', '--prompt-name', 'write_on_brand', '--prompt-args', 'task=A_sign'],
    ({ messages }) => messages[0].content.text.includes('A_sign'),
  ],
];

/** The inspector's command line, with and without a handshake, and with a key that is none. */
export const inspector: Part = {
  name: 'inspector',
  packages: ['@modelcontextprotocol/inspector@2.12.0'],
  async run(tools, report, portal) {
    await portal.service.provisioning.createEmpty('acme', 'Acme', ['corporate_language', 'brand_agent']);
    const { key } = await portal.client('acme');
    const ask = (sent: string, era: string, args: readonly string[]) =>
      tools.run('@modelcontextprotocol/inspector/clients/launcher/build/index.js', [
        ...['--cli', '--transport', 'http', '--server-url', `${portal.url}/mcp`, '--stored-auth-only'],
        ...['--protocol-era', era, '--header', `Authorization: Bearer ${sent}`, '--method', ...args],
      ]);
    for (const era of ['modern', 'legacy']) {
      for (const [args, isAnswered] of questions) {
        const { stdout, stderr } = await ask(key, era, args);
        const isFine = stdout.startsWith('{') && isAnswered(JSON.parse(stdout)) && !/^Error: tool/m.test(stderr);
        report(isFine, `${era} ${args.slice(0, 3).join(' ')}`, stdout.slice(0, 2000) + stderr);
      }
    }
    const { code, stderr } = await ask('bp_wrong', 'modern', ['tools/list']);
    report(code !== 0 && stderr.includes('auth_required'), 'a wrong key is refused as such', stderr);
  },
};
