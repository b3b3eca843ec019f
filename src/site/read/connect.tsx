import { fill, type Words, words } from '../../words/words.js';
import type { BrandContext } from '../context.js';
import { Button } from '../parts/button.js';
import type { PageReply } from '../replies.js';

/** Text to copy, with its purpose and the steps to use it. */
type Row = readonly [label: string, text: string, steps?: string];

/** Setup steps of MCP clients. */
const clientRows = (slug: string, address: string, texts: Words['connect']): readonly Row[] => [
  ['claude.ai', address, texts.claude],
  ['ChatGPT', address, texts.chatGpt],
  ['Claude Code', `claude mcp add --transport http ${slug} ${address}`, texts.claudeCode],
  ['VS Code', `code --add-mcp '${JSON.stringify({ name: slug, type: 'http', url: address })}'`, texts.terminal],
  ['Cursor', JSON.stringify({ mcpServers: { [slug]: { url: address } } }), texts.cursor],
  ['Codex', `codex mcp add ${slug} --url ${address}`, fill(texts.codex, { command: `codex mcp login ${slug}` })],
];

/** Addresses for programs, each to be copied. */
export function connectPage(context: BrandContext): PageReply {
  const { brand, origin, workspaceOrigin, base, name, slug } = context;
  const texts = words().connect;
  const urlOf = (path: string): string => origin + base + path;
  const api = workspaceOrigin ?? origin;
  const sample = [...context.catalog.pages.values()].find(({ type }) => type === 'guideline');
  const group = (title: string, text: string, rows: readonly Row[]) => ({ title, text, rows });
  const isPublic = brand.portal === 'public';
  const documents: Row[] = [
    [texts.contents, urlOf('/llms.txt')],
    [texts.tokens, urlOf('/-/tokens.json')],
    [texts.tokensCss, urlOf('/-/tokens.css')],
    [texts.tokensAse, urlOf('/-/tokens.ase')],
  ];
  if (sample !== undefined) documents.splice(1, 0, [texts.markdown, `${origin}${context.pageHref(sample.slug)}.md`]);
  if (isPublic) documents.push([texts.allPages, urlOf('/sitemap.xml')]);
  const groups = [
    brand.api_enabled && group(texts.people, texts.peopleText, clientRows(slug, `${api}/brands/${slug}/-/mcp`, texts)),
    isPublic && group(texts.everyone, texts.everyoneText, [[texts.address, urlOf('/-/mcp/public')]]),
    group(texts.documents, texts.documentsText, documents),
    brand.api_enabled &&
      group(texts.api, texts.apiText, [
        [texts.base, `${api}/api/v1`],
        [texts.calls, `${api}/docs`],
        [texts.mcpWithKey, `${api}/mcp`],
        [texts.chatGptConnector, `${api}/mcp/connector`],
        [texts.clone, `${api}/git/${slug}.git`],
      ]),
  ].filter((shown) => shown !== false);
  return {
    title: texts.title,
    isUnlisted: true,
    body: (
      <>
        <h1>{texts.title}</h1>
        <p>{fill(texts.text, { brand: name })}</p>
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
                    <Button icon="copy" class="btn sm" data-copy={text} aria-label={fill(texts.copyFor, { label })}>
                      {words().common.copy}
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
