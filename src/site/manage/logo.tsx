import { fileTypeOf } from '../../content/files/types.js';
import { maxSvgBytes, svgColors } from '../../content/svg-colors.js';
import { invalidField, type PortalError } from '../../lib/errors.js';
import { takeLogo } from '../../operations/logo.js';
import { uploadMedia } from '../../operations/media-files.js';
import { words } from '../../words/words.js';
import type { WorkContext } from '../context.js';
import { requiredField } from '../form-fields.js';
import type { WorkReply } from '../replies.js';
import { proposalOf, sendForReview } from './parts/for-review.js';
import { doneNotice, outcomeQuery } from './parts/notices.js';
import { refusalNotice, runForm } from './parts/refusal.js';
import { Crumb, LinkLine } from './parts/text.js';
import { refusedFile, UploadForm } from './parts/upload.js';

/** Page of the form for the logo of a new brand. */
export async function logoPage(context: WorkContext, problem: PortalError | null = null): Promise<WorkReply> {
  const texts = words().logo;
  const body = (
    <div class="narrow">
      {await doneNotice(context)}
      {refusalNotice(context, problem)}
      <Crumb up={[context.href('/portal'), words().places.portal]}>{texts.title}</Crumb>
      <h1>{texts.title}</h1>
      <p>{texts.hint}</p>
      <UploadForm
        context={context}
        action={context.href('/logo')}
        label={texts.file}
        button={texts.upload}
        isPrimary
        writes={uploadMedia}
        asksPlace={false}
      />
      <LinkLine to={context.href('/portal')} text={texts.choose} />
    </div>
  );
  return { title: texts.title, body };
}

/** Stores the file as a released medium, and makes it the logo. */
export function uploadLogo(context: WorkContext): Promise<WorkReply> {
  const { upload, store, href } = context;
  const texts = words().logo;
  const submit = async (): Promise<WorkReply> => {
    for await (const { name, source } of upload?.files ?? []) {
      const form = upload?.fields() ?? {};
      const once = requiredField({ form }, 'once');
      const isScript = form.by === 'script';
      const copy = copied(source);
      const sent = { name, once, metadata: { title: texts.mediumTitle }, keepsPlace: false };
      try {
        if (fileTypeOf(name.toLowerCase())?.kind !== 'image')
          throw invalidField('file', 'A logo is a picture: SVG, PNG, JPEG or WebP.');
        const { value, proposal } = await store(copy.source, sent, { proposal: proposalOf(form) });
        const colors = svgColors(copy.text()).map((hex, at) => ({
          name: texts.colorNames[at] ?? hex.toUpperCase(),
          hex,
        }));
        const taken = await context.perform(takeLogo, {
          once: `${once} logo`,
          body: { medium: value.id, colors },
          proposal: proposal ?? undefined,
        });
        await sendForReview(context, taken);
        const to = href(taken.proposal ? '/logo' : '/', outcomeQuery(taken));
        return isScript ? { json: { to, refused: [] } } : { to };
      } catch (error) {
        if (!isScript) throw error;
        return { json: { refused: [refusedFile(name, error).reason] } };
      }
    }
    throw invalidField('file', 'Choose a file first.');
  };
  return runForm(context, submit, (problem) => logoPage(context, problem));
}

/** The bytes as they pass, and the text of those that a drawing may have. */
function copied(source: AsyncIterable<Uint8Array>) {
  const kept: Uint8Array[] = [];
  let bytes = 0;
  async function* passing(): AsyncIterable<Uint8Array> {
    for await (const chunk of source) {
      bytes += chunk.length;
      if (bytes <= maxSvgBytes) kept.push(chunk);
      yield chunk;
    }
  }
  return { source: passing(), text: () => (bytes > maxSvgBytes ? '' : Buffer.concat(kept).toString()) };
}
