import type { Words } from '../words/words.js';

/** A row of the page about privacy. */
type Row = keyof Words['privacy']['rows'];

/**
 * Members of stored records, by the row that says what they tell of a person; `null` for those that tell nothing of one. A test compares
 * them with the schemas, so that nothing is stored of a person that the page does not name.
 */
export const personalData = {
  BrandRecord: none(
    'slug modules api_enabled portal portal_listed portal_opens notes counts review translations_reviewed approvers own_approval',
    'findings_allowed created_at log proposals files archived',
  ),
  KeyRecord: none(
    'id brand name rights translates sha256 created_at expires_at revoked_at requests_per_minute writes_per_minute',
    'replaced_by rests',
  ),
  WebhookRecord: none('id brand name url format events proposals created_at start secret_sha256'),
  PersonRecord: {
    ...told('account', 'id name created_at disabled_at'),
    ...told('roles', 'operator roles translates editing all_brands'),
    ...told('invitation', 'invitation'),
    ...told('provider', 'identity groups'),
    ...told('reading', 'language time_zone'),
    ...told('mail', 'mailed'),
  },
  FormerPerson: told('account', 'id number'),
  SignInRecord: told('sessions', 'sha256 person created_at expires_at made_by made_through'),
  SessionRecord: told('sessions', 'sha256 person created_at expires_at made_by made_through'),
  PasskeyRecord: told(
    'passkeys',
    'sha256 credential_id person name public_key counter backed_up created_at used_at refused_at made_by made_through',
  ),
  ShareRecord: { ...none('sha256 id brand name internal created_at expires_at rests'), ...told('links', 'preview') },
  GrantRecord: told(
    'agents',
    'id person brand resource scopes translates client client_sha256 name created_at expires_at generation refreshed_at rests',
  ),
  UsedChallenge: none('sha256 expires_at'),
  ProposalFile: {
    ...none('number title note state created_at updated_at base publish_at reason ids provisional'),
    ...told('changes', 'author contributors reviewers reviews merges'),
  },
  Comment: told('changes', 'id by at text reply_to page block quote resolved'),
  AddressFile: told('mail', 'address confirmed_at pending asked choices'),
  CountFile: { ...none('views reads downloads'), ...told('counts', 'misses') },
  SeenRecord: told('seen', 'person brand events'),
  NoteFile: {
    ...none('number version page block quote kind proposal'),
    ...told('notes', 'by at text mentions withdraw comments resolved'),
  },
  NoteComment: told('notes', 'by at text mentions mailed'),
  IndexedNote: {
    ...none('number id page block kind comments proposal'),
    ...told('notes', 'by at last resolved meant address form'),
  },
  NoteIndex: { ...none('next day'), ...told('notes', 'notes') },
  DirectMail: { ...none('kind brand'), ...told('mail', 'to language zone href values') },
  OutboxFile: told('mail', 'mail until'),
  MailState: { ...none('positions down'), ...told('mail', 'people waits') },
  PersonState: told('mail', 'told day sent summary summary_at refused'),
} as const satisfies Record<string, Readonly<Record<string, Row | null>>>;

function told(row: Row, ...members: readonly string[]): Readonly<Record<string, Row | null>> {
  return Object.fromEntries(members.flatMap((names) => names.split(' ')).map((name) => [name, row]));
}

function none(...members: readonly string[]): Readonly<Record<string, Row | null>> {
  return Object.fromEntries(members.flatMap((names) => names.split(' ')).map((name) => [name, null]));
}
