/** Texts by kind of control, with a dot or a line between them. */
const table = (texts: string): readonly string[] => texts.trim().split(/\s*[·\n]\s*/);

/**
 * Texts of controls, headings and named parts: tests compare the pages of the workspace and the portal, and the scripts of both, with them.
 * `#` is a number, `…` a name from the data. Buttons say a verb, and what it is done to. A new text may be on a line of its own.
 */
export const labels = {
  buttons: table(`
    …: account · Add a passkey · Add category · Add colour · Add font · Add page · Add webhook · Allow · Apply filters · Back to draft · Check language
    Close · Close navigation · Close search · Continue with a passkey · Copy · Copy … · Drop files here… · Make brand
    End session · End all, with links and passkeys · End session of … · Give role · Issue key · Light or dark · Make a new secret
    Make invitation link · Make preview link · Make share link · Make sign-in link · Make sign-in link for … · Move page · Move down · Move down: … · Move up · Move up: …
    Move to the trash · One place down · One place up · Open navigation · Preview · Purge page # · Refuse · Release · Release …
    Release selected · Remove … · Remove colour · Remove fact · Remove medium · Remove role · Remove category · Remove category: …
    Remove font · Remove font: … · Remove the webhook · Rename page · Replace · Replace the key · Restore · Restore … · Restore colour …
    Restore fact … · Restore medium … · Restore page … · Restore the section … · Restore the whole brand … · Revoke · Save · Save: …
    Save the role of … · Search · Send a test · Send again · Sign in · Sign out · Sign out everywhere · Stop upload · Upload · Verify · Verify …
    Verify selected · Withdraw · Withdraw selected
    Archive… · Erase brand · Start · Start … · Start the key · Take out of the archive · Undo · Undo, as it was
    Add comment · Approve · Approve and publish · Ask for changes · Decline · Decline … · Decline block · Decline change · Publish · Reopen · Remove the time · Resolve · Resolve comment # · Schedule · Send for review · Save with these · Save with this
  `),
  links: table(`
    # blocks unchanged · Add a category first · # facts not verified yet · # media not released yet · Account · Account and passkeys · Add a passkey
    add a passkey · Add colour · Add fact · Add forbidden term · Add preferred term · Agents · All · All brands · All changes
    Advanced · Any time · All facts · All keys · All of it, as it is now · All people · All versions · All webhooks · Archives · Back to draft
    Back to the start · Change who reads it · Back to the language · Back to the page · Back to your sessions · Cancel · Categories · Changes · Check a text · Colours
    Compare with now · Compare with now: version of … · Compare with the one before · Compare with the one before: version of …
    Connect a program or an agent · Decline block · Decline change · Documents · Download · Edit · Edit: … · Edit all: … · Edit or remove · Facts · Films
    Health · In one text · Its versions · Keys · Language · Language: … · Media · medium # · New brand · New key · New page · New webhook · Overview
    Passkeys · People · Pictures · Portal · Programs · Purge for good · Readers · Restore the brand · Restore the version before
    Restore this version · Restore this version of … · Revoke · Revoke … · Search the guidelines · Search your brands · Settings
    Side by side · Sign in as another person · Skip to content · Add someone who already signs in here · Sound · Source · Statistics
    the portal · The portal of this brand · The same as a table · Theme · To verify # · Trash · Undo this change
    To the brand · Sign-in · Try it · Back to the sign-in · More groups
    Upload files · Verified · Versions · Versions of … · Webhooks · What changed · Workspace
    Archived · Archived # · More about … · Brand · Editors # · Last change · List as CSV · Open portal · Open workspace · Pages · People of the brand # · Problems · Problems # · Public # · Size · Who sees it
    Ask for changes · Comment · Decline · Declined · Move the time · Open · Open # · Proposals · Proposals# · Published · Reply · Schedule · New preview link · Title and note · Yours
  `),
  headings: table(`
    A new key · A new webhook · Add a category · Add a font · Add a passkey · Add colour · Add fact · Agents that act as people · All brands
    All people · As it was · Brand · Categories of facts · Changes · Changes a day · Check a text · Colours · Company name
    Content · Contrast · Day · Delete · Details · Edit · Edit … · Examples · Facts · Fonts · Forbidden terms # · Head
    Health · Hello, … · In the trash · Invite a person · Key … · Keys · Language · Language: … · Last attempts · Latest changes
    Let … act as you? · Make the corporate language a draft · Media · Meta · Modules and API · New brand · New page · New secret
    New share link · Notation · People · People # · Place · Portal · Preferred terms # · Purge … for good? · Readers · Remove
    Remove from the brand · Replace · Replace the file · Restore colour …? · Restore fact …? · Restore medium …? · Restore page …?
    Restore the section …? · Restore the whole brand …? · Review · Revoke · Role · Search your brands · Search … · Send again · Settings
    Shades · Share links · Sign-in · Groups · Claims received · Sign in · Sign-in link · Signed in · Statistics · Terminology · Test · Theme · There is nothing here · Title
    Title and caption · To do · Trash · Used · Visibility · Voice · Webhooks · What changes, from now to then
    What is lost · Where you are signed in · Who the page is for · Withdraw · You · Your passkeys
    …: versions
    All brands # · Erase · Start · Take it out
    Approved · Comments · Drafts · In review · Preview links · Proposals · Scheduled · Your review
  `),
  fields: table(`
    Also proposals: number and state
    A chapter, which holds pages · A page · Address # · Address of source # · Address of the contact · Buttons
    Caption (optional) · Change content as you · Chapter · Contact · Cover of the home page · Description # · Family # · File #
    Findings of the language check may stay · Font files · For how long · From · Further fields · Hex # · How long it works · Id of this person · If everyone can read it
    In · Instead of # · Its name · Label # · Logo on a dark ground · Logo on a light ground
    A brand like another … · An empty portal … · Begin with · First admin · Like which brand
    May this font be served on the web? · Modules · Name # · Name in addresses · List it on the start page of this server
    Redirect address · Name (optional) · New file · Note # · Opacity # · Place · Propose changes as you · Read as JSON #
    People may approve what they wrote · Read what you see · Reason # · Right # · Role in this brand · Sentence
    Who reviews · Whose changes need a review
    Show pages for people of the brand, too · Show the published language · Show verified facts · State · Style #
    Take it out of # page · Take it out of # pages · Term # · The API answers · The old key keeps working for
    The old secret also signs for · Title # · Title (left out: the name of the file) · Title of source # · To
    Type … to confirm · Value # · Weight # · What · What it is · What it is called · What it may do · Which
    Which changes: all, or only those of · Who · Who can read this portal · Who it is for
    Wrong # · Your sign-in link
    As on the brand … · As proposed … · Comment · Date and time in … · Looked at · Together … · What for · What to change · Why (optional)
  `),
  parts: table(`
    # changes from # … to # … # · By whom · Category · Chapter · From · In · Kind · Medium · Menu · Name or id · Pages · Pages before and after · Parts of the list
    Path · Portal or workspace · Role of … · Search facts · Search in changes · Search media
    Search terms · Search the guidelines · Search your brands · Sections · Select … · State · To
    Ways to compare · What · Which facts · Who · Words in pages, language and facts · Workspace
    Brands · Search brands
    Both together: … · Comment on … · Reply to comment #
  `),
  scripts: table(`
    Add · Add a block below · Add a block, in an empty text · Add block · Add … · Add … … · Address · Address copied
    Address of the link · Address, or name of a page · After … · Alert · Another person · At the beginning… · Back to writing
    Block · Blocks · Bold · Bold, italic, code, link · Bulleted list · Button · Cancel · Cancel … · Change all · Chapter
    Check as I type · Check language · Checking … · Choose from media · Choose none · Close · Close settings · Close … · Code
    Code block · Colour …, which no longer exists · Colours · Column · Company name · Conflict · Copied as Markdown · Copied …
    Date and time in … · Discard · Down · Draft · Draft of · Drag to order, press to take it out · Duplicate · Duplicate page · Duplicate the block
    Editing · Everyone · Everyone can read it · Files · Find a block, or paste an address · Find a colour · Find a medium · Finding before
    Finding … of … · First · Forbidden term · Former name · From the text to its block, then to nothing · Go on
    Go on with your draft from · Heading # · History · In the navigation · Italic · Kept on this device · Keys · Kind of text
    Kinds of blocks · Last · Last, in … · Leave it · Link · Link copied · Links to … · Medium … · More actions · More ways to save · Move · Move down
    Move page · Move the block · Move to · Move to the trash · Move to… · Move up · Move … · Move … … up · Next finding
    No chapter · No kind of block is called · None chosen · Not chosen · Not kept on this device · Not stored · Notation · Nothing · Nothing found
    Now … of … · Numbered list · Only editors · Only editors can read it · Only you and the other editors see it · Page · Page settings · Pages · Pasting …
    People of the brand · People of the brand can read it · Position … of … · Preferred term · Preview · Publish
    Publish with a reason, and other ways to save · Put back · Quote · Recent pages · Remove · Remove the selected block
    Remove … · Remove … … · Removed · Restore · Row · Save again · Save as · Save as a new page · Save as draft · Save changes · Save link
    Save settings · Save with this · Saving · Saving asks for a new review · Schedule · Search is getting ready … · Second · See the proposal · Send for review · Sending … · Sent of … · This change needs a review
    Settings · Show to everyone · Show to people of the brand · Sign in · Someone · Someone else · Someone looks before it shows · Stop editing · Stored · Storing · Style
    Tab, Enter · Table · Text · The rule · Theirs · Title · Title, caption or name of the file · Today · Together · Try again · Turn into
    Undo · Undo, redo · Until then a proposal · Up · Upload · Uploading · Uploading, … percent · Use · Video · Waiting
    What changed · Who may read it · With this address · Why (optional) · Write in the selected block · Yesterday · You are signed in as · You are signed in as … now
    You, in another tab, · Your session is over · Yours
    Arrange · Brand · Show · Write
  `),
} as const;
