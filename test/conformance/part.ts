import type { Tools } from './tools.js';

/** Says how a check went; `details` are shown when it failed. */
export type Report = (isFine: boolean, what: string, details?: string) => void;

/** One judge, or several that belong together. */
export interface Part {
  readonly name: string;
  /** What it is judged by, as `<name>@<version>`. */
  readonly packages: readonly string[];
  run(tools: Tools, report: Report): Promise<void>;
}
