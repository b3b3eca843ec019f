/** Texts by kind of control, with a dot or a line between them. */
const table = (texts: string): readonly string[] => texts.trim().split(/\s*[·\n]\s*/);

/**
 * Texts of all controls and headings of the workspace: a test compares every page with them. `#` is a number, `…` a name from the
 * data. Buttons say a verb, and what it is done to. A new text may be on a line of its own.
 */
export const labels = {
  buttons: table(`
    Add · Add a column at the end · Add a field · Add a passkey · Add a principle · Add a row at the end · Add category
    Add column # · Add font · Add page · Add row # · Add webhook · Allow · Back to draft · Check language · Close
    Continue with a passkey · Copy … · Create the brand · Down … · Drop files here… · End
    End all, with links and passkeys · Give role · Issue key · Make a new secret · Make invitation link
    Make share link · Make sign-in link · Move · Move to the trash · Move … down · Move … up · Move… … · One place down
    One place up · Preview · Purge page # · Refuse · Release · Release selected · Remove colour · Remove column #
    Remove fact · Remove medium · Remove role · Remove row # · Remove the category … · Remove the font …
    Remove the webhook · Remove … · Rename · Replace · Replace the key · Restore · Restore colour … · Restore fact …
    Restore medium … · Restore page … · Restore the section … · Restore the whole brand … · Revoke · Save · Send a test
    Send again · Show · Sign in · Sign out · Sign out everywhere · Stop · Up … · Upload · Verify · Verify selected
    Withdraw · Withdraw selected · …: account
  `),
  links: table(`
    # blocks unchanged · # facts not verified yet · # media not released yet · Account · Account and passkeys
    Add a block to the page · Add a passkey · add a passkey · Add colour · Add fact · Add forbidden term
    Add preferred term · Advanced · Agents · All · All brands · All changes · All facts · All keys
    All of it, as it is now · All people · All versions · All webhooks · Archives · Back to draft · Back to the language
    Back to the page · Back to your sessions · Cancel · Categories · Changes · Check a text · Colours · Compare with now
    Compare with the one before · Connect a program or an agent · Documents · Download · Edit · Edit all: …
    Edit or remove · Edit: … · Facts · Films · Health · In one text · Its versions · Keys · Language · Media · medium #
    New brand · New key · New webhook · Overview · Passkeys · People · Pictures · Portal · Programs · Purge for good
    Readers · Restore the brand · Restore the version before · Restore this version · Revoke · Search the guidelines
    Search your brands · Settings · Side by side · Sign in as another person · Skip to content
    Someone who already signs in here · Sound · Source · Statistics · the portal · The portal of this brand
    The same as a table · Theme · To the medium · To verify # · Trash · Undo this change
    Upload and release a medium in a new tab · Upload files · Verified · Versions · Webhooks · Workspace
  `),
  headings: table(`
    A new brand · A new key · A new webhook · Add a category · Add a font · Add a passkey
    Agents that act as people · All brands · All people · As it was · Brand · Categories of facts · Changes
    Changes a day · Check a text · Colours · Company name · Content · Contrast · Day · Delete · Details · Edit · Edit …
    Examples · Facts · Fonts · Forbidden terms # · Good for · Head · Health · Hello, … · In the trash · Invite a person
    Key … · Keys · Language · Language: … · Last attempts · Latest changes · Let … act as you?
    Make the corporate language a draft · Media · Meta · Modules and API · New page · New secret · New share link
    Notation · Pair · People · Place · Portal · Preferred terms # · Purge … for good? · Ratio · Readers · Remove
    Remove from the brand · Replace · Replace the file · Restore colour …? · Restore fact …? · Restore medium …?
    Restore page …? · Restore the section …? · Restore the whole brand …? · Revoke · Role · Search your brands
    Search … · Send again · Settings · Shades · Share links · Sign in · Sign-in link · Signed in · Statistics
    Terminology · Test · Theme · Title · Title and caption · To do · Trash · Used · Used by · Voice · Webhook …
    Webhooks · What changes, from now to then · What is lost · Where you are signed in · Who can read this portal
    Who the page is for · Withdraw · You · Your passkeys · … on black · … on the background · … on white · …: versions
  `),
  fields: table(`
    A chapter, which holds pages · A page · Address # · Address of source # · Address of the contact · Buttons
    Caption (optional) · Change content as you · Chapter · Contact · Cover of the home page · Family # · File #
    Font files · For how long · From · Further fields · Hex # · How long it works · Id of this person
    If everyone reads it · In · Its name · Label # · Logo on a dark ground · Logo on a light ground · Make me its admin
    May this font be served on the web? · Modules · Name (optional) · Name in addresses
    Name it on the start page of this server · Name or id · New file · Opacity # · Place · Read what you see
    Role in this brand · Search facts · Search media · Search terms · Sentence · Show pages for people of the brand, too
    Show the published language · Show verified facts · State · Style # · Take it out of # page · Take it out of # pages
    The API answers · The old key keeps working for · The old secret also signs for
    Title (left out: the name of the file) · Title of source # · To · Type … to confirm · Weight # · What · What it is
    What it is called · What it may · Which · Which changes: all, or only those of · Who · Who can read this portal
    Whom it is for · Why the change (optional) · Words in pages, language and facts · Your sign-in link
  `),
} as const;
