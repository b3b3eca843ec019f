/** Place of the page that is written, and who writes it. */
export interface Place {
  /** Address of the JSON door. */
  readonly api: string;
  /** Path of the portal. */
  readonly base: string;
  readonly pageId: number;
  /** Proposal in which the page is new; `null` for another. */
  readonly onlyIn: number | null;
  readonly person: { readonly id: string; readonly name: string };
  /** Language whose texts are written; `null`: the page itself. */
  readonly language: string | null;
  /** Whether the person is a viewer, who writes texts and nothing else. */
  readonly isViewer: boolean;
  /** Keys of providers of embedded content that are switched off. */
  readonly embedsOff: readonly string[];
  /** Address of the form to sign in, which leads back to the page. */
  signIn: string;
}
