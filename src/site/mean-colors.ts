import { hash } from 'node:crypto';
import type { FilePointer } from '../content/files/pointer.js';
import type { PortalFile } from '../content/portal.js';
import type { Service } from '../service/service.js';

/**
 * Mean colours of the pictures of a page, in which their places are until they are loaded. They are rules of a style sheet in the page,
 * since its policy allows no style of an element.
 */
export class MeanColors {
  readonly #shown = new Set<string>();
  /** Whether the colour of a picture that was drawn is still looked for. */
  isIncomplete = false;

  /** @param portal whose logos have no ground; `null`: no picture has one */
  constructor(
    private readonly service: Service,
    private readonly slug: string,
    private readonly portal: PortalFile | null,
  ) {}

  /** Class of the picture of a medium. */
  classOf(id: number, { sha256, name }: FilePointer): string | null {
    const { portal, service, slug } = this;
    if (portal === null || id === portal.logo_light || id === portal.logo_dark) return null;
    const mean = service.pictures?.mean(sha256, async () => {
      const found = await service.proposalFiles(slug).find(sha256);
      return found && { sha256, name, path: found.path };
    });
    if (mean === undefined && service.pictures !== undefined) this.isIncomplete = true;
    if (!mean) return null;
    this.#shown.add(mean);
    return `m${mean}`;
  }

  get #sheet(): string {
    return [...this.#shown].map((mean) => `.m${mean}{background:#${mean}}`).join('');
  }

  /** A page that was drawn, with its colours. */
  shownIn(html: string): string {
    return this.#shown.size === 0 ? html : html.replace('</head>', () => `<style>${this.#sheet}</style></head>`);
  }

  /** Source that the policy of the page has to allow; empty for none. */
  get source(): string {
    return this.#shown.size === 0 ? '' : `'sha256-${hash('sha256', this.#sheet, 'base64')}'`;
  }
}
