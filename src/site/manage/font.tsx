import type { ComponentChild } from 'preact';
import { invalidField, type PortalError } from '../../lib/errors.js';
import { sizeText } from '../../lib/size-text.js';
import { addFont } from '../../operations/add-font.js';
import { brandFileOf } from '../../operations/brand.js';
import { fontExtensions, maxFontBytes, type SentFont, withFacts } from '../../service/files/fonts.js';
import { fill, words } from '../../words/words.js';
import type { Fields } from '../addresses.js';
import type { WorkContext } from '../context.js';
import { requiredField } from '../form-fields.js';
import type { WorkReply } from '../replies.js';
import { Submit } from './parts/button.js';
import { buttonText, ForReview, proposalOf, sendForReview } from './parts/for-review.js';
import { FormInputs, labelled, Once } from './parts/form.js';
import { outcomeQuery } from './parts/notices.js';
import { refusalNotice, runForm } from './parts/refusal.js';
import { portalRoles, RoleName } from './parts/role-name.js';
import { Crumb, Name } from './parts/text.js';
import { refusedFile } from './parts/upload.js';

/** Upper bound on the roles to tick. */
const maxRoles = 8;

const boxOf = (role: string): string => `role.${Buffer.from(role).toString('base64url')}`;

/** Page of the form that adds a font: its file, its family and weights, and what it is used for. */
export async function newFontPage(context: WorkContext, problem: PortalError | null = null): Promise<WorkReply> {
  const texts = words().newFont;
  const inputs = new FormInputs(context, problem);
  const { fonts } = brandFileOf(await context.newest()).theme;
  const roles = new Set<string>([...portalRoles, ...fonts.map(({ role }) => role)]);
  const accept = fontExtensions.map((extension) => `.${extension}`).join(',');
  const fileHint = (
    <>
      {fill(texts.fileHint, { size: sizeText(maxFontBytes) })} <strong role="status" />
    </>
  );
  const file = { id: 'file', label: texts.file, hint: fileHint, problem: problem?.fields?.file };
  const body = (
    <>
      {refusalNotice(context, problem)}
      <Crumb up={[context.href('/theme'), words().places.theme]}>
        <Name text={texts.title} />
      </Crumb>
      <h1>{texts.title}</h1>
      <p class="hint">{texts.hint}</p>
      <div class="cols">
        <form
          method="post"
          enctype="multipart/form-data"
          action={context.href('/theme/font')}
          class="card pad form"
          data-font={maxFontBytes}
        >
          <input type="hidden" name="as" value={context.principal.person.id} />
          <Once context={context} />
          <ForReview context={context} writes={addFont} />
          {labelled({ ...file, problem: file.problem?.join(' ') }, (attributes) => (
            <input {...attributes} name="file" type="file" accept={accept} />
          ))}
          {inputs.input({ name: 'family', label: texts.family, hint: texts.familyHint, maxLength: 100 })}
          {inputs.input({ name: 'weights', label: texts.weights, hint: texts.weightsHint, maxLength: 100 })}
          {inputs.select({
            name: 'style',
            label: texts.style,
            options: [['', texts.asFile], ...Object.entries(texts.styles)],
          })}
          <fieldset class="boxes">
            <legend>{texts.roles}</legend>
            <div class="row wrap">
              {[...roles].slice(0, maxRoles).map((role) => (
                <RoleBox key={role} role={role} isChecked={inputs.sent[boxOf(role)] === 'yes'} />
              ))}
            </div>
          </fieldset>
          {inputs.input({ name: 'role', label: texts.otherRole, hint: texts.otherRoleHint, maxLength: 60 })}
          {inputs.checkbox({
            name: 'served_on_web',
            label: texts.servedOnWeb,
            hint: texts.servedOnWebHint,
            isChecked: false,
          })}
          <Submit text={buttonText(context, addFont, texts.add)} look="go" />
        </form>
        <aside data-specimen hidden>
          <section class="spec">
            <header>
              <h2>{texts.specimen}</h2>
            </header>
            <div class="big" aria-hidden="true">
              <span class="aa">Aa</span>
            </div>
            <div class="ws" />
          </section>
        </aside>
      </div>
    </>
  );
  return { title: texts.title, body };
}

function RoleBox({ role, isChecked }: { readonly role: string; readonly isChecked: boolean }): ComponentChild {
  return (
    <label class="check">
      <input type="checkbox" name={boxOf(role)} value="yes" checked={isChecked} /> <RoleName role={role} />
    </label>
  );
}

/** Adds a font by the form; asked by the script for what a file says of itself, stores nothing. */
export function sendFont(context: WorkContext): Promise<WorkReply> {
  const { upload } = context;
  const form = (): Fields => upload?.fields() ?? {};
  const submit = async (): Promise<WorkReply> => {
    const files = upload?.files[Symbol.asyncIterator]();
    const first = await files?.next();
    const file = first?.done === false ? first.value : null;
    if (file !== null && form().reads === 'yes') return { json: await factsOf(context, file) };
    const { once, proposal } = { once: requiredField({ form: form() }, 'once'), proposal: proposalOf(form()) };
    // The other fields arrive after the file.
    const font = async () => {
      await files?.next();
      return fontIn(form());
    };
    const added =
      file === null
        ? await context.perform(addFont, { once, proposal, body: withFacts(fontIn(form()), null) })
        : await context.storeFont(file.source, { name: file.name, once, font }, { proposal });
    await sendForReview(context, added);
    return { to: context.href('/theme', outcomeQuery(added)) };
  };
  return runForm(context, submit, (problem) => newFontPage({ ...context, form: form() }, problem));
}

type SentFile = Parameters<WorkContext['storeFont']>[0];

async function factsOf(context: WorkContext, { name, source }: { name: string; source: SentFile }): Promise<object> {
  try {
    return { ...(await context.readFont(source, name)), refused: [] };
  } catch (error) {
    return { refused: [refusedFile(name, error).reason] };
  }
}

/**
 * Font that a form describes. What is left empty is absent.
 *
 * @throws `invalid` for weights that are none
 */
function fontIn(form: Fields): SentFont {
  const ticked = Object.entries(form).flatMap(([name, value]) =>
    name.startsWith('role.') && value === 'yes' ? [Buffer.from(name.slice(5), 'base64url').toString()] : [],
  );
  const [family, style, role] = [form.family?.trim(), form.style, form.role?.trim()];
  const weights = form.weights?.split(/[,;\s]+/).filter((weight) => weight !== '');
  if (weights?.some((weight) => !/^\d{1,4}$/.test(weight)))
    throw invalidField('weights', 'A weight is a whole number from 1 to 1000.');
  return {
    ...(family && { family }),
    ...(weights?.length && { weights: weights.map(Number) }),
    ...(style === 'normal' || style === 'italic' ? { style } : {}),
    roles: [...ticked, ...(role ? [role] : [])],
    served_on_web: form.served_on_web === 'yes',
  };
}
