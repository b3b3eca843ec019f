// Made by "npm run openapi" from the description of the API.

export interface paths {
 "/brand": {
 parameters: {
 };
 /**
  * Show the brand
  * @description Master data and theme of the brand that the key belongs to. Needs the right `read`.
  */
 get: operations["brand.show"];
 };
 "/brand/tokens": {
 parameters: {
 };
 /**
  * Show the design tokens (addition)
  * @description Palette, fonts and theme for design tools: design tokens in the format 2025.10, or CSS custom properties with `Accept: text/css`. A value that is not a colour, weight or font is omitted and listed in `left_out`. Needs the right `read`.
  */
 get: operations["brand.tokens"];
 };
 "/brand/colors": {
 parameters: {
 };
 /**
  * List the brand colours
  * @description All colours by id, in short form. With `expand=full`, in every notation. Needs the right `read`.
  */
 get: operations["colors.list"];
 };
 "/brand/colors/{id}": {
 parameters: {
 path: {
 /** @description The id of a colour. */
 id: number;
 };
 };
 /**
  * Show a colour
  * @description One colour in every notation. Needs the right `read`.
  */
 get: operations["colors.show"];
 };
 "/brand/cl": {
 parameters: {
 };
 /**
  * Show the corporate language
  * @description The whole document with its five sections. With `lang`, each section is that of the language, or of its fallback; version and status are those of the first of these languages that has a section. Needs the right `read`.
  */
 get: operations["language.show"];
 };
 "/brand/cl/{section}": {
 parameters: {
 path: {
 /** @description The name of a section. */
 section: "meta" | "voice" | "terminology" | "company_name" | "notation";
 };
 };
 /**
  * Show a section
  * @description One section of the corporate language under its name. Needs the right `read`.
  */
 get: operations["language.section.show"];
 /**
  * Replace a section
  * @description Replaces the whole section. Other sections stay unchanged. Send the section itself, or only `{"<section>": {…}}`. The section `meta` returns 422: operators maintain it at the command line. Needs the right `write`. With `lang`: replaces the section of this language. An empty object takes it away; readers get that of the fallback then.
  */
 patch: operations["language.section.replace"];
 };
 "/brand/check": {
 parameters: {
 };
 get?: never;
 /**
  * Check a text (addition)
  * @description Compares a text, or a page, with the terminology, the company name and the notation of the corporate language. Terms are found in any case, with the regular endings of German and English, and never inside of a longer word; `company_name.never` with its case; `notation.examples[].wrong` character by character. Terms of more than 32 words, code and addresses are not checked. Needs the right `read`.
  */
 post: operations["brand.check"];
 };
 "/brand/context": {
 parameters: {
 };
 /**
  * List verified facts
  * @description All verified entries in the order of their categories, then by title. Needs the right `read`.
  */
 get: operations["context.list"];
 };
 "/pages": {
 parameters: {
 };
 /**
  * List all pages
  * @description All pages, without their blocks, in navigation order: a chapter, then its children. A query selects pages, or adds to each. Filters can be repeated, and unknown names are refused. Needs the right `read`.
  */
 get: operations["pages.list"];
 /**
  * Create a page
  * @description Adds a page or chapter at the end of its siblings. If-Match takes the ETag of `GET /pages`. Needs the right `write`.
  */
 post: operations["pages.create"];
 };
 "/pages/{page}": {
 parameters: {
 path: {
 /** @description The id of a page. */
 page: number;
 };
 };
 /**
  * Show a page
  * @description A page with all its blocks and their ids. Needs the right `read`.
  */
 get: operations["pages.show"];
 /**
  * Delete a page
  * @description Moves the page to the trash. For 30 days it can be restored in the workspace, and its slug stays reserved. A chapter with pages returns 422. Needs the right `write`.
  */
 delete: operations["pages.delete"];
 /**
  * Change a page
  * @description Changes title, chapter, navigation, summary and cover. The title is required. Slug and blocks stay unchanged. Needs the right `write`. With `lang`: writes title, summary and slug in this language. Other fields of a page return 422. Needs the right `translate`.
  */
 patch: operations["pages.update"];
 };
 "/pages/{page}/content": {
 parameters: {
 path: {
 /** @description The id of a page. */
 page: number;
 };
 };
 get?: never;
 /**
  * Replace all blocks
  * @description Replaces the content of a page. A block sent with its stored id and type keeps its id. Needs the right `write`.
  */
 put: operations["pages.content.replace"];
 };
 "/pages/{page}/save": {
 parameters: {
 path: {
 /** @description The id of a page. */
 page: number;
 };
 };
 get?: never;
 /**
  * Save a page and merge (addition)
  * @description Saves a page that was edited from version `base`. Changes that others have made since are merged, by the ids of blocks. If both sides changed the same sentence, list item or value, the call returns 412 with the merged rest, unless `conflicts` names a side. With the newest version as `base`, the page is stored as sent. `If-Match` prevents a merge. Needs the right `write`. With `lang`: saves the texts that differ from those of version `base` in this language. Each text is one value; if others have changed the same one, the call returns 412 unless `conflicts` names a side. Needs the right `translate`.
  */
 post: operations["pages.save"];
 };
 "/pages/{page}/still-correct": {
 parameters: {
 path: {
 /** @description The id of a page. */
 page: number;
 };
 };
 get?: never;
 /**
  * Say that texts are still correct (addition)
  * @description Marks outdated texts of a page in a language as translations of the source as it is now. Texts stay as they are. Needs the right `translate`.
  */
 post: operations["translations.still_correct"];
 };
 "/pages/{page}/blocks": {
 parameters: {
 path: {
 /** @description The id of a page. */
 page: number;
 };
 };
 get?: never;
 /**
  * Add a block
  * @description Adds a block at the end of the page, or before or after another block. Needs the right `write`.
  */
 post: operations["blocks.add"];
 };
 "/pages/{page}/blocks/{block}": {
 parameters: {
 path: {
 /** @description The id of a page. */
 page: number;
 /** @description The id of a block on the page, at any level. */
 block: string;
 };
 };
 get?: never;
 /**
  * Delete a block
  * @description Removes a block and all blocks inside it. Needs the right `write`.
  */
 delete: operations["blocks.delete"];
 /**
  * Change a block
  * @description Overwrites the sent fields of a block. Other fields and its type stay unchanged. A block that was made in the backend returns 422 without `errors`. Needs the right `write`. With `lang`: writes the texts of a block in this language. Needs the right `translate`.
  */
 patch: operations["blocks.update"];
 };
 "/languages": {
 parameters: {
 };
 /**
  * List the languages (addition)
  * @description The brand's own language, and the others in their order, with what is translated of the pages. Needs the right `read`.
  */
 get: operations["languages.list"];
 };
 "/languages/{tag}/queue": {
 parameters: {
 path: {
 /** @description The tag of a language. */
 tag: string;
 };
 };
 /**
  * List the pages to translate (addition)
  * @description Pages with texts that are missing or outdated in a language, the newest source first. Needs the right `read`.
  */
 get: operations["languages.queue"];
 };
 "/languages/{tag}/texts.xlf": {
 parameters: {
 path: {
 /** @description The tag of a language. */
 tag: string;
 };
 };
 /**
  * Get texts for translators (addition)
  * @description XLIFF 1.2 with a unit for each text, its translation and the state of that. Texts without a letter are left out. A file has at most 20 MiB and 50,000 units. Needs the right `read`.
  */
 get: operations["languages.texts"];
 /**
  * Import a file of translations (addition)
  * @description Reads XLIFF 1.2 or 2, of at most 20 MiB and 50,000 units, and makes a proposal of the texts that are other than now; with more than 150 pages several with numbers in a row, all or none. Units that are refused are left out. `check=true` changes nothing and answers what would become of each unit. Needs the right `translate`.
  */
 put: operations["languages.texts.import"];
 };
 "/languages/{tag}/terms.csv": {
 parameters: {
 path: {
 /** @description The tag of a language. */
 tag: string;
 };
 };
 /**
  * Get the terms for glossaries (addition)
  * @description CSV with the columns `source`, `target` and `note`: the preferred terms of the brand's own language, and those of this language with the same `id`, else those that name the term in `source_term`. A term without one has an empty target. The note is that of the target, else of the source. A `'` is put before cells that spreadsheets would run as formulas. Needs the right `read`.
  */
 get: operations["languages.terms"];
 };
 "/media": {
 parameters: {
 };
 /**
  * List media
  * @description All released, fully processed media by id. Needs the right `read`.
  */
 get: operations["media.list"];
 /**
  * Upload a medium (addition)
  * @description Adds a medium with its file. People release it later. Needs the module `media_upload`. Needs the right `write`.
  */
 post: operations["media.upload"];
 };
 "/media/{id}": {
 parameters: {
 path: {
 /** @description The id of a medium. */
 id: number;
 };
 };
 /**
  * Show a medium (addition)
  * @description A released, fully processed medium. A key with the right `write` can read any medium. Needs the right `read`.
  */
 get: operations["media.show"];
 /**
  * Change the details of a medium (addition)
  * @description Changes the sent details, also of a medium that is released. A tag that is new is added to those of the brand. People release media, and set from and until when they may be used. Needs the module `media_upload`. Needs the right `write`.
  */
 patch: operations["media.update"];
 };
 "/media/{id}/file": {
 parameters: {
 path: {
 /** @description The id of a medium. */
 id: number;
 };
 };
 /**
  * Get the file of a medium (addition)
  * @description Returns the file as it was uploaded, or a rendition of a picture. A key without the right `write` gets it only if the medium is released now, and was released with this file. Needs the right `read`.
  */
 get: operations["media.file"];
 /**
  * Replace the file of a medium (addition)
  * @description Replaces or adds the file of a medium that is not released. Needs the module `media_upload`. Needs the right `write`.
  */
 put: operations["media.replace"];
 };
 "/changes": {
 parameters: {
 };
 /**
  * List what has changed (addition)
  * @description The resources that were created, changed, moved, restored or deleted since a version of the brand. Each appears once: deletions first, chapters before their pages. Without `since`, everything is returned as created; a stream begins empty. Returns 410 if the version is no longer in the history. Enabling or disabling a module is not reported. In both cases, read everything again. Needs the right `read`.
  */
 get: operations["changes.list"];
 };
 "/changes/stream": {
 parameters: {
 };
 /**
  * Follow what changes (addition)
  * @description Server-Sent Events of the type `changes`. The data of each is a response of `GET /changes`, and its id is the version. The first event is sent immediately: with `since` or `Last-Event-ID`, it has the changes since that version. Without them it has only the current version, where `GET /changes` lists everything. The stream ends when the key is revoked, a module is switched, the history is rewritten or the server shuts down: connect again. Needs the right `read`.
  */
 get: operations["changes.stream"];
 };
 "/search": {
 parameters: {
 };
 /**
  * Search pages, sections, facts and media (addition)
  * @description Pages by title and texts, sections of the corporate language and verified entries of brand context, as far as the modules of the brand show them; the best match first, by navigation order where matches are equally good. With `type=media`, released media by title, caption, description, tags, credit and name of the file. Case and accents do not matter, beginnings of words from three letters on match, and so do small misspellings. Results have all words; when nothing has them all, results with some. A query name that is not described is 422. Needs the right `read`.
  */
 get: operations["search"];
 };
 "/proposals": {
 parameters: {
 };
 /**
  * List proposals (addition)
  * @description Returns the proposals that the key can see, newest first, 50 at a time. Needs the right `read`.
  */
 get: operations["proposals.list"];
 /**
  * Begin a proposal (addition)
  * @description Creates an empty draft. Writes with its number in `proposal` are stored in it. Only its author and editors can see it. Needs the right `propose`.
  */
 post: operations["proposals.create"];
 };
 "/proposals/changes": {
 parameters: {
 };
 /**
  * List which proposals have changed (addition)
  * @description Number and state of each proposal that changed since a version; without `since`, of all. 410 if the version no longer exists. Needs the right `read`.
  */
 get: operations["proposals.changes"];
 };
 "/proposals/{proposal}": {
 parameters: {
 path: {
 /** @description The number of a proposal. */
 proposal: number;
 };
 };
 /**
  * Show a proposal (addition)
  * @description Returns a proposal with its changes, later changes of the brand, and conflicts between the two. Needs the right `read`.
  */
 get: operations["proposals.show"];
 /**
  * Change title or note of a proposal (addition)
  * @description Only the author and editors can do this. A blank `note` clears it. A change ends approvals. Needs the right `propose`.
  */
 patch: operations["proposals.update"];
 };
 "/proposals/{proposal}/submit": {
 parameters: {
 path: {
 /** @description The number of a proposal. */
 proposal: number;
 };
 };
 get?: never;
 /**
  * Send a proposal for review (addition)
  * @description Makes a draft visible to everyone with the right `write`, and asks people to review it: the named reviewers, else all who may approve. Needs the right `propose`.
  */
 post: operations["proposals.submit"];
 };
 "/proposals/{proposal}/withdraw": {
 parameters: {
 path: {
 /** @description The number of a proposal. */
 proposal: number;
 };
 };
 get?: never;
 /**
  * Withdraw a proposal (addition)
  * @description Only the author and editors can do this. Parts that were already merged stay published. Needs the right `propose`.
  */
 post: operations["proposals.withdraw"];
 };
 "/proposals/{proposal}/comments": {
 parameters: {
 path: {
 /** @description The number of a proposal. */
 proposal: number;
 };
 };
 /**
  * List the comments on a proposal (addition)
  * @description Returns the comments, oldest first. Needs the right `read`.
  */
 get: operations["proposals.comments"];
 /**
  * Comment on a proposal (addition)
  * @description Comments on a proposal, on one of its pages or on a quote from a block, or replies to a comment. Needs the right `propose`.
  */
 post: operations["proposals.comment"];
 };
 "/openapi.json": {
 parameters: {
 };
 /**
  * This description as JSON
  * @description The OpenAPI 3.1 description of this API. Needs no key and takes from no budget.
  */
 get: operations["description.json"];
 };
 "/openapi.yaml": {
 parameters: {
 };
 /**
  * This description as YAML
  * @description The OpenAPI 3.1 description of this API. Needs no key and takes from no budget.
  */
 get: operations["description.yaml"];
 };
}
export type webhooks = Record<string, never>;
export interface components {
 schemas: {
 AccordionBlock: {
 /** @description Id from the service, unique in the brand. It never changes. */
 id: string | null;
 type: "accordion";
 data: components["schemas"]["AccordionData"];
 };
 /** @description The data of a block of type `accordion`. No field is required. */
 AccordionData: {
 items?: {
 /** @description Text on one line. Markup is removed. */
 title?: string;
 /** @description HTML, reduced to an allow-list. */
 body?: string;
 }[];
 };
 AlertBlock: {
 /** @description Id from the service, unique in the brand. It never changes. */
 id: string | null;
 type: "alert";
 data: components["schemas"]["AlertData"];
 };
 /** @description The data of a block of type `alert`. No field is required. */
 AlertData: {
 /** @description Text on one line. Markup is removed. */
 variant?: string;
 /** @description Text on one line. Markup is removed. */
 title?: string;
 /** @description HTML, reduced to an allow-list. */
 body?: string;
 };
 AssetDownloadBlock: {
 /** @description Id from the service, unique in the brand. It never changes. */
 id: string | null;
 type: "asset_download";
 data: components["schemas"]["AssetDownloadData"];
 };
 /** @description The data of a block of type `asset_download`. No field is required. */
 AssetDownloadData: {
 /** @description The id of a medium that `GET /media` lists. */
 media_id?: number;
 /** @description Text on one line. Markup is removed. */
 label?: string;
 /** @description HTML, reduced to an allow-list. */
 description?: string;
 };
 /** @description A block that was made in the backend. It can be kept, moved and deleted, but not changed. */
 BackendBlock: {
 /** @description Id from the service, unique in the brand. It never changes. */
 id: string | null;
 type: string | null;
 data: {
 [key: string]: unknown;
 };
 };
 Block: components["schemas"]["KnownBlock"];
 /** @description A block and where to put it: without `before` and `after` at the end of the page. */
 BlockCreate: components["schemas"]["NewHeadingBlockAt"] | components["schemas"]["NewRichTextBlockAt"] | components["schemas"]["NewAlertBlockAt"] | components["schemas"]["NewButtonBlockAt"] | components["schemas"]["NewVideoBlockAt"] | components["schemas"]["NewImagePlaceholderBlockAt"] | components["schemas"]["NewAccordionBlockAt"] | components["schemas"]["NewTableBlockAt"] | components["schemas"]["NewColumnsBlockAt"] | components["schemas"]["NewGroupBlockAt"] | components["schemas"]["NewImageBlockAt"] | components["schemas"]["NewGalleryBlockAt"] | components["schemas"]["NewTabsBlockAt"] | components["schemas"]["NewAssetDownloadBlockAt"] | components["schemas"]["NewDownloadListBlockAt"] | components["schemas"]["NewColorPaletteBlockAt"];
 /** @description Fields of the block's type. */
 BlockData: components["schemas"]["HeadingData"] | components["schemas"]["RichTextData"] | components["schemas"]["AlertData"] | components["schemas"]["ButtonData"] | components["schemas"]["VideoData"] | components["schemas"]["ImagePlaceholderData"] | components["schemas"]["AccordionData"] | components["schemas"]["TableData"] | components["schemas"]["NewColumnsData"] | components["schemas"]["NewGroupData"] | components["schemas"]["ImageData"] | components["schemas"]["GalleryData"] | components["schemas"]["NewTabsData"] | components["schemas"]["AssetDownloadData"] | components["schemas"]["DownloadListData"] | components["schemas"]["ColorPaletteData"];
 /** @description Texts of the block's data in a language; lists come whole. `null` takes a text away. Other fields must be as in the source. */
 BlockTexts: {
 data: components["schemas"]["BlockData"];
 /** @description Whether a key or an agent replaces current texts of people. Otherwise it gets 409. */
 replace?: boolean;
 };
 /** @description The fields of the block's data to overwrite. Other fields stay unchanged. */
 BlockUpdate: {
 data: components["schemas"]["BlockData"];
 };
 /** @description The master data of the brand. Edited in the workspace and at the command line. */
 Brand: {
 slug: string;
 name: string;
 theme: {
 colors: components["schemas"]["ThemeColors"];
 palette: components["schemas"]["BrandColor"][];
 /** @description A CSS font stack. */
 font: string;
 fonts: components["schemas"]["Font"][];
 };
 };
 /** @description Violations of the corporate language in a text. They never cause a refusal. */
 BrandCheck: {
 /** @description The first 1000 findings, in text order. */
 findings: components["schemas"]["BrandFinding"][];
 /** @description False if there may be more findings. */
 complete: boolean;
 };
 /** @description A colour of the brand in every notation. */
 BrandColor: {
 id: number;
 name: string;
 /** @description Usage of the colour. */
 description: string | null;
 /** @description Role of the colour in the palette. */
 role: string | null;
 hex: string;
 rgb: string | null;
 cmyk: string | null;
 pantone: string | null;
 ral: string | null;
 shades: {
 opacity: string | null;
 hex: string | null;
 }[];
 };
 /** @description A colour of the brand, without its notations. */
 BrandColorSummary: {
 id: number;
 name: string;
 role: string | null;
 description: string | null;
 };
 /** @description Words that break a rule of the corporate language. */
 BrandFinding: {
 /** @enum {string} */
 section: "meta" | "voice" | "terminology" | "company_name" | "notation";
 /**
  * @description Kind of the rule: the list of the section that has it.
  */
 rule: "preferred" | "forbidden" | "never" | "former_names" | "examples";
 /** @description Path of the rule in its section, such as `preferred.0.instead_of.1`. */
 rule_field: string;
 /** @description The words that the rule names. */
 rule_text: string;
 /** @description The commit that the rules were read from. Pass it as `?at=` to see them again. */
 commit: string;
 /** @description The id of the block; null for a title or a sent text. */
 block: string | null;
 /** @description `title`, or the path in the block's data; null for a sent text. */
 field: string | null;
 /** @description Position in the text or field as sent or stored, in UTF-16 code units. */
 offset: number;
 length: number;
 /** @description The text at this position, at most 200 characters, with its markup. */
 found: string;
 /** @description The wording to use instead. */
 say: string | null;
 /** @description The note or the reason of the rule. */
 why: string | null;
 };
 /** @description The brand, returned with `include=language`. */
 BrandWithLanguage: {
 slug: string;
 name: string;
 theme: {
 colors: components["schemas"]["ThemeColors"];
 palette: components["schemas"]["BrandColor"][];
 /** @description A CSS font stack. */
 font: string;
 fonts: components["schemas"]["Font"][];
 };
 /** @description Addition. Language of the content: a tag of BCP 47, in its canonical form. */
 language: string;
 /** @description Time zone in which its readers see times: a name of IANA. */
 time_zone: string;
 };
 ButtonBlock: {
 /** @description Id from the service, unique in the brand. It never changes. */
 id: string | null;
 type: "button";
 data: components["schemas"]["ButtonData"];
 };
 /** @description The data of a block of type `button`. No field is required. */
 ButtonData: {
 /** @description Text on one line. Markup is removed. */
 label?: string;
 /** @description http, https, mailto, tel, or relative. */
 url?: string;
 /** @description Text on one line. Markup is removed. */
 style?: string;
 new_tab?: boolean;
 };
 /** @description The category does not exist. */
 CategoryProblem: {
 /** @description Reason of the failure, in a sentence. */
 message: string;
 /** @description The keys there are. */
 categories: string[];
 };
 /** @description What an import would do. */
 CheckedImport: {
 /** @description Texts that are new or other than now. */
 taken: number;
 /** @description Those of them whose source has changed since the file was made. They stay outdated. */
 outdated: number;
 /** @description Texts that are as they are now. */
 same: number;
 /** @description Units without a translation. */
 empty: number;
 refused: number;
 /** @description The commit that the file was made from. */
 commit: string | null;
 /** @description Pages with texts that are taken. */
 pages: {
 /** @description null: colours, media, facts and the portal. */
 id: number | null;
 title: string | null;
 /** @description Texts that are new or other than now. */
 taken: number;
 /** @description Those of them whose source has changed since the file was made. They stay outdated. */
 outdated: number;
 }[];
 /** @description The first 1000 units that are refused. */
 refusals: {
 /** @description The id of the unit. */
 unit: string;
 /** @description The title of its page; null: it is of no page. */
 title: string | null;
 /** @enum {string} */
 reason: "unknown" | "unreadable" | "codes" | "links" | "newer" | "person" | "markup" | "length";
 message: string;
 /** @description The words of the file. */
 sent: string;
 /** @description The translation as it is now; null: there is none. */
 now: string | null;
 }[];
 };
 ColorPaletteBlock: {
 /** @description Id from the service, unique in the brand. It never changes. */
 id: string | null;
 type: "color_palette";
 data: components["schemas"]["ColorPaletteData"];
 };
 /** @description The data of a block of type `color_palette`. No field is required. */
 ColorPaletteData: {
 /** @description Text on one line. Markup is removed. */
 title?: string;
 color_ids?: number[];
 };
 ColumnsBlock: {
 /** @description Id from the service, unique in the brand. It never changes. */
 id: string | null;
 type: "columns";
 data: components["schemas"]["ColumnsData"];
 };
 /** @description The data of a block of type `columns`. No field is required. */
 ColumnsData: {
 columns?: {
 width?: number;
 /** @description Blocks inside this one, at most four levels deep. */
 blocks?: components["schemas"]["Block"][];
 }[];
 };
 /** @description The listed members have these types. Any other member is allowed. */
 CompanyNameSection: {
 legal?: string;
 short?: string;
 usage?: string;
 never?: string[];
 } & {
 [key: string]: unknown;
 };
 /** @description Texts that are still correct. One that is missing gets the text of the source. */
 ConfirmedTexts: {
 /** @description Default: all outdated texts. */
 texts?: {
 /** @description The id of the block; null for the page itself. */
 block: string | null;
 /** @description Dotted path in the block's data, or `title` or `summary`. */
 field: string;
 }[];
 };
 /** @description All blocks of the page. A block sent with its stored id and type keeps its id. */
 ContentReplace: {
 blocks: components["schemas"]["NewBlock"][];
 };
 /** @description A verified fact about the brand. */
 ContextEntry: {
 id: string;
 /** @description The category's key. */
 category: string;
 category_label: string;
 title: string;
 /** @description Plain text. */
 body: string;
 sources: {
 title: string;
 url: string;
 }[];
 };
 /** @description The corporate language; a section without content is empty. */
 CorporateLanguage: {
 /** @description The brand's slug. */
 brand: string;
 schema_version: string;
 /** @description Grows by one with each stored change. */
 version: number;
 /** @enum {string} */
 status: "draft" | "published";
 meta: components["schemas"]["MetaSection"];
 voice: components["schemas"]["VoiceSection"];
 terminology: components["schemas"]["TerminologySection"];
 company_name: components["schemas"]["CompanyNameSection"];
 notation: components["schemas"]["NotationSection"];
 };
 /** @description Design tokens in the format of the W3C community group, 2025.10. */
 DesignTokens: {
 /** @description The name of the brand. */
 $description: string;
 $extensions: {
 "local.brand-portal": {
 /** @description Values that no design tool could read. */
 left_out: {
 /** @description The file in the brand's repository. */
 file: string;
 field: string;
 problem: string;
 }[];
 };
 };
 /** @description The palette in sRGB, by names; `$extensions["local.brand-portal"]` has the id and the print notations. */
 color: {
 [key: string]: unknown;
 };
 /** @description By role the family, and the weight of running text. */
 font: {
 [key: string]: unknown;
 };
 /** @description The colours and the fonts of the portal itself: aliases, where the palette has them. */
 theme: {
 [key: string]: unknown;
 };
 };
 DownloadListBlock: {
 /** @description Id from the service, unique in the brand. It never changes. */
 id: string | null;
 type: "download_list";
 data: components["schemas"]["DownloadListData"];
 };
 /** @description The data of a block of type `download_list`. No field is required. */
 DownloadListData: {
 /** @description Text on one line. Markup is removed. */
 title?: string;
 collection?: number;
 items?: {
 /** @description The id of a medium that `GET /media` lists. */
 media_id?: number;
 /** @description Text on one line. Markup is removed. */
 label?: string;
 }[];
 };
 /** @description The changes since a version. Each resource appears once. Apply them in this order to update a copy. */
 Feed: {
 /** @description The current version of the brand. Pass it as `since` in the next request. */
 version: string;
 changes: components["schemas"]["FeedItem"][];
 };
 /** @description A change of one resource. */
 FeedItem: {
 /**
  * @description `language`: the document around the sections. `categories`: the categories of the brand context; when they changed, read the whole brand context again, since an entry is shown only with its category. A changed colour is reported as `color` and as `brand`, a changed section as `section` and as `language`. `translation`: the texts of something in another language.
  */
 kind: "brand" | "color" | "media" | "language" | "section" | "categories" | "entry" | "page" | "translation";
 /** @description Number of a page, colour or medium, name of a section or entry, `de/page-11` of a translation; null if there is only one of the kind. */
 id: number | string | null;
 /**
  * @description `moved`: a page that only has a new position. `changed`: also a change that was undone. `restored`: back from the trash. `deleted`: also withdrawn, or no longer verified.
  */
 change: "created" | "changed" | "moved" | "restored" | "deleted";
 /** @description The ETag of a page or a section, without its quotes. */
 version: string | null;
 /** @description Language of a translation, or of a section or document in a further language. */
 language?: string;
 /** @description Page of which it is the translation. */
 page?: number;
 };
 /** @description Errors by field. The message is the first one, with the number of the others. */
 FieldProblem: {
 /** @description Reason of the failure, in a sentence. */
 message: string;
 /** @description Messages by dotted field, e.g. `blocks.0.data.url`. */
 errors: {
 [key: string]: string[];
 };
 };
 /** @description Addition. A medium's file. */
 File: {
 name: string;
 /** @description The media type of its content. */
 type: string;
 bytes: number;
 /** @description Hash of its content, hex. */
 sha256: string;
 /** @description URL of the file, absolute or a path on this host. Public while the medium is released; with `at`, readable only with this key. */
 address: string;
 /** @description Available renditions: append `?width=…&format=…` to `address`, or with `at`, which is part of the address, `&width=…&format=…`. Null if there are none. */
 picture: {
 widths: number[];
 formats: ("webp" | "avif" | "jpeg" | "png")[];
 } | null;
 };
 /** @description A font family and its faces. */
 Font: {
 /** @description Purpose of the font, such as `headline`. */
 role: string;
 family: string;
 /** @description The weight of running text. */
 base_weight: number | null;
 faces: {
 weight: number;
 style: string;
 }[];
 };
 GalleryBlock: {
 /** @description Id from the service, unique in the brand. It never changes. */
 id: string | null;
 type: "gallery";
 data: components["schemas"]["GalleryData"];
 };
 /** @description The data of a block of type `gallery`. No field is required. */
 GalleryData: {
 collection?: number;
 items?: {
 /** @description The id of a medium that `GET /media` lists. */
 media_id?: number;
 /** @description Text. Markup is removed. */
 alt?: string;
 /** @description Text. Markup is removed. */
 caption?: string;
 }[];
 /** @description Text on one line. Markup is removed. */
 layout?: string;
 };
 GroupBlock: {
 /** @description Id from the service, unique in the brand. It never changes. */
 id: string | null;
 type: "group";
 data: components["schemas"]["GroupData"];
 };
 /** @description The data of a block of type `group`. No field is required. */
 GroupData: {
 /** @description Text on one line. Markup is removed. */
 title?: string;
 /** @description Blocks inside this one, at most four levels deep. */
 blocks?: components["schemas"]["Block"][];
 };
 HeadingBlock: {
 /** @description Id from the service, unique in the brand. It never changes. */
 id: string | null;
 type: "heading";
 data: components["schemas"]["HeadingData"];
 };
 /** @description The data of a block of type `heading`. No field is required. */
 HeadingData: {
 /** @description Text. Markup is removed. */
 text?: string;
 level?: number;
 };
 ImageBlock: {
 /** @description Id from the service, unique in the brand. It never changes. */
 id: string | null;
 type: "image";
 data: components["schemas"]["ImageData"];
 };
 /** @description The data of a block of type `image`. No field is required. */
 ImageData: {
 /** @description The id of a medium that `GET /media` lists. */
 media_id?: number;
 /** @description Text. Markup is removed. */
 alt?: string;
 /** @description Text. Markup is removed. */
 caption?: string;
 /** @description http, https, mailto, tel, or relative. */
 link?: string;
 };
 ImagePlaceholderBlock: {
 /** @description Id from the service, unique in the brand. It never changes. */
 id: string | null;
 type: "image_placeholder";
 data: components["schemas"]["ImagePlaceholderData"];
 };
 /** @description The data of a block of type `image_placeholder`. No field is required. */
 ImagePlaceholderData: {
 /** @description Text on one line. Markup is removed. */
 label?: string;
 width?: number;
 height?: number;
 };
 /** @description What an import has done. */
 Imported: {
 /** @description Texts that are new or other than now. */
 taken: number;
 /** @description Those of them whose source has changed since the file was made. They stay outdated. */
 outdated: number;
 /** @description Texts that are as they are now. */
 same: number;
 /** @description Units without a translation. */
 empty: number;
 refused: number;
 /** @description Number of proposals. The header `Proposal` has the first number. */
 proposals: number;
 };
 /** @description A block of one of the types that the API can write. */
 KnownBlock: components["schemas"]["HeadingBlock"] | components["schemas"]["RichTextBlock"] | components["schemas"]["AlertBlock"] | components["schemas"]["ButtonBlock"] | components["schemas"]["VideoBlock"] | components["schemas"]["ImagePlaceholderBlock"] | components["schemas"]["AccordionBlock"] | components["schemas"]["TableBlock"] | components["schemas"]["ColumnsBlock"] | components["schemas"]["GroupBlock"] | components["schemas"]["ImageBlock"] | components["schemas"]["GalleryBlock"] | components["schemas"]["TabsBlock"] | components["schemas"]["AssetDownloadBlock"] | components["schemas"]["DownloadListBlock"] | components["schemas"]["ColorPaletteBlock"];
 /** @description A language of the brand, with counts of the pages that the caller sees. */
 Language: {
 /** @description A tag of BCP 47, in its canonical form. */
 tag: string;
 /** @description Whether visitors read it. */
 shown: boolean;
 /** @description The language that is read where a text is missing; null: the language of the page. */
 fallback: string | null;
 /** @description Pages in other languages, which can be translated. */
 pages: number;
 /** @description Pages of which no text is missing. */
 complete: number;
 /** @description Texts with at least one letter. */
 texts: number;
 /** @description Texts without a translation into this language. */
 missing: number;
 /** @description Translations of an earlier source. */
 outdated: number;
 };
 /** @description A released, fully processed medium, to which blocks may refer by its id. */
 MediaItem: {
 id: number;
 title: string | null;
 /** @enum {string} */
 type: "image" | "video" | "document" | "audio" | "archive";
 caption: string | null;
 /** @description Width in pixels. */
 width: number | null;
 /** @description Height in pixels. */
 height: number | null;
 media_category_id: number | null;
 };
 /** @description Addition. A medium, returned with `include=details`; with its file if `include` also names that. `owner` only with the right `write`. */
 MediaItemWithDetails: {
 id: number;
 title: string | null;
 /** @enum {string} */
 type: "image" | "video" | "document" | "audio" | "archive";
 caption: string | null;
 /** @description Width in pixels. */
 width: number | null;
 /** @description Height in pixels. */
 height: number | null;
 media_category_id: number | null;
 /** @description Name of its category. */
 category: string | null;
 /**
  * @description What is to be seen, for those who do not see it.
  * @default null
  */
 description: string | null;
 tags: string[];
 /**
  * @description Whom to name.
  * @default null
  */
 credit: string | null;
 /** @default null */
 licence: {
 /** @enum {string} */
 kind: "own" | "royalty_free" | "rights_managed" | "cc_by_4" | "cc_by_sa_4" | "cc0" | "other";
 text: string;
 } | null;
 /**
  * @description First day of use, in the time zone of the brand.
  * @default null
  */
 valid_from: string | null;
 /**
  * @description Last day of use, in the time zone of the brand.
  * @default null
  */
 valid_until: string | null;
 /**
  * @description Name of the file as it was sent, where the name of the stored file differs.
  * @default null
  */
 original_name: string | null;
 /**
  * @description Who is responsible for it.
  * @default null
  */
 owner: string | null;
 file?: components["schemas"]["File"] | null;
 };
 /** @description A medium, returned with `include=file`. */
 MediaItemWithFile: {
 id: number;
 title: string | null;
 /** @enum {string} */
 type: "image" | "video" | "document" | "audio" | "archive";
 caption: string | null;
 /** @description Width in pixels. */
 width: number | null;
 /** @description Height in pixels. */
 height: number | null;
 media_category_id: number | null;
 file: components["schemas"]["File"] | null;
 };
 /** @description A value that both sides changed. */
 MergeConflict: {
 /** @description The id of the block; null if the conflict is about the page. */
 block: string | null;
 /** @description Dotted path in the data of the block in `merged`, or `title`; null for the block's data as a whole. */
 field: string | null;
 /**
  * @description `both`: changed by both sides. `removed_here`: removed by you, changed by others. `removed_there`: removed by others, changed by you.
  */
 kind: "both" | "removed_here" | "removed_there";
 /** @description The value in the base version; null if it was absent. */
 base: unknown;
 /** @description The value that was sent. */
 mine: unknown;
 /** @description The value that is stored. */
 theirs: unknown;
 };
 /** @description The listed members have these types. Any other member is allowed. */
 MetaSection: {
 [key: string]: unknown;
 };
 /** @description A section under its name. */
 NamedSection: {
 meta?: components["schemas"]["MetaSection"];
 voice?: components["schemas"]["VoiceSection"];
 terminology?: components["schemas"]["TerminologySection"];
 company_name?: components["schemas"]["CompanyNameSection"];
 notation?: components["schemas"]["NotationSection"];
 };
 /** @description A section under its name. */
 NamedSectionUpdate: {
 voice?: components["schemas"]["VoiceSection"];
 terminology?: components["schemas"]["TerminologySection"];
 company_name?: components["schemas"]["CompanyNameSection"];
 notation?: components["schemas"]["NotationSection"];
 };
 NewAccordionBlock: {
 type: "accordion";
 data?: components["schemas"]["AccordionData"];
 /** @description Id of an existing block; any other is ignored. */
 id?: string | null;
 };
 NewAccordionBlockAt: {
 type: "accordion";
 data?: components["schemas"]["AccordionData"];
 /** @description The id of the block to insert it before. Excludes `after`. */
 before?: string;
 /** @description The id of the block to insert it after. */
 after?: string;
 };
 NewAlertBlock: {
 type: "alert";
 data?: components["schemas"]["AlertData"];
 /** @description Id of an existing block; any other is ignored. */
 id?: string | null;
 };
 NewAlertBlockAt: {
 type: "alert";
 data?: components["schemas"]["AlertData"];
 /** @description The id of the block to insert it before. Excludes `after`. */
 before?: string;
 /** @description The id of the block to insert it after. */
 after?: string;
 };
 NewAssetDownloadBlock: {
 type: "asset_download";
 data?: components["schemas"]["AssetDownloadData"];
 /** @description Id of an existing block; any other is ignored. */
 id?: string | null;
 };
 NewAssetDownloadBlockAt: {
 type: "asset_download";
 data?: components["schemas"]["AssetDownloadData"];
 /** @description The id of the block to insert it before. Excludes `after`. */
 before?: string;
 /** @description The id of the block to insert it after. */
 after?: string;
 };
 /** @description A block in a request; a list holds at most 200. */
 NewBlock: components["schemas"]["WritableBlock"] | components["schemas"]["BackendBlock"];
 NewButtonBlock: {
 type: "button";
 data?: components["schemas"]["ButtonData"];
 /** @description Id of an existing block; any other is ignored. */
 id?: string | null;
 };
 NewButtonBlockAt: {
 type: "button";
 data?: components["schemas"]["ButtonData"];
 /** @description The id of the block to insert it before. Excludes `after`. */
 before?: string;
 /** @description The id of the block to insert it after. */
 after?: string;
 };
 NewColorPaletteBlock: {
 type: "color_palette";
 data?: components["schemas"]["ColorPaletteData"];
 /** @description Id of an existing block; any other is ignored. */
 id?: string | null;
 };
 NewColorPaletteBlockAt: {
 type: "color_palette";
 data?: components["schemas"]["ColorPaletteData"];
 /** @description The id of the block to insert it before. Excludes `after`. */
 before?: string;
 /** @description The id of the block to insert it after. */
 after?: string;
 };
 NewColumnsBlock: {
 type: "columns";
 data?: components["schemas"]["NewColumnsData"];
 /** @description Id of an existing block; any other is ignored. */
 id?: string | null;
 };
 NewColumnsBlockAt: {
 type: "columns";
 data?: components["schemas"]["NewColumnsData"];
 /** @description The id of the block to insert it before. Excludes `after`. */
 before?: string;
 /** @description The id of the block to insert it after. */
 after?: string;
 };
 /** @description The data of a block of type `columns`. No field is required. */
 NewColumnsData: {
 columns?: {
 width?: number;
 /** @description Blocks inside this one, at most four levels deep. */
 blocks?: components["schemas"]["NewBlock"][];
 }[];
 };
 NewDownloadListBlock: {
 type: "download_list";
 data?: components["schemas"]["DownloadListData"];
 /** @description Id of an existing block; any other is ignored. */
 id?: string | null;
 };
 NewDownloadListBlockAt: {
 type: "download_list";
 data?: components["schemas"]["DownloadListData"];
 /** @description The id of the block to insert it before. Excludes `after`. */
 before?: string;
 /** @description The id of the block to insert it after. */
 after?: string;
 };
 NewGalleryBlock: {
 type: "gallery";
 data?: components["schemas"]["GalleryData"];
 /** @description Id of an existing block; any other is ignored. */
 id?: string | null;
 };
 NewGalleryBlockAt: {
 type: "gallery";
 data?: components["schemas"]["GalleryData"];
 /** @description The id of the block to insert it before. Excludes `after`. */
 before?: string;
 /** @description The id of the block to insert it after. */
 after?: string;
 };
 NewGroupBlock: {
 type: "group";
 data?: components["schemas"]["NewGroupData"];
 /** @description Id of an existing block; any other is ignored. */
 id?: string | null;
 };
 NewGroupBlockAt: {
 type: "group";
 data?: components["schemas"]["NewGroupData"];
 /** @description The id of the block to insert it before. Excludes `after`. */
 before?: string;
 /** @description The id of the block to insert it after. */
 after?: string;
 };
 /** @description The data of a block of type `group`. No field is required. */
 NewGroupData: {
 /** @description Text on one line. Markup is removed. */
 title?: string;
 /** @description Blocks inside this one, at most four levels deep. */
 blocks?: components["schemas"]["NewBlock"][];
 };
 NewHeadingBlock: {
 type: "heading";
 data?: components["schemas"]["HeadingData"];
 /** @description Id of an existing block; any other is ignored. */
 id?: string | null;
 };
 NewHeadingBlockAt: {
 type: "heading";
 data?: components["schemas"]["HeadingData"];
 /** @description The id of the block to insert it before. Excludes `after`. */
 before?: string;
 /** @description The id of the block to insert it after. */
 after?: string;
 };
 NewImageBlock: {
 type: "image";
 data?: components["schemas"]["ImageData"];
 /** @description Id of an existing block; any other is ignored. */
 id?: string | null;
 };
 NewImageBlockAt: {
 type: "image";
 data?: components["schemas"]["ImageData"];
 /** @description The id of the block to insert it before. Excludes `after`. */
 before?: string;
 /** @description The id of the block to insert it after. */
 after?: string;
 };
 NewImagePlaceholderBlock: {
 type: "image_placeholder";
 data?: components["schemas"]["ImagePlaceholderData"];
 /** @description Id of an existing block; any other is ignored. */
 id?: string | null;
 };
 NewImagePlaceholderBlockAt: {
 type: "image_placeholder";
 data?: components["schemas"]["ImagePlaceholderData"];
 /** @description The id of the block to insert it before. Excludes `after`. */
 before?: string;
 /** @description The id of the block to insert it after. */
 after?: string;
 };
 NewRichTextBlock: {
 type: "rich_text";
 data?: components["schemas"]["RichTextData"];
 /** @description Id of an existing block; any other is ignored. */
 id?: string | null;
 };
 NewRichTextBlockAt: {
 type: "rich_text";
 data?: components["schemas"]["RichTextData"];
 /** @description The id of the block to insert it before. Excludes `after`. */
 before?: string;
 /** @description The id of the block to insert it after. */
 after?: string;
 };
 NewTableBlock: {
 type: "table";
 data?: components["schemas"]["TableData"];
 /** @description Id of an existing block; any other is ignored. */
 id?: string | null;
 };
 NewTableBlockAt: {
 type: "table";
 data?: components["schemas"]["TableData"];
 /** @description The id of the block to insert it before. Excludes `after`. */
 before?: string;
 /** @description The id of the block to insert it after. */
 after?: string;
 };
 NewTabsBlock: {
 type: "tabs";
 data?: components["schemas"]["NewTabsData"];
 /** @description Id of an existing block; any other is ignored. */
 id?: string | null;
 };
 NewTabsBlockAt: {
 type: "tabs";
 data?: components["schemas"]["NewTabsData"];
 /** @description The id of the block to insert it before. Excludes `after`. */
 before?: string;
 /** @description The id of the block to insert it after. */
 after?: string;
 };
 /** @description The data of a block of type `tabs`. No field is required. */
 NewTabsData: {
 items?: {
 /** @description Text on one line. Markup is removed. */
 title?: string;
 /** @description Blocks inside this one, at most four levels deep. */
 blocks?: components["schemas"]["NewBlock"][];
 }[];
 };
 NewVideoBlock: {
 type: "video";
 data?: components["schemas"]["VideoData"];
 /** @description Id of an existing block; any other is ignored. */
 id?: string | null;
 };
 NewVideoBlockAt: {
 type: "video";
 data?: components["schemas"]["VideoData"];
 /** @description The id of the block to insert it before. Excludes `after`. */
 before?: string;
 /** @description The id of the block to insert it after. */
 after?: string;
 };
 /** @description The listed members have these types. Any other member is allowed. */
 NotationSection: {
 numbers?: string;
 dates?: string;
 currency?: string;
 quotation?: string;
 gender?: string;
 } & {
 [key: string]: unknown;
 };
 /** @description A page or a chapter. Its version is the ETag of the response. */
 Page: {
 id: number;
 title: string;
 slug: string;
 /**
  * @description `guideline`: a page with content; `container`: a chapter, which only groups pages and carries no blocks.
  */
 type: "guideline" | "container";
 /** @description The chapter that the page belongs to; null at the top level. */
 parent_id: number | null;
 /**
  * @description Display of the pages of a chapter in the navigation.
  */
 nav_expansion: "collapsible" | "pinned_open";
 /**
  * @description Visibility of the page. It is set in the workspace; a new page gets the default of the brand.
  */
 visibility: "public" | "internal" | "hidden";
 blocks: components["schemas"]["Block"][];
 /** @description Time of the last change, in ISO 8601 and UTC. */
 updated_at: string | null;
 };
 /** @description A new page. It goes to the end of its siblings. */
 PageCreate: {
 /** @description Title on one line. Surrounding spaces are removed. */
 title: string;
 /** @description Unique name in URLs, converted to lower case with hyphens. Default: made from the title. */
 slug?: string | null;
 /** @description The chapter to put the page under. */
 parent_id?: number | null;
 /**
  * @description Display of the pages of a chapter in the navigation.
  */
 nav_expansion?: "collapsible" | "pinned_open" | null;
 /**
  * @description `guideline`: a page with content; `container`: a chapter, which only groups pages and carries no blocks.
  */
 type?: "guideline" | "container" | null;
 /** @description What the page is about, in a sentence or two on one line; null or blank for none. */
 summary?: string | null;
 /** @description The id of a released medium that is a picture and stands for the page; null for none. */
 cover?: number | null;
 blocks?: components["schemas"]["NewBlock"][] | null;
 };
 /** @description The desired page. What is omitted stays unchanged. A block sent with the id and type that it was read with is that block; any other block is new. */
 PageSave: {
 /** @description The version that was edited: the ETag of the page, without the quotes. */
 base: string;
 /** @description Title on one line. Surrounding spaces are removed. */
 title?: string;
 /** @description What the page is about, in a sentence or two on one line; null or blank for none. */
 summary?: string | null;
 /** @description The id of a released medium that is a picture and stands for the page; null for none. */
 cover?: number | null;
 blocks?: components["schemas"]["NewBlock"][];
 /**
  * @description Value to store when both sides changed it. `refuse` (default): store nothing and return 412.
  */
 conflicts?: "refuse" | "mine" | "theirs";
 /** @description Reason, on one line, for the history. */
 note?: string;
 /**
  * @description Readers. Only in a proposal; else ignored.
  */
 visibility?: "public" | "internal" | "hidden";
 /** @description The page to place it before. Only in a proposal; else ignored. */
 before?: number;
 /** @description The page to place it after. Only in a proposal; else ignored. */
 after?: number;
 };
 /** @description A page without its blocks. */
 PageSummary: {
 id: number;
 title: string;
 slug: string;
 /**
  * @description `guideline`: a page with content; `container`: a chapter, which only groups pages and carries no blocks.
  */
 type: "guideline" | "container";
 /** @description The chapter that the page belongs to; null at the top level. */
 parent_id: number | null;
 /**
  * @description Display of the pages of a chapter in the navigation.
  */
 nav_expansion: "collapsible" | "pinned_open";
 /**
  * @description Visibility of the page. It is set in the workspace; a new page gets the default of the brand.
  */
 visibility: "public" | "internal" | "hidden";
 /** @description Time of the last change, in ISO 8601 and UTC. */
 updated_at: string | null;
 };
 /** @description Title, summary and slug in a language. `null` takes one away. */
 PageTexts: {
 /** @description Title on one line. Surrounding spaces are removed. */
 title?: string | null;
 /** @description What the page is about, in a sentence or two on one line; null or blank for none. */
 summary?: string | null;
 /** @description Address in this language; null: that of the source. */
 slug?: string | null;
 /** @description Whether a key or an agent replaces current texts of people. Otherwise it gets 409. */
 replace?: boolean;
 };
 /** @description Changes to a page. Slug, type and blocks stay unchanged. */
 PageUpdate: {
 /** @description Title on one line. Surrounding spaces are removed. */
 title: string;
 /** @description The chapter to move the page under; null for the top level. Default: unchanged. */
 parent_id?: number | null;
 /**
  * @description Display of the pages of a chapter in the navigation.
  */
 nav_expansion?: "collapsible" | "pinned_open";
 /** @description What the page is about, in a sentence or two on one line; null or blank for none. */
 summary?: string | null;
 /** @description The id of a released medium that is a picture and stands for the page; null for none. */
 cover?: number | null;
 /**
  * @description Readers. Only in a proposal; else ignored.
  */
 visibility?: "public" | "internal" | "hidden";
 /** @description The page to place it before. Only in a proposal; else ignored. */
 before?: number;
 /** @description The page to place it after. Only in a proposal; else ignored. */
 after?: number;
 };
 /** @description A page, returned with those of `language`, `summary` and `cover` that `include` names. */
 PageWithDetails: {
 id: number;
 title: string;
 slug: string;
 /**
  * @description `guideline`: a page with content; `container`: a chapter, which only groups pages and carries no blocks.
  */
 type: "guideline" | "container";
 /** @description The chapter that the page belongs to; null at the top level. */
 parent_id: number | null;
 /**
  * @description Display of the pages of a chapter in the navigation.
  */
 nav_expansion: "collapsible" | "pinned_open";
 /**
  * @description Visibility of the page. It is set in the workspace; a new page gets the default of the brand.
  */
 visibility: "public" | "internal" | "hidden";
 blocks: components["schemas"]["Block"][];
 /** @description Time of the last change, in ISO 8601 and UTC. */
 updated_at: string | null;
 /** @description Addition. Language of the content: a tag of BCP 47, in its canonical form. */
 language?: string;
 /** @description What the page is about, on one line, for its card, search engines and link previews. */
 summary?: string | null;
 /** @description The id of the picture that stands for the page. */
 cover?: number | null;
 };
 /** @description A page, returned with `include=media`; with its language, summary and cover if `include` also names these. */
 PageWithMedia: {
 id: number;
 title: string;
 slug: string;
 /**
  * @description `guideline`: a page with content; `container`: a chapter, which only groups pages and carries no blocks.
  */
 type: "guideline" | "container";
 /** @description The chapter that the page belongs to; null at the top level. */
 parent_id: number | null;
 /**
  * @description Display of the pages of a chapter in the navigation.
  */
 nav_expansion: "collapsible" | "pinned_open";
 /**
  * @description Visibility of the page. It is set in the workspace; a new page gets the default of the brand.
  */
 visibility: "public" | "internal" | "hidden";
 blocks: components["schemas"]["Block"][];
 /** @description Time of the last change, in ISO 8601 and UTC. */
 updated_at: string | null;
 /** @description The released media that its blocks name, and the cover if it is included, by id. */
 media: components["schemas"]["MediaItemWithFile"][];
 /** @description Addition. Language of the content: a tag of BCP 47, in its canonical form. */
 language?: string;
 /** @description What the page is about, on one line, for its card, search engines and link previews. */
 summary?: string | null;
 /** @description The id of the picture that stands for the page. */
 cover?: number | null;
 };
 /** @description Reason why a request failed. */
 Problem: {
 /** @description Reason of the failure, in a sentence. */
 message: string;
 };
 /** @description A proposal with its changes. */
 Proposal: {
 number: number;
 title: string;
 /** @default  */
 note: string;
 /**
  * @description `blocked`: approved, but it could not be published at its time.
  */
 state: "draft" | "open" | "approved" | "blocked" | "merged" | "declined" | "withdrawn";
 author: components["schemas"]["ProposalAuthor"];
 /** @default [] */
 contributors: components["schemas"]["ProposalAuthor"][];
 created_at: string;
 updated_at: string;
 /**
  * @description Scheduled time of publication in UTC, and the time zone in which it was chosen.
  * @default null
  */
 publish_at: {
 at: string;
 zone: string;
 } | null;
 /** @default null */
 reason: string | null;
 /** @description Number of files of the brand that it changes. */
 files: number;
 /** @description Whether the brand has changed the same files since. */
 is_outdated: boolean;
 /** @description Number of values that both sides have changed. */
 conflicts: number;
 comments: {
 count: number;
 /** @description Number of unresolved comments. */
 open: number;
 };
 base: string | null;
 reviews: {
 /** @enum {string} */
 verdict: "approved" | "changes_requested" | "declined";
 by: components["schemas"]["ProposalAuthor"];
 at: string;
 note: string;
 commit: string;
 }[];
 /** @description The commits of the brand that published it, or parts of it. */
 merged: {
 commit: string;
 at: string;
 by: components["schemas"]["ProposalAuthor"];
 }[];
 /**
  * @description Final ids of the resources that it created, by their provisional ids.
  * @default []
  */
 ids: {
 /** @enum {string} */
 kind: "page" | "color" | "media" | "collection";
 provisional: number;
 final: number;
 }[];
 /** @default [] */
 reviewers: {
 id: string;
 name: string;
 }[];
 /** @description Pages that more readers see once it is published: everyone, or people of the brand. */
 opens: {
 page: number;
 title: string;
 /** @enum {string} */
 to: "public" | "internal";
 }[];
 /** @description Hash of the content that a merge would store now. An approval names it. */
 result: string;
 changes: components["schemas"]["ProposedChange"][];
 };
 /** @description A person, an API key, or an agent on behalf of a person. */
 ProposalAuthor: {
 /** @enum {string} */
 kind: "person" | "key" | "operator" | "system";
 id: string;
 name: string;
 /** @description The grant of the agent that acts for the person. */
 grant: string | null;
 /** @description The client of this grant: its host, and in quotes the name that it gives itself. */
 client: string | null;
 };
 /** @description Proposals that have changed. */
 ProposalChanges: {
 /** @description The current version. Pass it as `since` in the next request. Empty if there are no proposals. */
 version: string;
 proposals: {
 number: number;
 /** @enum {string} */
 state: "draft" | "open" | "approved" | "blocked" | "merged" | "declined" | "withdrawn" | "removed";
 }[];
 };
 ProposalComment: {
 id: number;
 by: components["schemas"]["ProposalAuthor"];
 at: string;
 /** @description Plain text. */
 text: string;
 /** @description The comment that this one replies to. */
 reply_to: number | null;
 /** @description The page that the comment is about; null for the whole proposal. */
 page: number | null;
 /** @description The block that the comment is about. */
 block: string | null;
 /** @description Quoted words of the block. */
 quote: string | null;
 resolved: {
 by: components["schemas"]["ProposalAuthor"];
 at: string;
 } | null;
 };
 ProposalCommentCreate: {
 /** @description Plain text. */
 text: string;
 /** @description The comment that this one replies to. */
 reply_to?: number | null;
 /** @description The page that the comment is about; null for the whole proposal. */
 page?: number | null;
 /** @description The block that the comment is about. */
 block?: string;
 /** @description Quoted words of the block. */
 quote?: string;
 };
 ProposalCreate: {
 /** @description One line. */
 title: string;
 /** @description Purpose of the proposal. Plain text. */
 note?: string;
 };
 ProposalSubmit: {
 /** @description One line. */
 title?: string;
 /** @description Purpose of the proposal. Plain text. */
 note?: string;
 /** @description Ids of the people who are asked, each of whom may approve proposals. Default: as before. */
 reviewers?: string[];
 };
 /** @description A proposal without its changes. */
 ProposalSummary: {
 number: number;
 title: string;
 /** @default  */
 note: string;
 /**
  * @description `blocked`: approved, but it could not be published at its time.
  */
 state: "draft" | "open" | "approved" | "blocked" | "merged" | "declined" | "withdrawn";
 author: components["schemas"]["ProposalAuthor"];
 /** @default [] */
 contributors: components["schemas"]["ProposalAuthor"][];
 created_at: string;
 updated_at: string;
 /**
  * @description Scheduled time of publication in UTC, and the time zone in which it was chosen.
  * @default null
  */
 publish_at: {
 at: string;
 zone: string;
 } | null;
 /** @default null */
 reason: string | null;
 /** @description Number of files of the brand that it changes. */
 files: number;
 /** @description Whether the brand has changed the same files since. */
 is_outdated: boolean;
 /** @description Number of values that both sides have changed. */
 conflicts: number;
 comments: {
 count: number;
 /** @description Number of unresolved comments. */
 open: number;
 };
 };
 ProposalUpdate: {
 /** @description One line. */
 title?: string;
 /** @description Purpose of the proposal. Plain text. */
 note?: string;
 };
 /** @description A resource that a proposal changes. */
 ProposedChange: {
 /** @description Kind of the resource, as in `GET /changes`. */
 kind: string;
 id: number | string | null;
 title: string | null;
 /** @enum {string} */
 change: "added" | "edited" | "removed" | "trashed" | "restored";
 /** @description Fields that differ from those of the brand. */
 fields: string[];
 is_outdated: boolean;
 /** @description Conflicts: `mine` is the proposed value, which is shown; `theirs` is that of the brand. */
 conflicts: components["schemas"]["MergeConflict"][];
 /** @description Differences between the proposal and the result of a merge. */
 messages: string[];
 };
 /** @description Current texts of people, which a key replaces only with `replace`. */
 ProtectedTexts: {
 message: string;
 texts: {
 /** @description null: the page itself. */
 block: string | null;
 field: string;
 }[];
 };
 /** @description A page that is to be translated. */
 QueuedPage: {
 id: number;
 /** @description Title in the language of the page. */
 title: string;
 /** @description Language of the page. */
 language: string;
 parent_id: number | null;
 /** @description Texts with at least one letter. */
 texts: number;
 /** @description Texts without a translation into this language. */
 missing: number;
 /** @description Translations of an earlier source. */
 outdated: number;
 /** @description Time of the last change of the source. */
 updated_at: string | null;
 };
 RichTextBlock: {
 /** @description Id from the service, unique in the brand. It never changes. */
 id: string | null;
 type: "rich_text";
 data: components["schemas"]["RichTextData"];
 };
 /** @description The data of a block of type `rich_text`. No field is required. */
 RichTextData: {
 /** @description HTML, reduced to an allow-list. */
 html?: string;
 };
 /** @description The conflicts of a save. `merged` has all changes of both sides that do not conflict, of summary and cover if they were sent. */
 SaveConflict: {
 message: string;
 /** @description The current version of the page. Send it as `base` in the next request. */
 version: string;
 page: components["schemas"]["Page"];
 merged: {
 title: string;
 /**
  * @description What the page is about, on one line, for its card, search engines and link previews.
  * @default null
  */
 summary: string | null;
 /**
  * @description The id of the picture that stands for the page.
  * @default null
  */
 cover: number | null;
 blocks: components["schemas"]["Block"][];
 };
 conflicts: components["schemas"]["MergeConflict"][];
 };
 /** @description A page, section, entry or medium that matches. */
 SearchResult: {
 /**
  * @description A page or chapter, a section of the corporate language, a verified entry of brand context, or a released medium.
  */
 type: "page" | "section" | "entry" | "media";
 /** @description The id of the page or medium (a number) or entry, or the name of the section. */
 id: number | string;
 /** @description The title, or the name of a section; of a medium without a title, that of its file. */
 title: string;
 /** @description The block of the page that matches best, at any level; null when only the title matches. */
 block_id: string | null;
 /** @description Plain text, not HTML, around the best match. Escape it before you show it in HTML. */
 excerpt: string;
 /** @description The words in the excerpt that match, in UTF-16 code units, as for JavaScript's `slice`. */
 matches: {
 start: number;
 end: number;
 }[];
 /** @description Addition. With `lang`: the language in which readers get it. */
 language?: string;
 };
 TableBlock: {
 /** @description Id from the service, unique in the brand. It never changes. */
 id: string | null;
 type: "table";
 data: components["schemas"]["TableData"];
 };
 /** @description The data of a block of type `table`. No field is required. */
 TableData: {
 /** @description Text. Markup is removed. */
 caption?: string;
 header?: string[];
 rows?: string[][];
 };
 TabsBlock: {
 /** @description Id from the service, unique in the brand. It never changes. */
 id: string | null;
 type: "tabs";
 data: components["schemas"]["TabsData"];
 };
 /** @description The data of a block of type `tabs`. No field is required. */
 TabsData: {
 items?: {
 /** @description Text on one line. Markup is removed. */
 title?: string;
 /** @description Blocks inside this one, at most four levels deep. */
 blocks?: components["schemas"]["Block"][];
 }[];
 };
 /** @description The listed members have these types. Any other member is allowed. */
 TerminologySection: {
 preferred?: ({
 term?: string;
 instead_of?: string[];
 note?: string;
 /** @description In another language: the term of the brand's own language that it translates, unless both have one `id`. */
 source_term?: string;
 } & {
 [key: string]: unknown;
 })[];
 forbidden?: ({
 term?: string;
 reason?: string;
 } & {
 [key: string]: unknown;
 })[];
 } & {
 [key: string]: unknown;
 };
 /** @description The page as it is wanted in a language. Blocks that are not sent stay; everything but texts must be as in the source. */
 TextsSave: {
 /** @description The version that was edited: the ETag of the page in this language. */
 base: string;
 /** @description Title on one line. Surrounding spaces are removed. */
 title?: string | null;
 /** @description What the page is about, in a sentence or two on one line; null or blank for none. */
 summary?: string | null;
 blocks?: components["schemas"]["NewBlock"][];
 /** @enum {string} */
 conflicts?: "refuse" | "mine" | "theirs";
 /** @description Whether a key or an agent replaces current texts of people. Otherwise it gets 409. */
 replace?: boolean;
 };
 /** @description The colours of the portal itself, as CSS values. */
 ThemeColors: {
 primary: string;
 accent: string;
 background: string;
 text: string;
 link: string;
 };
 VideoBlock: {
 /** @description Id from the service, unique in the brand. It never changes. */
 id: string | null;
 type: "video";
 data: components["schemas"]["VideoData"];
 };
 /** @description The data of a block of type `video`. No field is required. */
 VideoData: {
 /** @description http, https, mailto, tel, or relative. */
 url?: string;
 /** @description The id of a medium that `GET /media` lists. */
 media_id?: number;
 /** @description Text on one line. Markup is removed. */
 title?: string;
 /** @description Text. Markup is removed. */
 caption?: string;
 };
 /** @description The listed members have these types. Any other member is allowed. */
 VoiceSection: {
 summary?: string;
 tone?: string[];
 principles?: ({
 title?: string;
 description?: string;
 } & {
 [key: string]: unknown;
 })[];
 dos?: string[];
 donts?: string[];
 } & {
 [key: string]: unknown;
 };
 /** @description A block to write. Fields of `data` that its type does not have are dropped. */
 WritableBlock: components["schemas"]["NewHeadingBlock"] | components["schemas"]["NewRichTextBlock"] | components["schemas"]["NewAlertBlock"] | components["schemas"]["NewButtonBlock"] | components["schemas"]["NewVideoBlock"] | components["schemas"]["NewImagePlaceholderBlock"] | components["schemas"]["NewAccordionBlock"] | components["schemas"]["NewTableBlock"] | components["schemas"]["NewColumnsBlock"] | components["schemas"]["NewGroupBlock"] | components["schemas"]["NewImageBlock"] | components["schemas"]["NewGalleryBlock"] | components["schemas"]["NewTabsBlock"] | components["schemas"]["NewAssetDownloadBlock"] | components["schemas"]["NewDownloadListBlock"] | components["schemas"]["NewColorPaletteBlock"];
 };
 responses: {
 BadRequest: {
 content: {
 "application/json": components["schemas"]["Problem"];
 };
 };
 Conflict: {
 content: {
 "application/json": components["schemas"]["Problem"];
 };
 };
 Forbidden: {
 content: {
 "application/json": components["schemas"]["Problem"];
 };
 };
 Gone: {
 content: {
 "application/json": components["schemas"]["Problem"];
 };
 };
 HeadersTooLarge: {
 content: {
 "application/json": components["schemas"]["Problem"];
 };
 };
 MethodNotAllowed: {
 content: {
 "application/json": components["schemas"]["Problem"];
 };
 };
 Moved: {
 content: {
 "application/json": components["schemas"]["Problem"];
 };
 };
 NotFound: {
 content: {
 "application/json": components["schemas"]["Problem"];
 };
 };
 PreconditionFailed: {
 content: {
 "application/json": components["schemas"]["Problem"];
 };
 };
 RateLimited: {
 content: {
 "application/json": components["schemas"]["Problem"];
 };
 };
 RequestTimeout: {
 content: {
 "application/json": components["schemas"]["Problem"];
 };
 };
 ServerError: {
 content: {
 "application/json": components["schemas"]["Problem"];
 };
 };
 TooLarge: {
 content: {
 "application/json": components["schemas"]["Problem"];
 };
 };
 Unauthenticated: {
 content: {
 "application/json": components["schemas"]["Problem"];
 };
 };
 Unavailable: {
 content: {
 "application/json": components["schemas"]["Problem"];
 };
 };
 Undecided: {
 content: {
 "application/json": components["schemas"]["Problem"];
 };
 };
 UnsupportedMediaType: {
 content: {
 "application/json": components["schemas"]["Problem"];
 };
 };
 };
 parameters: {
 RequestId: string;
 IfMatch: string;
 IdempotencyKey: string;
 PortalPosition: number;
 Proposal: number | "new";
 IfNoneMatch: string;
 };
 requestBodies: never;
 headers: never;
 pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
 "brand.show": {
 parameters: {
 query?: {
 include?: "language";
 at?: string;
 proposal?: number;
 lang?: string;
 };
 header?: {
 "If-None-Match"?: components["parameters"]["IfNoneMatch"];
 "Portal-Position"?: components["parameters"]["PortalPosition"];
 "X-Request-Id"?: components["parameters"]["RequestId"];
 };
 };
 requestBody?: never;
 responses: {
 200: {
 content: {
 "application/json": components["schemas"]["Brand"] | components["schemas"]["BrandWithLanguage"];
 };
 };
 304: {
 content?: never;
 };
 400: components["responses"]["BadRequest"];
 401: components["responses"]["Unauthenticated"];
 403: components["responses"]["Forbidden"];
 404: components["responses"]["NotFound"];
 405: components["responses"]["MethodNotAllowed"];
 408: components["responses"]["RequestTimeout"];
 422: {
 content: {
 "application/json": components["schemas"]["FieldProblem"];
 };
 };
 429: components["responses"]["RateLimited"];
 431: components["responses"]["HeadersTooLarge"];
 500: components["responses"]["ServerError"];
 503: components["responses"]["Unavailable"];
 };
 };
 "brand.tokens": {
 parameters: {
 query?: {
 at?: string;
 proposal?: number;
 };
 header?: {
 "If-None-Match"?: components["parameters"]["IfNoneMatch"];
 "Portal-Position"?: components["parameters"]["PortalPosition"];
 "X-Request-Id"?: components["parameters"]["RequestId"];
 };
 };
 requestBody?: never;
 responses: {
 200: {
 content: {
 "application/json": components["schemas"]["DesignTokens"];
 "text/css": string;
 };
 };
 304: {
 content?: never;
 };
 400: components["responses"]["BadRequest"];
 401: components["responses"]["Unauthenticated"];
 403: components["responses"]["Forbidden"];
 404: components["responses"]["NotFound"];
 405: components["responses"]["MethodNotAllowed"];
 408: components["responses"]["RequestTimeout"];
 422: {
 content: {
 "application/json": components["schemas"]["FieldProblem"];
 };
 };
 429: components["responses"]["RateLimited"];
 431: components["responses"]["HeadersTooLarge"];
 500: components["responses"]["ServerError"];
 503: components["responses"]["Unavailable"];
 };
 };
 "colors.list": {
 parameters: {
 query?: {
 expand?: "full";
 at?: string;
 proposal?: number;
 lang?: string;
 };
 header?: {
 "If-None-Match"?: components["parameters"]["IfNoneMatch"];
 "Portal-Position"?: components["parameters"]["PortalPosition"];
 "X-Request-Id"?: components["parameters"]["RequestId"];
 };
 };
 requestBody?: never;
 responses: {
 200: {
 content: {
 "application/json": components["schemas"]["BrandColorSummary"][] | components["schemas"]["BrandColor"][];
 };
 };
 304: {
 content?: never;
 };
 400: components["responses"]["BadRequest"];
 401: components["responses"]["Unauthenticated"];
 403: components["responses"]["Forbidden"];
 404: components["responses"]["NotFound"];
 405: components["responses"]["MethodNotAllowed"];
 408: components["responses"]["RequestTimeout"];
 422: {
 content: {
 "application/json": components["schemas"]["FieldProblem"];
 };
 };
 429: components["responses"]["RateLimited"];
 431: components["responses"]["HeadersTooLarge"];
 500: components["responses"]["ServerError"];
 503: components["responses"]["Unavailable"];
 };
 };
 "colors.show": {
 parameters: {
 query?: {
 at?: string;
 proposal?: number;
 lang?: string;
 };
 header?: {
 "If-None-Match"?: components["parameters"]["IfNoneMatch"];
 "Portal-Position"?: components["parameters"]["PortalPosition"];
 "X-Request-Id"?: components["parameters"]["RequestId"];
 };
 path: {
 id: number;
 };
 };
 requestBody?: never;
 responses: {
 200: {
 content: {
 "application/json": components["schemas"]["BrandColor"];
 };
 };
 304: {
 content?: never;
 };
 400: components["responses"]["BadRequest"];
 401: components["responses"]["Unauthenticated"];
 403: components["responses"]["Forbidden"];
 404: components["responses"]["NotFound"];
 405: components["responses"]["MethodNotAllowed"];
 408: components["responses"]["RequestTimeout"];
 422: {
 content: {
 "application/json": components["schemas"]["FieldProblem"];
 };
 };
 429: components["responses"]["RateLimited"];
 431: components["responses"]["HeadersTooLarge"];
 500: components["responses"]["ServerError"];
 503: components["responses"]["Unavailable"];
 };
 };
 "language.show": {
 parameters: {
 query?: {
 at?: string;
 proposal?: number;
 lang?: string;
 };
 header?: {
 "If-None-Match"?: components["parameters"]["IfNoneMatch"];
 "Portal-Position"?: components["parameters"]["PortalPosition"];
 "X-Request-Id"?: components["parameters"]["RequestId"];
 };
 };
 requestBody?: never;
 responses: {
 200: {
 content: {
 "application/json": components["schemas"]["CorporateLanguage"];
 "text/markdown": string;
 };
 };
 304: {
 content?: never;
 };
 400: components["responses"]["BadRequest"];
 401: components["responses"]["Unauthenticated"];
 403: components["responses"]["Forbidden"];
 404: components["responses"]["NotFound"];
 405: components["responses"]["MethodNotAllowed"];
 408: components["responses"]["RequestTimeout"];
 422: {
 content: {
 "application/json": components["schemas"]["FieldProblem"];
 };
 };
 429: components["responses"]["RateLimited"];
 431: components["responses"]["HeadersTooLarge"];
 500: components["responses"]["ServerError"];
 503: components["responses"]["Unavailable"];
 };
 };
 "language.section.show": {
 parameters: {
 query?: {
 at?: string;
 proposal?: number;
 lang?: string;
 };
 header?: {
 "If-None-Match"?: components["parameters"]["IfNoneMatch"];
 "Portal-Position"?: components["parameters"]["PortalPosition"];
 "X-Request-Id"?: components["parameters"]["RequestId"];
 };
 path: {
 section: "meta" | "voice" | "terminology" | "company_name" | "notation";
 };
 };
 requestBody?: never;
 responses: {
 200: {
 content: {
 "application/json": components["schemas"]["NamedSection"];
 };
 };
 304: {
 content?: never;
 };
 400: components["responses"]["BadRequest"];
 401: components["responses"]["Unauthenticated"];
 403: components["responses"]["Forbidden"];
 404: components["responses"]["NotFound"];
 405: components["responses"]["MethodNotAllowed"];
 408: components["responses"]["RequestTimeout"];
 422: {
 content: {
 "application/json": components["schemas"]["FieldProblem"];
 };
 };
 429: components["responses"]["RateLimited"];
 431: components["responses"]["HeadersTooLarge"];
 500: components["responses"]["ServerError"];
 503: components["responses"]["Unavailable"];
 };
 };
 "language.section.replace": {
 parameters: {
 query?: {
 proposal?: components["parameters"]["Proposal"];
 lang?: string;
 };
 header?: {
 "If-Match"?: components["parameters"]["IfMatch"];
 "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
 "Portal-Position"?: components["parameters"]["PortalPosition"];
 "X-Request-Id"?: components["parameters"]["RequestId"];
 };
 path: {
 section: "voice" | "terminology" | "company_name" | "notation";
 };
 };
 requestBody: {
 content: {
 "application/json": components["schemas"]["VoiceSection"] | components["schemas"]["TerminologySection"] | components["schemas"]["CompanyNameSection"] | components["schemas"]["NotationSection"] | components["schemas"]["NamedSectionUpdate"] | components["schemas"]["VoiceSection"] | components["schemas"]["TerminologySection"] | components["schemas"]["CompanyNameSection"] | components["schemas"]["NotationSection"] | components["schemas"]["NamedSectionUpdate"];
 };
 };
 responses: {
 200: {
 content: {
 "application/json": components["schemas"]["NamedSection"];
 };
 };
 400: components["responses"]["BadRequest"];
 401: components["responses"]["Unauthenticated"];
 403: components["responses"]["Forbidden"];
 404: components["responses"]["NotFound"];
 405: components["responses"]["MethodNotAllowed"];
 408: components["responses"]["RequestTimeout"];
 409: components["responses"]["Conflict"];
 412: components["responses"]["PreconditionFailed"];
 413: components["responses"]["TooLarge"];
 415: components["responses"]["UnsupportedMediaType"];
 422: {
 content: {
 "application/json": components["schemas"]["FieldProblem"];
 };
 };
 429: components["responses"]["RateLimited"];
 431: components["responses"]["HeadersTooLarge"];
 500: components["responses"]["ServerError"];
 503: components["responses"]["Unavailable"];
 504: components["responses"]["Undecided"];
 };
 };
 "brand.check": {
 parameters: {
 query?: {
 at?: string;
 proposal?: number;
 };
 header?: {
 "Portal-Position"?: components["parameters"]["PortalPosition"];
 "X-Request-Id"?: components["parameters"]["RequestId"];
 };
 };
 requestBody: {
 content: {
 "application/json": {
 text?: string;
 /**
  * @description Format of the text. Default: `plain`.
  */
 format?: "plain" | "html" | "markdown";
 page?: number;
 lang?: string;
 };
 };
 };
 responses: {
 200: {
 content: {
 "application/json": components["schemas"]["BrandCheck"];
 };
 };
 400: components["responses"]["BadRequest"];
 401: components["responses"]["Unauthenticated"];
 403: components["responses"]["Forbidden"];
 404: components["responses"]["NotFound"];
 405: components["responses"]["MethodNotAllowed"];
 408: components["responses"]["RequestTimeout"];
 413: components["responses"]["TooLarge"];
 415: components["responses"]["UnsupportedMediaType"];
 422: {
 content: {
 "application/json": components["schemas"]["FieldProblem"];
 };
 };
 429: components["responses"]["RateLimited"];
 431: components["responses"]["HeadersTooLarge"];
 500: components["responses"]["ServerError"];
 503: components["responses"]["Unavailable"];
 };
 };
 "context.list": {
 parameters: {
 query?: {
 category?: string;
 at?: string;
 proposal?: number;
 lang?: string;
 };
 header?: {
 "If-None-Match"?: components["parameters"]["IfNoneMatch"];
 "Portal-Position"?: components["parameters"]["PortalPosition"];
 "X-Request-Id"?: components["parameters"]["RequestId"];
 };
 };
 requestBody?: never;
 responses: {
 200: {
 content: {
 "application/json": components["schemas"]["ContextEntry"][];
 "text/markdown": string;
 };
 };
 304: {
 content?: never;
 };
 400: components["responses"]["BadRequest"];
 401: components["responses"]["Unauthenticated"];
 403: components["responses"]["Forbidden"];
 404: components["responses"]["NotFound"];
 405: components["responses"]["MethodNotAllowed"];
 408: components["responses"]["RequestTimeout"];
 422: {
 content: {
 "application/json": components["schemas"]["CategoryProblem"] | components["schemas"]["FieldProblem"];
 };
 };
 429: components["responses"]["RateLimited"];
 431: components["responses"]["HeadersTooLarge"];
 500: components["responses"]["ServerError"];
 503: components["responses"]["Unavailable"];
 };
 };
 "pages.list": {
 parameters: {
 query?: {
 include?: "blocks" | "media" | "collections" | "language" | "summary" | "cover" | `${"blocks" | "media" | "collections" | "language" | "summary" | "cover"},${string}`;
 slug?: string[];
 parent_id?: string[];
 type?: ("guideline" | "container")[];
 visibility?: ("public" | "internal" | "hidden")[];
 fields?: ("id" | "title" | "slug" | "type" | "parent_id" | "nav_expansion" | "visibility" | "updated_at")[];
 limit?: number;
 after?: number;
 at?: string;
 proposal?: number;
 lang?: string;
 };
 header?: {
 "If-None-Match"?: components["parameters"]["IfNoneMatch"];
 "Portal-Position"?: components["parameters"]["PortalPosition"];
 "X-Request-Id"?: components["parameters"]["RequestId"];
 };
 };
 requestBody?: never;
 responses: {
 200: {
 content: {
 "application/json": components["schemas"]["PageSummary"][] | components["schemas"]["Page"][] | components["schemas"]["PageWithDetails"][] | components["schemas"]["PageWithMedia"][] | {
 id?: number;
 title?: string;
 slug?: string;
 /**
  * @description `guideline`: a page with content; `container`: a chapter, which only groups pages and carries no blocks.
  */
 type?: "guideline" | "container";
 parent_id?: number | null;
 /**
  * @description Display of the pages of a chapter in the navigation.
  */
 nav_expansion?: "collapsible" | "pinned_open";
 /**
  * @description Visibility of the page. It is set in the workspace; a new page gets the default of the brand.
  */
 visibility?: "public" | "internal" | "hidden";
 blocks?: components["schemas"]["Block"][];
 updated_at?: string | null;
 media?: components["schemas"]["MediaItemWithFile"][];
 language?: string;
 summary?: string | null;
 cover?: number | null;
 }[];
 };
 };
 304: {
 content?: never;
 };
 400: components["responses"]["BadRequest"];
 401: components["responses"]["Unauthenticated"];
 403: components["responses"]["Forbidden"];
 404: components["responses"]["NotFound"];
 405: components["responses"]["MethodNotAllowed"];
 408: components["responses"]["RequestTimeout"];
 422: {
 content: {
 "application/json": components["schemas"]["FieldProblem"];
 };
 };
 429: components["responses"]["RateLimited"];
 431: components["responses"]["HeadersTooLarge"];
 500: components["responses"]["ServerError"];
 503: components["responses"]["Unavailable"];
 };
 };
 "pages.create": {
 parameters: {
 query?: {
 title?: string;
 slug?: string | null;
 parent_id?: number | null;
 nav_expansion?: "collapsible" | "pinned_open" | null;
 summary?: string | null;
 cover?: number | null;
 proposal?: components["parameters"]["Proposal"];
 };
 header?: {
 "If-Match"?: components["parameters"]["IfMatch"];
 "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
 "Portal-Position"?: components["parameters"]["PortalPosition"];
 "X-Request-Id"?: components["parameters"]["RequestId"];
 };
 };
 requestBody: {
 content: {
 "application/json": components["schemas"]["PageCreate"];
 "text/markdown": string;
 };
 };
 responses: {
 201: {
 content: {
 "application/json": components["schemas"]["Page"];
 };
 };
 400: components["responses"]["BadRequest"];
 401: components["responses"]["Unauthenticated"];
 403: components["responses"]["Forbidden"];
 405: components["responses"]["MethodNotAllowed"];
 408: components["responses"]["RequestTimeout"];
 409: components["responses"]["Conflict"];
 412: components["responses"]["PreconditionFailed"];
 413: components["responses"]["TooLarge"];
 415: components["responses"]["UnsupportedMediaType"];
 422: {
 content: {
 "application/json": components["schemas"]["FieldProblem"];
 };
 };
 429: components["responses"]["RateLimited"];
 431: components["responses"]["HeadersTooLarge"];
 500: components["responses"]["ServerError"];
 503: components["responses"]["Unavailable"];
 504: components["responses"]["Undecided"];
 };
 };
 "pages.show": {
 parameters: {
 query?: {
 include?: "media" | "collections" | "language" | "summary" | "cover" | `${"media" | "collections" | "language" | "summary" | "cover"},${string}`;
 at?: string;
 proposal?: number;
 lang?: string;
 };
 header?: {
 "If-None-Match"?: components["parameters"]["IfNoneMatch"];
 "Portal-Position"?: components["parameters"]["PortalPosition"];
 "X-Request-Id"?: components["parameters"]["RequestId"];
 };
 path: {
 page: number;
 };
 };
 requestBody?: never;
 responses: {
 200: {
 content: {
 "application/json": components["schemas"]["Page"] | components["schemas"]["PageWithDetails"] | components["schemas"]["PageWithMedia"];
 "text/markdown": string;
 };
 };
 304: {
 content?: never;
 };
 308: components["responses"]["Moved"];
 400: components["responses"]["BadRequest"];
 401: components["responses"]["Unauthenticated"];
 403: components["responses"]["Forbidden"];
 404: components["responses"]["NotFound"];
 405: components["responses"]["MethodNotAllowed"];
 408: components["responses"]["RequestTimeout"];
 422: {
 content: {
 "application/json": components["schemas"]["FieldProblem"];
 };
 };
 429: components["responses"]["RateLimited"];
 431: components["responses"]["HeadersTooLarge"];
 500: components["responses"]["ServerError"];
 503: components["responses"]["Unavailable"];
 };
 };
 "pages.delete": {
 parameters: {
 query?: {
 proposal?: components["parameters"]["Proposal"];
 };
 header?: {
 "If-Match"?: components["parameters"]["IfMatch"];
 "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
 "Portal-Position"?: components["parameters"]["PortalPosition"];
 "X-Request-Id"?: components["parameters"]["RequestId"];
 };
 path: {
 page: number;
 };
 };
 requestBody?: never;
 responses: {
 204: {
 content?: never;
 };
 308: components["responses"]["Moved"];
 400: components["responses"]["BadRequest"];
 401: components["responses"]["Unauthenticated"];
 403: components["responses"]["Forbidden"];
 404: components["responses"]["NotFound"];
 405: components["responses"]["MethodNotAllowed"];
 408: components["responses"]["RequestTimeout"];
 409: components["responses"]["Conflict"];
 412: components["responses"]["PreconditionFailed"];
 422: {
 content: {
 "application/json": components["schemas"]["FieldProblem"];
 };
 };
 429: components["responses"]["RateLimited"];
 431: components["responses"]["HeadersTooLarge"];
 500: components["responses"]["ServerError"];
 503: components["responses"]["Unavailable"];
 504: components["responses"]["Undecided"];
 };
 };
 "pages.update": {
 parameters: {
 query?: {
 proposal?: components["parameters"]["Proposal"];
 lang?: string;
 };
 header?: {
 "If-Match"?: components["parameters"]["IfMatch"];
 "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
 "Portal-Position"?: components["parameters"]["PortalPosition"];
 "X-Request-Id"?: components["parameters"]["RequestId"];
 };
 path: {
 page: number;
 };
 };
 requestBody: {
 content: {
 "application/json": components["schemas"]["PageUpdate"] | components["schemas"]["PageTexts"];
 };
 };
 responses: {
 200: {
 content: {
 "application/json": components["schemas"]["Page"];
 };
 };
 308: components["responses"]["Moved"];
 400: components["responses"]["BadRequest"];
 401: components["responses"]["Unauthenticated"];
 403: components["responses"]["Forbidden"];
 404: components["responses"]["NotFound"];
 405: components["responses"]["MethodNotAllowed"];
 408: components["responses"]["RequestTimeout"];
 409: {
 content: {
 "application/json": components["schemas"]["ProtectedTexts"] | components["schemas"]["Problem"];
 };
 };
 412: components["responses"]["PreconditionFailed"];
 413: components["responses"]["TooLarge"];
 415: components["responses"]["UnsupportedMediaType"];
 422: {
 content: {
 "application/json": components["schemas"]["FieldProblem"];
 };
 };
 429: components["responses"]["RateLimited"];
 431: components["responses"]["HeadersTooLarge"];
 500: components["responses"]["ServerError"];
 503: components["responses"]["Unavailable"];
 504: components["responses"]["Undecided"];
 };
 };
 "pages.content.replace": {
 parameters: {
 query?: {
 proposal?: components["parameters"]["Proposal"];
 };
 header?: {
 "If-Match"?: components["parameters"]["IfMatch"];
 "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
 "Portal-Position"?: components["parameters"]["PortalPosition"];
 "X-Request-Id"?: components["parameters"]["RequestId"];
 };
 path: {
 page: number;
 };
 };
 requestBody: {
 content: {
 "application/json": components["schemas"]["ContentReplace"];
 "text/markdown": string;
 };
 };
 responses: {
 200: {
 content: {
 "application/json": components["schemas"]["Page"];
 };
 };
 308: components["responses"]["Moved"];
 400: components["responses"]["BadRequest"];
 401: components["responses"]["Unauthenticated"];
 403: components["responses"]["Forbidden"];
 404: components["responses"]["NotFound"];
 405: components["responses"]["MethodNotAllowed"];
 408: components["responses"]["RequestTimeout"];
 409: components["responses"]["Conflict"];
 412: components["responses"]["PreconditionFailed"];
 413: components["responses"]["TooLarge"];
 415: components["responses"]["UnsupportedMediaType"];
 422: {
 content: {
 "application/json": components["schemas"]["FieldProblem"];
 };
 };
 429: components["responses"]["RateLimited"];
 431: components["responses"]["HeadersTooLarge"];
 500: components["responses"]["ServerError"];
 503: components["responses"]["Unavailable"];
 504: components["responses"]["Undecided"];
 };
 };
 "pages.save": {
 parameters: {
 query?: {
 base?: string;
 title?: string;
 summary?: string | null;
 cover?: number | null;
 conflicts?: "refuse" | "mine" | "theirs";
 note?: string;
 proposal?: components["parameters"]["Proposal"];
 lang?: string;
 };
 header?: {
 "If-Match"?: components["parameters"]["IfMatch"];
 "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
 "Portal-Position"?: components["parameters"]["PortalPosition"];
 "X-Request-Id"?: components["parameters"]["RequestId"];
 };
 path: {
 page: number;
 };
 };
 requestBody: {
 content: {
 "application/json": components["schemas"]["PageSave"] | components["schemas"]["TextsSave"];
 "text/markdown": string;
 };
 };
 responses: {
 200: {
 content: {
 "application/json": components["schemas"]["Page"];
 };
 };
 308: components["responses"]["Moved"];
 400: components["responses"]["BadRequest"];
 401: components["responses"]["Unauthenticated"];
 403: components["responses"]["Forbidden"];
 404: components["responses"]["NotFound"];
 405: components["responses"]["MethodNotAllowed"];
 408: components["responses"]["RequestTimeout"];
 409: {
 content: {
 "application/json": components["schemas"]["ProtectedTexts"] | components["schemas"]["Problem"];
 };
 };
 412: {
 content: {
 "application/json": components["schemas"]["SaveConflict"] | components["schemas"]["Problem"];
 };
 };
 413: components["responses"]["TooLarge"];
 415: components["responses"]["UnsupportedMediaType"];
 422: {
 content: {
 "application/json": components["schemas"]["FieldProblem"];
 };
 };
 429: components["responses"]["RateLimited"];
 431: components["responses"]["HeadersTooLarge"];
 500: components["responses"]["ServerError"];
 503: components["responses"]["Unavailable"];
 504: components["responses"]["Undecided"];
 };
 };
 "translations.still_correct": {
 parameters: {
 query: {
 proposal?: components["parameters"]["Proposal"];
 lang: string;
 };
 header?: {
 "If-Match"?: components["parameters"]["IfMatch"];
 "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
 "Portal-Position"?: components["parameters"]["PortalPosition"];
 "X-Request-Id"?: components["parameters"]["RequestId"];
 };
 path: {
 page: number;
 };
 };
 requestBody: {
 content: {
 "application/json": components["schemas"]["ConfirmedTexts"];
 };
 };
 responses: {
 200: {
 content: {
 "application/json": components["schemas"]["Page"];
 };
 };
 308: components["responses"]["Moved"];
 400: components["responses"]["BadRequest"];
 401: components["responses"]["Unauthenticated"];
 403: components["responses"]["Forbidden"];
 404: components["responses"]["NotFound"];
 405: components["responses"]["MethodNotAllowed"];
 408: components["responses"]["RequestTimeout"];
 409: {
 content: {
 "application/json": components["schemas"]["ProtectedTexts"] | components["schemas"]["Problem"];
 };
 };
 412: components["responses"]["PreconditionFailed"];
 413: components["responses"]["TooLarge"];
 415: components["responses"]["UnsupportedMediaType"];
 422: {
 content: {
 "application/json": components["schemas"]["FieldProblem"];
 };
 };
 429: components["responses"]["RateLimited"];
 431: components["responses"]["HeadersTooLarge"];
 500: components["responses"]["ServerError"];
 503: components["responses"]["Unavailable"];
 504: components["responses"]["Undecided"];
 };
 };
 "blocks.add": {
 parameters: {
 query?: {
 before?: string;
 after?: string;
 proposal?: components["parameters"]["Proposal"];
 };
 header?: {
 "If-Match"?: components["parameters"]["IfMatch"];
 "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
 "Portal-Position"?: components["parameters"]["PortalPosition"];
 "X-Request-Id"?: components["parameters"]["RequestId"];
 };
 path: {
 page: number;
 };
 };
 requestBody: {
 content: {
 "application/json": components["schemas"]["BlockCreate"];
 "text/markdown": string;
 };
 };
 responses: {
 201: {
 content: {
 "application/json": components["schemas"]["Page"];
 };
 };
 308: components["responses"]["Moved"];
 400: components["responses"]["BadRequest"];
 401: components["responses"]["Unauthenticated"];
 403: components["responses"]["Forbidden"];
 404: components["responses"]["NotFound"];
 405: components["responses"]["MethodNotAllowed"];
 408: components["responses"]["RequestTimeout"];
 409: components["responses"]["Conflict"];
 412: components["responses"]["PreconditionFailed"];
 413: components["responses"]["TooLarge"];
 415: components["responses"]["UnsupportedMediaType"];
 422: {
 content: {
 "application/json": components["schemas"]["FieldProblem"];
 };
 };
 429: components["responses"]["RateLimited"];
 431: components["responses"]["HeadersTooLarge"];
 500: components["responses"]["ServerError"];
 503: components["responses"]["Unavailable"];
 504: components["responses"]["Undecided"];
 };
 };
 "blocks.delete": {
 parameters: {
 query?: {
 proposal?: components["parameters"]["Proposal"];
 };
 header?: {
 "If-Match"?: components["parameters"]["IfMatch"];
 "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
 "Portal-Position"?: components["parameters"]["PortalPosition"];
 "X-Request-Id"?: components["parameters"]["RequestId"];
 };
 path: {
 page: number;
 block: string;
 };
 };
 requestBody?: never;
 responses: {
 200: {
 content: {
 "application/json": components["schemas"]["Page"];
 };
 };
 308: components["responses"]["Moved"];
 400: components["responses"]["BadRequest"];
 401: components["responses"]["Unauthenticated"];
 403: components["responses"]["Forbidden"];
 404: components["responses"]["NotFound"];
 405: components["responses"]["MethodNotAllowed"];
 408: components["responses"]["RequestTimeout"];
 409: components["responses"]["Conflict"];
 412: components["responses"]["PreconditionFailed"];
 422: {
 content: {
 "application/json": components["schemas"]["FieldProblem"];
 };
 };
 429: components["responses"]["RateLimited"];
 431: components["responses"]["HeadersTooLarge"];
 500: components["responses"]["ServerError"];
 503: components["responses"]["Unavailable"];
 504: components["responses"]["Undecided"];
 };
 };
 "blocks.update": {
 parameters: {
 query?: {
 proposal?: components["parameters"]["Proposal"];
 lang?: string;
 };
 header?: {
 "If-Match"?: components["parameters"]["IfMatch"];
 "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
 "Portal-Position"?: components["parameters"]["PortalPosition"];
 "X-Request-Id"?: components["parameters"]["RequestId"];
 };
 path: {
 page: number;
 block: string;
 };
 };
 requestBody: {
 content: {
 "application/json": components["schemas"]["BlockUpdate"] | components["schemas"]["BlockTexts"];
 };
 };
 responses: {
 200: {
 content: {
 "application/json": components["schemas"]["Page"];
 };
 };
 308: components["responses"]["Moved"];
 400: components["responses"]["BadRequest"];
 401: components["responses"]["Unauthenticated"];
 403: components["responses"]["Forbidden"];
 404: components["responses"]["NotFound"];
 405: components["responses"]["MethodNotAllowed"];
 408: components["responses"]["RequestTimeout"];
 409: {
 content: {
 "application/json": components["schemas"]["ProtectedTexts"] | components["schemas"]["Problem"];
 };
 };
 412: components["responses"]["PreconditionFailed"];
 413: components["responses"]["TooLarge"];
 415: components["responses"]["UnsupportedMediaType"];
 422: {
 content: {
 "application/json": components["schemas"]["FieldProblem"] | components["schemas"]["Problem"];
 };
 };
 429: components["responses"]["RateLimited"];
 431: components["responses"]["HeadersTooLarge"];
 500: components["responses"]["ServerError"];
 503: components["responses"]["Unavailable"];
 504: components["responses"]["Undecided"];
 };
 };
 "languages.list": {
 parameters: {
 query?: {
 at?: string;
 proposal?: number;
 };
 header?: {
 "If-None-Match"?: components["parameters"]["IfNoneMatch"];
 "Portal-Position"?: components["parameters"]["PortalPosition"];
 "X-Request-Id"?: components["parameters"]["RequestId"];
 };
 };
 requestBody?: never;
 responses: {
 200: {
 content: {
 "application/json": components["schemas"]["Language"][];
 };
 };
 304: {
 content?: never;
 };
 400: components["responses"]["BadRequest"];
 401: components["responses"]["Unauthenticated"];
 403: components["responses"]["Forbidden"];
 404: components["responses"]["NotFound"];
 405: components["responses"]["MethodNotAllowed"];
 408: components["responses"]["RequestTimeout"];
 422: {
 content: {
 "application/json": components["schemas"]["FieldProblem"];
 };
 };
 429: components["responses"]["RateLimited"];
 431: components["responses"]["HeadersTooLarge"];
 500: components["responses"]["ServerError"];
 503: components["responses"]["Unavailable"];
 };
 };
 "languages.queue": {
 parameters: {
 query?: {
 state?: "todo" | "missing" | "outdated" | "all";
 limit?: number;
 after?: number;
 at?: string;
 proposal?: number;
 };
 header?: {
 "If-None-Match"?: components["parameters"]["IfNoneMatch"];
 "Portal-Position"?: components["parameters"]["PortalPosition"];
 "X-Request-Id"?: components["parameters"]["RequestId"];
 };
 path: {
 tag: string;
 };
 };
 requestBody?: never;
 responses: {
 200: {
 content: {
 "application/json": components["schemas"]["QueuedPage"][];
 };
 };
 304: {
 content?: never;
 };
 400: components["responses"]["BadRequest"];
 401: components["responses"]["Unauthenticated"];
 403: components["responses"]["Forbidden"];
 404: components["responses"]["NotFound"];
 405: components["responses"]["MethodNotAllowed"];
 408: components["responses"]["RequestTimeout"];
 422: {
 content: {
 "application/json": components["schemas"]["FieldProblem"];
 };
 };
 429: components["responses"]["RateLimited"];
 431: components["responses"]["HeadersTooLarge"];
 500: components["responses"]["ServerError"];
 503: components["responses"]["Unavailable"];
 };
 };
 "languages.texts": {
 parameters: {
 query?: {
 pages?: string[];
 state?: "todo" | "missing" | "outdated" | "all";
 at?: string;
 proposal?: number;
 };
 header?: {
 "If-None-Match"?: components["parameters"]["IfNoneMatch"];
 "Portal-Position"?: components["parameters"]["PortalPosition"];
 "X-Request-Id"?: components["parameters"]["RequestId"];
 };
 path: {
 tag: string;
 };
 };
 requestBody?: never;
 responses: {
 200: {
 content: {
 "application/xliff+xml": string;
 };
 };
 304: {
 content?: never;
 };
 400: components["responses"]["BadRequest"];
 401: components["responses"]["Unauthenticated"];
 403: components["responses"]["Forbidden"];
 404: components["responses"]["NotFound"];
 405: components["responses"]["MethodNotAllowed"];
 408: components["responses"]["RequestTimeout"];
 422: {
 content: {
 "application/json": components["schemas"]["FieldProblem"];
 };
 };
 429: components["responses"]["RateLimited"];
 431: components["responses"]["HeadersTooLarge"];
 500: components["responses"]["ServerError"];
 503: components["responses"]["Unavailable"];
 };
 };
 "languages.texts.import": {
 parameters: {
 query?: {
 check?: "true";
 by?: "person" | "machine";
 replace?: "true";
 };
 header?: {
 "If-Match"?: components["parameters"]["IfMatch"];
 "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
 "Portal-Position"?: components["parameters"]["PortalPosition"];
 "X-Request-Id"?: components["parameters"]["RequestId"];
 };
 path: {
 tag: string;
 };
 };
 requestBody: {
 content: {
 "application/xliff+xml": string;
 };
 };
 responses: {
 200: {
 content: {
 "application/json": components["schemas"]["Imported"] | components["schemas"]["CheckedImport"];
 };
 };
 400: components["responses"]["BadRequest"];
 401: components["responses"]["Unauthenticated"];
 403: components["responses"]["Forbidden"];
 405: components["responses"]["MethodNotAllowed"];
 408: components["responses"]["RequestTimeout"];
 409: components["responses"]["Conflict"];
 412: components["responses"]["PreconditionFailed"];
 413: components["responses"]["TooLarge"];
 415: components["responses"]["UnsupportedMediaType"];
 422: {
 content: {
 "application/json": components["schemas"]["FieldProblem"];
 };
 };
 429: components["responses"]["RateLimited"];
 431: components["responses"]["HeadersTooLarge"];
 500: components["responses"]["ServerError"];
 503: components["responses"]["Unavailable"];
 504: components["responses"]["Undecided"];
 };
 };
 "languages.terms": {
 parameters: {
 query?: {
 at?: string;
 proposal?: number;
 };
 header?: {
 "If-None-Match"?: components["parameters"]["IfNoneMatch"];
 "Portal-Position"?: components["parameters"]["PortalPosition"];
 "X-Request-Id"?: components["parameters"]["RequestId"];
 };
 path: {
 tag: string;
 };
 };
 requestBody?: never;
 responses: {
 200: {
 content: {
 "text/csv": string;
 };
 };
 304: {
 content?: never;
 };
 400: components["responses"]["BadRequest"];
 401: components["responses"]["Unauthenticated"];
 403: components["responses"]["Forbidden"];
 404: components["responses"]["NotFound"];
 405: components["responses"]["MethodNotAllowed"];
 408: components["responses"]["RequestTimeout"];
 422: {
 content: {
 "application/json": components["schemas"]["FieldProblem"];
 };
 };
 429: components["responses"]["RateLimited"];
 431: components["responses"]["HeadersTooLarge"];
 500: components["responses"]["ServerError"];
 503: components["responses"]["Unavailable"];
 };
 };
 "media.list": {
 parameters: {
 query?: {
 include?: "file" | "details" | `${"file" | "details"},${string}`;
 tag?: string[];
 category?: string;
 type?: "image" | "video" | "document" | "audio" | "archive";
 valid?: string;
 at?: string;
 proposal?: number;
 lang?: string;
 };
 header?: {
 "If-None-Match"?: components["parameters"]["IfNoneMatch"];
 "Portal-Position"?: components["parameters"]["PortalPosition"];
 "X-Request-Id"?: components["parameters"]["RequestId"];
 };
 };
 requestBody?: never;
 responses: {
 200: {
 content: {
 "application/json": components["schemas"]["MediaItem"][] | components["schemas"]["MediaItemWithFile"][] | components["schemas"]["MediaItemWithDetails"][];
 };
 };
 304: {
 content?: never;
 };
 400: components["responses"]["BadRequest"];
 401: components["responses"]["Unauthenticated"];
 403: components["responses"]["Forbidden"];
 404: components["responses"]["NotFound"];
 405: components["responses"]["MethodNotAllowed"];
 408: components["responses"]["RequestTimeout"];
 422: {
 content: {
 "application/json": components["schemas"]["FieldProblem"];
 };
 };
 429: components["responses"]["RateLimited"];
 431: components["responses"]["HeadersTooLarge"];
 500: components["responses"]["ServerError"];
 503: components["responses"]["Unavailable"];
 };
 };
 "media.upload": {
 parameters: {
 query: {
 name: string;
 title?: string;
 caption?: string;
 media_category_id?: number;
 proposal?: components["parameters"]["Proposal"];
 };
 header?: {
 "If-Match"?: components["parameters"]["IfMatch"];
 "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
 "Portal-Position"?: components["parameters"]["PortalPosition"];
 "X-Request-Id"?: components["parameters"]["RequestId"];
 };
 };
 requestBody: {
 content: {
 "*/*": string;
 };
 };
 responses: {
 201: {
 content: {
 "application/json": {
 id: number;
 title: string | null;
 /** @enum {string} */
 type: "image" | "video" | "document" | "audio" | "archive";
 caption: string | null;
 width: number | null;
 height: number | null;
 media_category_id: number | null;
 released: boolean;
 /** @enum {string} */
 status: "processing" | "ready" | "failed";
 file: {
 name: string;
 sha256: string;
 bytes: number;
 } | null;
 };
 };
 };
 400: components["responses"]["BadRequest"];
 401: components["responses"]["Unauthenticated"];
 403: components["responses"]["Forbidden"];
 404: components["responses"]["NotFound"];
 405: components["responses"]["MethodNotAllowed"];
 408: components["responses"]["RequestTimeout"];
 409: components["responses"]["Conflict"];
 412: components["responses"]["PreconditionFailed"];
 413: components["responses"]["TooLarge"];
 415: components["responses"]["UnsupportedMediaType"];
 422: {
 content: {
 "application/json": components["schemas"]["FieldProblem"];
 };
 };
 429: components["responses"]["RateLimited"];
 431: components["responses"]["HeadersTooLarge"];
 500: components["responses"]["ServerError"];
 503: components["responses"]["Unavailable"];
 504: components["responses"]["Undecided"];
 };
 };
 "media.show": {
 parameters: {
 query?: {
 include?: "file" | "details" | `${"file" | "details"},${string}`;
 at?: string;
 proposal?: number;
 lang?: string;
 };
 header?: {
 "If-None-Match"?: components["parameters"]["IfNoneMatch"];
 "Portal-Position"?: components["parameters"]["PortalPosition"];
 "X-Request-Id"?: components["parameters"]["RequestId"];
 };
 path: {
 id: number;
 };
 };
 requestBody?: never;
 responses: {
 200: {
 content: {
 "application/json": components["schemas"]["MediaItem"] | components["schemas"]["MediaItemWithFile"] | components["schemas"]["MediaItemWithDetails"];
 };
 };
 304: {
 content?: never;
 };
 400: components["responses"]["BadRequest"];
 401: components["responses"]["Unauthenticated"];
 403: components["responses"]["Forbidden"];
 404: components["responses"]["NotFound"];
 405: components["responses"]["MethodNotAllowed"];
 408: components["responses"]["RequestTimeout"];
 422: {
 content: {
 "application/json": components["schemas"]["FieldProblem"];
 };
 };
 429: components["responses"]["RateLimited"];
 431: components["responses"]["HeadersTooLarge"];
 500: components["responses"]["ServerError"];
 503: components["responses"]["Unavailable"];
 };
 };
 "media.update": {
 parameters: {
 query?: {
 proposal?: components["parameters"]["Proposal"];
 };
 header?: {
 "If-Match"?: components["parameters"]["IfMatch"];
 "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
 "Portal-Position"?: components["parameters"]["PortalPosition"];
 "X-Request-Id"?: components["parameters"]["RequestId"];
 };
 path: {
 id: number;
 };
 };
 requestBody: {
 content: {
 "application/json": {
 title?: string | null;
 caption?: string | null;
 /**
  * @description What is to be seen, for those who do not see it.
  * @default null
  */
 description?: string | null;
 tags?: string[];
 /**
  * @description Whom to name.
  * @default null
  */
 credit?: string | null;
 /** @default null */
 licence?: {
 /** @enum {string} */
 kind: "own" | "royalty_free" | "rights_managed" | "cc_by_4" | "cc_by_sa_4" | "cc0" | "other";
 text: string;
 } | null;
 /**
  * @description Who is responsible for it.
  * @default null
  */
 owner?: string | null;
 media_category_id?: number | null;
 };
 };
 };
 responses: {
 200: {
 content: {
 "application/json": components["schemas"]["MediaItemWithDetails"];
 };
 };
 400: components["responses"]["BadRequest"];
 401: components["responses"]["Unauthenticated"];
 403: components["responses"]["Forbidden"];
 404: components["responses"]["NotFound"];
 405: components["responses"]["MethodNotAllowed"];
 408: components["responses"]["RequestTimeout"];
 409: components["responses"]["Conflict"];
 412: components["responses"]["PreconditionFailed"];
 413: components["responses"]["TooLarge"];
 415: components["responses"]["UnsupportedMediaType"];
 422: {
 content: {
 "application/json": components["schemas"]["FieldProblem"];
 };
 };
 429: components["responses"]["RateLimited"];
 431: components["responses"]["HeadersTooLarge"];
 500: components["responses"]["ServerError"];
 503: components["responses"]["Unavailable"];
 504: components["responses"]["Undecided"];
 };
 };
 "media.file": {
 parameters: {
 query?: {
 width?: "160" | "320" | "480" | "640" | "960" | "1280" | "1920" | "2560";
 format?: "webp" | "avif" | "jpeg" | "png";
 at?: string;
 proposal?: number;
 };
 header?: {
 "If-None-Match"?: components["parameters"]["IfNoneMatch"];
 "Portal-Position"?: components["parameters"]["PortalPosition"];
 "X-Request-Id"?: components["parameters"]["RequestId"];
 };
 path: {
 id: number;
 };
 };
 requestBody?: never;
 responses: {
 200: {
 content: {
 "*/*": string;
 };
 };
 206: {
 content: {
 "*/*": string;
 };
 };
 304: {
 content?: never;
 };
 400: components["responses"]["BadRequest"];
 401: components["responses"]["Unauthenticated"];
 403: components["responses"]["Forbidden"];
 404: components["responses"]["NotFound"];
 405: components["responses"]["MethodNotAllowed"];
 408: components["responses"]["RequestTimeout"];
 416: {
 content?: never;
 };
 422: {
 content: {
 "application/json": components["schemas"]["FieldProblem"];
 };
 };
 429: components["responses"]["RateLimited"];
 431: components["responses"]["HeadersTooLarge"];
 500: components["responses"]["ServerError"];
 503: components["responses"]["Unavailable"];
 };
 };
 "media.replace": {
 parameters: {
 query: {
 name: string;
 proposal?: components["parameters"]["Proposal"];
 };
 header?: {
 "If-Match"?: components["parameters"]["IfMatch"];
 "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
 "Portal-Position"?: components["parameters"]["PortalPosition"];
 "X-Request-Id"?: components["parameters"]["RequestId"];
 };
 path: {
 id: number;
 };
 };
 requestBody: {
 content: {
 "*/*": string;
 };
 };
 responses: {
 200: {
 content: {
 "application/json": {
 id: number;
 title: string | null;
 /** @enum {string} */
 type: "image" | "video" | "document" | "audio" | "archive";
 caption: string | null;
 width: number | null;
 height: number | null;
 media_category_id: number | null;
 released: boolean;
 /** @enum {string} */
 status: "processing" | "ready" | "failed";
 file: {
 name: string;
 sha256: string;
 bytes: number;
 } | null;
 };
 };
 };
 400: components["responses"]["BadRequest"];
 401: components["responses"]["Unauthenticated"];
 403: components["responses"]["Forbidden"];
 404: components["responses"]["NotFound"];
 405: components["responses"]["MethodNotAllowed"];
 408: components["responses"]["RequestTimeout"];
 409: components["responses"]["Conflict"];
 412: components["responses"]["PreconditionFailed"];
 413: components["responses"]["TooLarge"];
 415: components["responses"]["UnsupportedMediaType"];
 422: {
 content: {
 "application/json": components["schemas"]["FieldProblem"];
 };
 };
 429: components["responses"]["RateLimited"];
 431: components["responses"]["HeadersTooLarge"];
 500: components["responses"]["ServerError"];
 503: components["responses"]["Unavailable"];
 504: components["responses"]["Undecided"];
 };
 };
 "changes.list": {
 parameters: {
 query?: {
 since?: string;
 };
 header?: {
 "If-None-Match"?: components["parameters"]["IfNoneMatch"];
 "Portal-Position"?: components["parameters"]["PortalPosition"];
 "X-Request-Id"?: components["parameters"]["RequestId"];
 };
 };
 requestBody?: never;
 responses: {
 200: {
 content: {
 "application/json": components["schemas"]["Feed"];
 };
 };
 304: {
 content?: never;
 };
 400: components["responses"]["BadRequest"];
 401: components["responses"]["Unauthenticated"];
 403: components["responses"]["Forbidden"];
 405: components["responses"]["MethodNotAllowed"];
 408: components["responses"]["RequestTimeout"];
 410: components["responses"]["Gone"];
 422: {
 content: {
 "application/json": components["schemas"]["FieldProblem"];
 };
 };
 429: components["responses"]["RateLimited"];
 431: components["responses"]["HeadersTooLarge"];
 500: components["responses"]["ServerError"];
 503: components["responses"]["Unavailable"];
 };
 };
 "changes.stream": {
 parameters: {
 query?: {
 since?: string;
 };
 header?: {
 "If-None-Match"?: components["parameters"]["IfNoneMatch"];
 "Portal-Position"?: components["parameters"]["PortalPosition"];
 "X-Request-Id"?: components["parameters"]["RequestId"];
 };
 };
 requestBody?: never;
 responses: {
 200: {
 content: {
 "text/event-stream": string;
 };
 };
 400: components["responses"]["BadRequest"];
 401: components["responses"]["Unauthenticated"];
 403: components["responses"]["Forbidden"];
 405: components["responses"]["MethodNotAllowed"];
 408: components["responses"]["RequestTimeout"];
 410: components["responses"]["Gone"];
 422: {
 content: {
 "application/json": components["schemas"]["FieldProblem"];
 };
 };
 429: components["responses"]["RateLimited"];
 431: components["responses"]["HeadersTooLarge"];
 500: components["responses"]["ServerError"];
 503: components["responses"]["Unavailable"];
 };
 };
 search: {
 parameters: {
 query: {
 q: string;
 type?: "page" | "section" | "entry" | "media";
 limit?: number;
 proposal?: number;
 lang?: string;
 };
 header?: {
 "If-None-Match"?: components["parameters"]["IfNoneMatch"];
 "Portal-Position"?: components["parameters"]["PortalPosition"];
 "X-Request-Id"?: components["parameters"]["RequestId"];
 };
 };
 requestBody?: never;
 responses: {
 200: {
 content: {
 "application/json": components["schemas"]["SearchResult"][];
 };
 };
 304: {
 content?: never;
 };
 400: components["responses"]["BadRequest"];
 401: components["responses"]["Unauthenticated"];
 403: components["responses"]["Forbidden"];
 404: components["responses"]["NotFound"];
 405: components["responses"]["MethodNotAllowed"];
 408: components["responses"]["RequestTimeout"];
 422: {
 content: {
 "application/json": components["schemas"]["FieldProblem"];
 };
 };
 429: components["responses"]["RateLimited"];
 431: components["responses"]["HeadersTooLarge"];
 500: components["responses"]["ServerError"];
 503: components["responses"]["Unavailable"];
 };
 };
 "proposals.list": {
 parameters: {
 query?: {
 state?: ("draft" | "open" | "approved" | "blocked" | "merged" | "declined" | "withdrawn")[];
 author?: string;
 before?: number;
 };
 header?: {
 "If-None-Match"?: components["parameters"]["IfNoneMatch"];
 "Portal-Position"?: components["parameters"]["PortalPosition"];
 "X-Request-Id"?: components["parameters"]["RequestId"];
 };
 };
 requestBody?: never;
 responses: {
 200: {
 content: {
 "application/json": components["schemas"]["ProposalSummary"][];
 };
 };
 304: {
 content?: never;
 };
 400: components["responses"]["BadRequest"];
 401: components["responses"]["Unauthenticated"];
 403: components["responses"]["Forbidden"];
 405: components["responses"]["MethodNotAllowed"];
 408: components["responses"]["RequestTimeout"];
 422: {
 content: {
 "application/json": components["schemas"]["FieldProblem"];
 };
 };
 429: components["responses"]["RateLimited"];
 431: components["responses"]["HeadersTooLarge"];
 500: components["responses"]["ServerError"];
 503: components["responses"]["Unavailable"];
 };
 };
 "proposals.create": {
 parameters: {
 header?: {
 "If-Match"?: components["parameters"]["IfMatch"];
 "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
 "Portal-Position"?: components["parameters"]["PortalPosition"];
 "X-Request-Id"?: components["parameters"]["RequestId"];
 };
 };
 requestBody: {
 content: {
 "application/json": components["schemas"]["ProposalCreate"];
 };
 };
 responses: {
 201: {
 content: {
 "application/json": components["schemas"]["Proposal"];
 };
 };
 400: components["responses"]["BadRequest"];
 401: components["responses"]["Unauthenticated"];
 403: components["responses"]["Forbidden"];
 405: components["responses"]["MethodNotAllowed"];
 408: components["responses"]["RequestTimeout"];
 409: components["responses"]["Conflict"];
 412: components["responses"]["PreconditionFailed"];
 413: components["responses"]["TooLarge"];
 415: components["responses"]["UnsupportedMediaType"];
 422: {
 content: {
 "application/json": components["schemas"]["FieldProblem"];
 };
 };
 429: components["responses"]["RateLimited"];
 431: components["responses"]["HeadersTooLarge"];
 500: components["responses"]["ServerError"];
 503: components["responses"]["Unavailable"];
 504: components["responses"]["Undecided"];
 };
 };
 "proposals.changes": {
 parameters: {
 query?: {
 since?: string;
 };
 header?: {
 "If-None-Match"?: components["parameters"]["IfNoneMatch"];
 "Portal-Position"?: components["parameters"]["PortalPosition"];
 "X-Request-Id"?: components["parameters"]["RequestId"];
 };
 };
 requestBody?: never;
 responses: {
 200: {
 content: {
 "application/json": components["schemas"]["ProposalChanges"];
 };
 };
 304: {
 content?: never;
 };
 400: components["responses"]["BadRequest"];
 401: components["responses"]["Unauthenticated"];
 403: components["responses"]["Forbidden"];
 405: components["responses"]["MethodNotAllowed"];
 408: components["responses"]["RequestTimeout"];
 410: components["responses"]["Gone"];
 422: {
 content: {
 "application/json": components["schemas"]["FieldProblem"];
 };
 };
 429: components["responses"]["RateLimited"];
 431: components["responses"]["HeadersTooLarge"];
 500: components["responses"]["ServerError"];
 503: components["responses"]["Unavailable"];
 };
 };
 "proposals.show": {
 parameters: {
 header?: {
 "If-None-Match"?: components["parameters"]["IfNoneMatch"];
 "Portal-Position"?: components["parameters"]["PortalPosition"];
 "X-Request-Id"?: components["parameters"]["RequestId"];
 };
 path: {
 proposal: number;
 };
 };
 requestBody?: never;
 responses: {
 200: {
 content: {
 "application/json": components["schemas"]["Proposal"];
 };
 };
 304: {
 content?: never;
 };
 400: components["responses"]["BadRequest"];
 401: components["responses"]["Unauthenticated"];
 403: components["responses"]["Forbidden"];
 404: components["responses"]["NotFound"];
 405: components["responses"]["MethodNotAllowed"];
 408: components["responses"]["RequestTimeout"];
 429: components["responses"]["RateLimited"];
 431: components["responses"]["HeadersTooLarge"];
 500: components["responses"]["ServerError"];
 503: components["responses"]["Unavailable"];
 };
 };
 "proposals.update": {
 parameters: {
 header?: {
 "If-Match"?: components["parameters"]["IfMatch"];
 "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
 "Portal-Position"?: components["parameters"]["PortalPosition"];
 "X-Request-Id"?: components["parameters"]["RequestId"];
 };
 path: {
 proposal: number;
 };
 };
 requestBody: {
 content: {
 "application/json": components["schemas"]["ProposalUpdate"];
 };
 };
 responses: {
 200: {
 content: {
 "application/json": components["schemas"]["Proposal"];
 };
 };
 400: components["responses"]["BadRequest"];
 401: components["responses"]["Unauthenticated"];
 403: components["responses"]["Forbidden"];
 404: components["responses"]["NotFound"];
 405: components["responses"]["MethodNotAllowed"];
 408: components["responses"]["RequestTimeout"];
 409: components["responses"]["Conflict"];
 412: components["responses"]["PreconditionFailed"];
 413: components["responses"]["TooLarge"];
 415: components["responses"]["UnsupportedMediaType"];
 422: {
 content: {
 "application/json": components["schemas"]["FieldProblem"];
 };
 };
 429: components["responses"]["RateLimited"];
 431: components["responses"]["HeadersTooLarge"];
 500: components["responses"]["ServerError"];
 503: components["responses"]["Unavailable"];
 504: components["responses"]["Undecided"];
 };
 };
 "proposals.submit": {
 parameters: {
 header?: {
 "If-Match"?: components["parameters"]["IfMatch"];
 "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
 "Portal-Position"?: components["parameters"]["PortalPosition"];
 "X-Request-Id"?: components["parameters"]["RequestId"];
 };
 path: {
 proposal: number;
 };
 };
 requestBody: {
 content: {
 "application/json": components["schemas"]["ProposalSubmit"];
 };
 };
 responses: {
 200: {
 content: {
 "application/json": components["schemas"]["Proposal"];
 };
 };
 400: components["responses"]["BadRequest"];
 401: components["responses"]["Unauthenticated"];
 403: components["responses"]["Forbidden"];
 404: components["responses"]["NotFound"];
 405: components["responses"]["MethodNotAllowed"];
 408: components["responses"]["RequestTimeout"];
 409: components["responses"]["Conflict"];
 412: components["responses"]["PreconditionFailed"];
 413: components["responses"]["TooLarge"];
 415: components["responses"]["UnsupportedMediaType"];
 422: {
 content: {
 "application/json": components["schemas"]["FieldProblem"];
 };
 };
 429: components["responses"]["RateLimited"];
 431: components["responses"]["HeadersTooLarge"];
 500: components["responses"]["ServerError"];
 503: components["responses"]["Unavailable"];
 504: components["responses"]["Undecided"];
 };
 };
 "proposals.withdraw": {
 parameters: {
 header?: {
 "If-Match"?: components["parameters"]["IfMatch"];
 "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
 "Portal-Position"?: components["parameters"]["PortalPosition"];
 "X-Request-Id"?: components["parameters"]["RequestId"];
 };
 path: {
 proposal: number;
 };
 };
 requestBody?: never;
 responses: {
 200: {
 content: {
 "application/json": components["schemas"]["Proposal"];
 };
 };
 400: components["responses"]["BadRequest"];
 401: components["responses"]["Unauthenticated"];
 403: components["responses"]["Forbidden"];
 404: components["responses"]["NotFound"];
 405: components["responses"]["MethodNotAllowed"];
 408: components["responses"]["RequestTimeout"];
 409: components["responses"]["Conflict"];
 412: components["responses"]["PreconditionFailed"];
 413: components["responses"]["TooLarge"];
 415: components["responses"]["UnsupportedMediaType"];
 422: {
 content: {
 "application/json": components["schemas"]["FieldProblem"];
 };
 };
 429: components["responses"]["RateLimited"];
 431: components["responses"]["HeadersTooLarge"];
 500: components["responses"]["ServerError"];
 503: components["responses"]["Unavailable"];
 504: components["responses"]["Undecided"];
 };
 };
 "proposals.comments": {
 parameters: {
 header?: {
 "If-None-Match"?: components["parameters"]["IfNoneMatch"];
 "Portal-Position"?: components["parameters"]["PortalPosition"];
 "X-Request-Id"?: components["parameters"]["RequestId"];
 };
 path: {
 proposal: number;
 };
 };
 requestBody?: never;
 responses: {
 200: {
 content: {
 "application/json": components["schemas"]["ProposalComment"][];
 };
 };
 304: {
 content?: never;
 };
 400: components["responses"]["BadRequest"];
 401: components["responses"]["Unauthenticated"];
 403: components["responses"]["Forbidden"];
 404: components["responses"]["NotFound"];
 405: components["responses"]["MethodNotAllowed"];
 408: components["responses"]["RequestTimeout"];
 429: components["responses"]["RateLimited"];
 431: components["responses"]["HeadersTooLarge"];
 500: components["responses"]["ServerError"];
 503: components["responses"]["Unavailable"];
 };
 };
 "proposals.comment": {
 parameters: {
 header?: {
 "If-Match"?: components["parameters"]["IfMatch"];
 "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
 "Portal-Position"?: components["parameters"]["PortalPosition"];
 "X-Request-Id"?: components["parameters"]["RequestId"];
 };
 path: {
 proposal: number;
 };
 };
 requestBody: {
 content: {
 "application/json": components["schemas"]["ProposalCommentCreate"];
 };
 };
 responses: {
 201: {
 content: {
 "application/json": components["schemas"]["ProposalComment"];
 };
 };
 400: components["responses"]["BadRequest"];
 401: components["responses"]["Unauthenticated"];
 403: components["responses"]["Forbidden"];
 404: components["responses"]["NotFound"];
 405: components["responses"]["MethodNotAllowed"];
 408: components["responses"]["RequestTimeout"];
 409: components["responses"]["Conflict"];
 412: components["responses"]["PreconditionFailed"];
 413: components["responses"]["TooLarge"];
 415: components["responses"]["UnsupportedMediaType"];
 422: {
 content: {
 "application/json": components["schemas"]["FieldProblem"];
 };
 };
 429: components["responses"]["RateLimited"];
 431: components["responses"]["HeadersTooLarge"];
 500: components["responses"]["ServerError"];
 503: components["responses"]["Unavailable"];
 504: components["responses"]["Undecided"];
 };
 };
 "description.json": {
 parameters: {
 header?: {
 "If-None-Match"?: components["parameters"]["IfNoneMatch"];
 "X-Request-Id"?: components["parameters"]["RequestId"];
 };
 };
 requestBody?: never;
 responses: {
 200: {
 content: {
 "application/json": {
 [key: string]: unknown;
 };
 };
 };
 304: {
 content?: never;
 };
 405: components["responses"]["MethodNotAllowed"];
 408: components["responses"]["RequestTimeout"];
 431: components["responses"]["HeadersTooLarge"];
 };
 };
 "description.yaml": {
 parameters: {
 header?: {
 "If-None-Match"?: components["parameters"]["IfNoneMatch"];
 "X-Request-Id"?: components["parameters"]["RequestId"];
 };
 };
 requestBody?: never;
 responses: {
 200: {
 content: {
 "application/yaml": string;
 };
 };
 304: {
 content?: never;
 };
 405: components["responses"]["MethodNotAllowed"];
 408: components["responses"]["RequestTimeout"];
 431: components["responses"]["HeadersTooLarge"];
 };
 };
}
