/** How much a brand may hold. What other hands put into its repository is served beyond that, too. */
export interface BrandLimits {
  /** Those in the trash included. */
  readonly pages: number;
  readonly contextEntries: number;
}

export const defaultBrandLimits: BrandLimits = { pages: 100_000, contextEntries: 10_000 };
