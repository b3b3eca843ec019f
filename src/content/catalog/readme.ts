import { trashRetentionDays } from '../trash.js';
import { paths } from './paths.js';

/** Explains the folders to people who clone a brand. Part of a new brand's first commit; no later write touches it. */
export const readme = `# The content of a brand

Brand Portal keeps a brand in this repository: one file a thing, one commit a change.

| path | holds |
|---|---|
| \`${paths.brand}\` | name, visibility of new pages, colours and fonts of the theme |
| \`${paths.portal}\` | logos, cover, sentence and buttons of the portal |
| \`colors/<id>.json\` | one brand colour |
| \`media/<id>.json\` | what is known of one medium |
| \`files/<id>/<name>\` | its file, where the portal keeps it; git-lfs fetches it |
| \`${paths.language}\` | version and status of the corporate language |
| \`corporate-language/<section>.json\` | one section: meta, voice, terminology, company_name, notation |
| \`${paths.categories}\` | the categories of the brand context, in display order |
| \`brand-context/entries/<id>.json\` | one fact about the brand |
| \`pages/<id div 100>/<id>.json\` | one page with its blocks: page 142 is \`pages/1/142.json\` |
| \`trash/<id div 100>/<id>.json\` | a deleted page; it can be restored for ${trashRetentionDays} days |
| \`${paths.ids}\` | the highest ids ever used, so that none is used twice |

A folder that is not there is empty. Install [git-lfs](https://git-lfs.com) before you clone, or run \`git lfs install\` and
\`git lfs pull\` after: without it a file is three lines of text that name it. Find things with git's own commands:

\`\`\`sh
git grep -l '"slug": "logo-usage"' -- pages    # the page with this slug
git grep -n '"title"' -- pages trash           # titles of pages and of some blocks, with their files
git log --stat                                 # who changed what, newest first
git log -p --word-diff -- pages/1/142.json     # one page, word by word
git log -S'night bus' --oneline                # the commits that added or removed a text
git log --author=Website --since=1.week        # by the name of a key, or of a person
\`\`\`

The author of a commit is the key that wrote. The lines at the end of its message name the operation, the key's id and
the request. Nothing can be pushed to the portal's address: write through its API.

Brand Portal wrote this file when the brand was made, and does not read it.
`;
