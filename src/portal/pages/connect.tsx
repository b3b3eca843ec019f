import type { HtmlReply, PortalContext } from '../context.js';
import { Icon } from '../parts/icon.js';

/** Addresses for programs, each to be copied. */
export function connectPage(context: PortalContext): HtmlReply {
  const { brand, origin, workspaceOrigin, href, name, slug } = context;
  const own = (path: string): string => origin + href(path);
  const api = workspaceOrigin ?? origin;
  const sample = [...context.catalog.pages.values()].find(({ type }) => type === 'guideline');
  const groups = [
    {
      title: 'Documents',
      text: 'No key is needed for what everyone may read.',
      rows: [
        ['Contents for language models', own('/llms.txt')],
        ...(sample === undefined ? [] : [['A page as Markdown', `${origin}${context.pageHref(sample.slug)}.md`]]),
        ['Design tokens', own('/-/tokens.json')],
        ['Design tokens as CSS', own('/-/tokens.css')],
        ...(brand.portal === 'public' ? [['All pages', own('/sitemap.xml')]] : []),
      ],
    },
    ...(brand.portal === 'public'
      ? [
          {
            title: 'Agents',
            text: 'Model Context Protocol over HTTP: tools that read what everyone may read. No key is needed.',
            rows: [['Address', own('/-/mcp/public')]],
          },
        ]
      : []),
    ...(brand.api_enabled
      ? [
          {
            title: 'API',
            text: 'A key is needed. An admin of the brand issues it.',
            rows: [
              ['Base address', `${api}/api/v1`],
              ['Every call, to be tried', `${api}/docs`],
              ['Model Context Protocol, with a key', `${api}/mcp`],
              ['Clone of the brand', `${api}/git/${slug}.git`],
            ],
          },
        ]
      : []),
  ];
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
              {rows.map(([label, address]) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd class="row">
                    <span class="grow mono">{address}</span>
                    <button type="button" class="btn sm" data-copy={address} aria-label={`Copy the address: ${label}`}>
                      <Icon name="copy" />
                      Copy
                    </button>
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
