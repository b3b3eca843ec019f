import * as nodeFs from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TestBrand } from '../support/brand.js';
import { runs } from '../support/effort.js';
import { checkRepository, git, temporaryDirectory } from '../support/git.js';
import { PageModel, steps } from '../support/page-model.js';
import { perform } from '../support/page-steps.js';

const page = String.raw`pages/\d+/(\d+)\.json`;
const trash = String.raw`trash/\d+/(\d+)\.json`;

/** Which files a commit of an operation changes: A added, M modified, D deleted. */
const expectedChanges: Record<string, RegExp> = {
  'brands.create': /^A README\.md A brand\.json A format\.json$/,
  'pages.create': new RegExp(`^A ${page}$`),
  'pages.update': new RegExp(`^M ${page}$`),
  'pages.content.replace': new RegExp(`^M ${page}$`),
  'pages.delete': new RegExp(String.raw`^D ${page} A trash/\d+/\1\.json$`),
  'trash.restore': new RegExp(String.raw`^A ${page} D trash/\d+/\1\.json$`),
  'trash.purge': new RegExp(`^(?:[AM] ids\\.json )?D ${trash}(?: D ${trash})*$`),
};

interface Commit {
  readonly operation: string;
  readonly author: string;
  readonly changes: string;
}

function history(gitdir: string): Commit[] {
  const format = '%x00%(trailers:key=Operation,valueonly,separator=%x2c)|%an <%ae>';
  const text = git(gitdir, ['log', '--no-renames', '--name-status', `--format=${format}`, 'main']);
  return text
    .split('\0')
    .slice(1)
    .map((entry) => {
      const [head = '', ...changes] = entry.trim().split(/\n+/);
      const [operation = '', author = ''] = head.split('|');
      return { operation, author, changes: changes.map((line) => line.replace('\t', ' ')).join(' ') };
    });
}

describe('the git history of any run of operations', () => {
  test('is sound, and each commit changes the files of its operation and no others', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const brand = await TestBrand.create({ fs: nodeFs, data: temporaryDirectory() });
        const model = new PageModel();
        let commits = 1;
        for (const step of all) {
          const before = git(brand.gitdir, ['rev-parse', 'main']);
          const outcome = await perform(brand, model, step);
          const isMoved = git(brand.gitdir, ['rev-parse', 'main']) !== before;
          if (outcome !== 'ok' || ['wait', 'restart'].includes(step.kind)) expect(isMoved).toBe(false);
          if (isMoved) commits += 1;
          model.apply(step);
        }
        await brand.close();
        checkRepository(brand.gitdir);
        const made = history(brand.gitdir);
        expect(made).toHaveLength(commits);
        for (const { operation, author, changes } of made) {
          expect(changes).toMatch(expectedChanges[operation] as RegExp);
          const expected =
            operation === 'brands.create' ? 'Operator <operator@acme.invalid>' : 'Editor <k1@acme.invalid>';
          expect(author).toBe(expected);
        }
      }),
      runs(4, 1),
    );
  });
});
