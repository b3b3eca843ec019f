import { shortened } from '../../../lib/shortened.js';
import { claimNames, missingClaim, type ProviderIdentity } from '../../../registry/provider-roles.js';
import type { PersonRecord } from '../../../registry/records.js';
import { workspacePrefix } from '../../../service/workspace-addresses.js';
import { told } from '../../../words/errors.js';
import { fill, words } from '../../../words/words.js';
import { Note } from '../../parts/note.js';
import type { PageReply } from '../../replies.js';
import type { Claims, IdentityProvider } from './oidc-client.js';
import { DescriptionList, LinkLine, Name } from './text.js';

/** Claims that are proofs of one sign-in, not about the person. */
const proofs: ReadonlySet<string> = new Set(['nonce', 'at_hash', 'c_hash', 's_hash', 'sid', 'jti']);

const maxClaims = 100;
const maxLength = 2000;

/** Value of a claim. A token in it is not shown. */
function valueText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (/eyJ[\w-]*\.[\w-]+\./.test(text)) return words().signIn.received.token;
  return shortened(text, maxLength);
}

interface Received {
  readonly provider: IdentityProvider;
  readonly claims: Claims;
  readonly identity: ProviderIdentity;
  readonly granted: Pick<PersonRecord, 'operator' | 'roles'>;
  /** Path of the page that began the trial. */
  readonly back: string | undefined;
}

/** Page that shows what the provider sent about a person who tried to sign in, and what it would give. */
export function receivedPage({ provider, claims, identity, granted, back = workspacePrefix }: Received): PageReply {
  const { settings } = provider;
  const { operator, roles } = granted;
  const { received: texts, operator: operatorText, rolesIn } = words().signIn;
  const given = [
    ...(operator ? [operatorText] : []),
    ...Object.entries(roles).map(([slug, role]) => fill(rolesIn[role], { brand: slug })),
  ];
  const shown = Object.entries(claims).filter(([name]) => !proofs.has(name));
  const names = claimNames(settings);
  const { title } = texts;
  const body = (
    <div class="narrow">
      <h1>{title}</h1>
      {identity.name === '' && <Note kind="warn">{told(missingClaim(settings, 'name'))}</Note>}
      {identity.groups === null && <Note kind="warn">{told(missingClaim(settings, 'groups'))}</Note>}
      <p>{given.length === 0 ? texts.noRole : fill(texts.wouldBe, { roles: given.slice(0, maxClaims).join(', ') })}</p>
      <DescriptionList
        rows={shown.slice(0, maxClaims).map(([name, value]) => [
          <>
            <Name text={name} /> {name === names.name && <span class="tag">{texts.name}</span>}
            {name === names.groups && <span class="tag">{texts.groups}</span>}
          </>,
          <Name text={valueText(value)} />,
        ])}
      />
      <p class="hint">{fill(texts.sentBy, { provider: provider.name })}</p>
      <LinkLine to={back} text={texts.back} />
    </div>
  );
  return { title, body, isSecret: true };
}
