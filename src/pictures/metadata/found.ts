import { type EmbeddedTexts, noTexts, type PrivatePart } from '../../content/files/metadata.js';
import { Unreadable } from './edited-file.js';

/** Upper bound on the packets of XMP and IPTC in a file. */
const maxPackets = 200;

/** Collects what is found in a file, and takes it out. */
export class Found {
  readonly parts = new Set<PrivatePart>();
  #texts: EmbeddedTexts = noTexts;
  #packets = 0;

  /** The first text of each kind counts. */
  note(name: keyof EmbeddedTexts, value: string): void {
    const plain = value.replace(/[\p{Cc}\p{Zl}\p{Zp}\ufffd]+/gu, ' ').trim();
    if (this.#texts[name] === '' && plain !== '') this.#texts = { ...this.#texts, [name]: plain };
  }

  /**
   * Counts a packet of metadata that is parsed.
   *
   * @throws `Unreadable` above the limit
   */
  countPacket(): void {
    this.#packets += 1;
    if (this.#packets > maxPackets) throw new Unreadable();
  }

  get texts(): EmbeddedTexts {
    return this.#texts;
  }
}

/** Upper bound on metadata that are read as a text. */
export const maxTextBytes = 64 * 1024;
