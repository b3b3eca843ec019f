import type { HtmlReply, PortalContext } from '../context.js';
import { Button } from '../parts/button.js';

/** Text to copy, with its purpose and the steps to use it. */
type Row = readonly [label: string, text: string, steps?: string];

/** Setup steps of MCP clients. */
const clientRows = (slug: string, address: string): readonly Row[] => [
  ['claude.ai', address, 'In Settings, Connectors, press “Add custom connector” and paste this.'],
  ['ChatGPT', address, 'In Settings, Apps, with developer mode on, make an app and paste this, with OAuth.'],
  ['Claude Code', `claude mcp add --transport http ${slug} ${address}`, 'In a terminal. Then sign in with /mcp.'],
  ['VS Code', `code --add-mcp '${JSON.stringify({ name: slug, type: 'http', url: address })}'`, 'In a terminal.'],
  [
    'Cursor',
    JSON.stringify({ mcpServers: { [slug]: { url: address } } }),
    'In ~/.cursor/mcp.json. Then press “Connect”.',
  ],
  ['Codex', `codex mcp add ${slug} --url ${address}`, `In a terminal, then: codex mcp login ${slug}`],
];

/** Addresses for programs, each to be copied. */
export function connectPage(context: PortalContext): HtmlReply {
  const { brand, origin, workspaceOrigin, href, name, slug } = context;
  const urlOf = (path: string): string => origin + href(path);
  const api = workspaceOrigin ?? origin;
  const sample = [...context.catalog.pages.values()].find(({ type }) => type === 'guideline');
  const group = (title: string, text: string, rows: readonly Row[]) => ({ title, text, rows });
  const isPublic = brand.portal === 'public';
  const documents: Row[] = [
    ['Contents for language models', urlOf('/llms.txt')],
    ['Design tokens', urlOf('/-/tokens.json')],
    ['Design tokens as CSS', urlOf('/-/tokens.css')],
  ];
  if (sample !== undefined)
    documents.splice(1, 0, ['A page as Markdown', `${origin}${context.pageHref(sample.slug)}.md`]);
  if (isPublic) documents.push(['All pages', urlOf('/sitemap.xml')]);
  const groups = [
    brand.api_enabled &&
      group(
        'Agents for people of the brand',
        'An agent acts for you, and sees and does no more than you may. It opens a browser, where you sign in and decide what it may. You can revoke that under your name.',
        clientRows(slug, `${api}/brands/${slug}/-/mcp`),
      ),
    isPublic &&
      group(
        'Agents for everyone',
        'Model Context Protocol over HTTP: tools that read what everyone may read. No key is needed.',
        [['Address', urlOf('/-/mcp/public')]],
      ),
    group('Documents', 'No key is needed for what everyone may read.', documents),
    brand.api_enabled &&
      group('API', 'A key is needed. An admin of the brand issues it.', [
        ['Base address', `${api}/api/v1`],
        ['Every call, to be tried', `${api}/docs`],
        ['Model Context Protocol, with a key', `${api}/mcp`],
        ['Search and fetch only, for connectors of ChatGPT', `${api}/mcp/connector`],
        ['Clone of the brand', `${api}/git/${slug}.git`],
      ]),
  ].filter((shown) => shown !== false);
  return {
    title: 'Connect',
    isUnlisted: true,
    body: (
      <>
        <h1>Connect</h1>
        <p>Programs, design tools and agents read {name} at these addresses.</p>
        {groups.map(({ title, text, rows }) => (
          <section key={title} class="card pad connect">
            <h2>{title}</h2>
            <p class="sub">{text}</p>
            <dl>
              {rows.map(([label, text, steps]) => (
                <div key={label}>
                  <dt>{label}</dt>
                  {steps && <dd class="sub">{steps}</dd>}
                  <dd class="row">
                    <span class="grow mono">{text}</span>
                    <Button icon="copy" class="btn sm" data-copy={text} aria-label={`Copy for ${label}`}>
                      Copy
                    </Button>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </>
    ),
  };
}
