import { footerPages } from '../../content/portal.js';
import { words } from '../../words/words.js';
import { linkIn } from '../blocks/block-view.js';
import type { BrandContext } from '../context.js';
import { InLanguage, type Lang } from './language.js';

interface FooterProps {
  readonly context: BrandContext;
  /** Whether it is that of the gate, whose readers reach no page of the portal. */
  readonly isOfGate?: boolean;
}

interface FooterLink {
  readonly label: string;
  readonly lang: Lang;
  readonly link: ReturnType<typeof linkIn>;
}

/** End of every page: what the law asks for, the contact and links of the brand. Without any it is absent. */
export function Footer({ context, isOfGate = false }: FooterProps) {
  const links = linksOf(context).filter(({ link: { href, rel } }) => (isOfGate ? rel : href) !== undefined);
  if (links.length === 0) return null;
  return (
    <footer class="site-foot">
      <div>
        <bdi>{context.name}</bdi>
        <nav aria-label={words().frame.footer}>
          <ul>
            {links.map(({ label, lang, link }, at) => (
              <li key={at}>
                <a {...link}>
                  <InLanguage {...lang}>{label}</InLanguage>
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  );
}

function linksOf(context: BrandContext): FooterLink[] {
  const { footer, contact } = context.catalog.portal;
  const { footerPages: labels } = words().frame;
  const own = (label: string, path: string): Pick<FooterLink, 'label' | 'lang'> => {
    return { label, lang: { ...context.lang(), ...context.langOfText(`${path}.label`) } };
  };
  return [
    ...footerPages.flatMap((name) => {
      const url = footer[name];
      return url === null ? [] : [{ label: labels[name], lang: {}, link: linkIn(context, url) }];
    }),
    ...(contact === null ? [] : [{ ...own(contact.label, 'contact'), link: linkIn(context, contact.url) }]),
    ...footer.links.map(({ label, url }, at) => ({
      ...own(label, `footer.links.${at}`),
      link: linkIn(context, url),
    })),
  ];
}
