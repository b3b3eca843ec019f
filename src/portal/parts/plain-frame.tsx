import type { ComponentChild } from 'preact';
import type { PortalContext } from '../context.js';
import { renderDocument } from '../render.js';
import { Logo, Named } from './bar.js';
import { type FrameAssets, Shell } from './shell.js';

interface PlainPage {
  readonly title: string;
  readonly body: ComponentChild;
  /** The brand whose logo, or name, is in the bar. Default: the product's name. */
  readonly face?: PortalContext | undefined;
  /** Address of the form to sign in. Without it, the bar has no link to it. */
  readonly signInHref?: string;
  /** Address to which the browser goes immediately. */
  readonly refresh?: string;
}

/** Document of a page that belongs to no portal, in the clothes of the product. */
export function renderPlain(
  { title, body, face, signInHref, refresh }: PlainPage,
  assets: FrameAssets,
): Promise<string> {
  const name = face?.name ?? 'Brand Portal';
  const page = (
    <Shell
      title={title === name ? title : `${title} – ${name}`}
      assets={assets}
      sheets={[assets.css]}
      scripts={[assets.script]}
      head={
        <>
          <meta name="color-scheme" content="light dark" />
          <meta name="robots" content="noindex" />
          {refresh !== undefined && <meta http-equiv="refresh" content={`0; url=${refresh}`} />}
        </>
      }
    >
      <header class="top">
        {face === undefined ? (
          <a class="logo" href="/">
            <span>
              <Named name={name} />
            </span>
          </a>
        ) : (
          <Logo context={face} />
        )}
        <div class="top-end">
          {signInHref !== undefined && (
            <a class="btn" href={signInHref}>
              Sign in
            </a>
          )}
        </div>
      </header>
      <main class="page" id="main" tabIndex={-1} />
    </Shell>
  );
  return renderDocument(page, body);
}
