import { ttf } from './fonts.js';
import { type Field, formsIn, type PageForm } from './form-fields.js';
import { portal } from './portal-fixture.js';
import { backendOrigin, type WorkspaceClient, type WorkspaceReply, workspaceRoutes } from './workspace.js';
import { type Ids, pageAddresses } from './workspace-pages.js';

export interface Found extends PageForm {
  /** Route of the form. */
  readonly path: string;
  /** Route and action. */
  readonly name: string;
  /** Address of the page that it is on. */
  readonly on: string;
}

const routeOf = (at: string): string => {
  const [address = ''] = at.split(/[?#]/);
  const isAt = ({ method, path }: (typeof workspaceRoutes)[number]): boolean =>
    method === 'POST' && new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`).test(address);
  return workspaceRoutes.find(isAt)?.path ?? `no route: ${at}`;
};

export const fieldIn = ({ fields }: Pick<PageForm, 'fields'>, name: string) =>
  fields.find(([one]) => one === name)?.[1];

/** The forms of a page. */
export async function formsOn(person: WorkspaceClient, on: string): Promise<Found[]> {
  const { status, text } = await person.get(on);
  if (status !== 200) throw new Error(`${on}: ${status}`);
  return formsIn(text, on).map((form) => {
    const path = routeOf(form.at);
    const action = fieldIn(form, 'action')?.split('.')[0] ?? '';
    return { ...form, path, on, name: `${path} ${action}`.trim() };
  });
}

/** Every form of every page, once for each page. */
export async function everyForm(person: WorkspaceClient, ids: Ids, isSeen = (_: string) => true): Promise<Found[]> {
  const more = [`/brands/northlight/media/${ids.unreleased}`, `/brands/northlight/notes/${ids.done}`, '/brands/other'];
  const found: Found[] = [];
  for (const on of [...pageAddresses(ids).values(), ...more]) {
    if (isSeen(on)) found.push(...(await formsOn(person, on)));
  }
  return found;
}

/** Each form once: the first of several with one name. */
export const first = (forms: readonly Found[]): Found[] => [
  ...new Map(forms.toReversed().map((one) => [one.name, one])).values(),
];

/** Forms in an order in which each finds what it changes: those that take something away come last. */
export function sendable(forms: readonly Found[]): Found[] {
  const last = [
    / (up|down)$/,
    /./,
    / withdraw$/,
    /:note resolve$/,
    / (remove|take)$|:key revoke$/,
    /purge$/,
    / delete$/,
    /brand\/restore$/,
    / erase$/,
    /operator archive$/,
    /^\/me$/,
  ];
  const order = ({ name }: Found): number =>
    last.findLastIndex((one) => one.test(name)) - (/ up$/.test(name) ? 2 : / down$/.test(name) ? 1 : 0);
  return forms.toSorted((a, b) => order(a) - order(b));
}

export const samples: Readonly<Record<string, string>> = {
  ...{ title: 'Sent', name: 'Sent', label: 'Sent', family: 'Sent', body: 'Sent.', key: 'sent', hex: '#123456' },
  ...{ primary: '#123456', url: 'https://sent.example/', since: '7', version: '' },
  words: 'Sent',
  ...{ 'texts.name': 'Gesendet', 'texts.sentence': 'Gesendet' },
  ids: '103',
  'languages.2.tag': 'nl',
  note: 'Sent',
  address: 'sent@company.example',
  at: '2026-12-13 08:00',
};

/** Fields of a form that someone has filled in. */
export function filled(form: Found): Field[] {
  const { path, name, fields, boxes, buttons } = form;
  const isGuard = (field: string): boolean => ['version', 'once', 'base', 'plan'].includes(field);
  const typed = fields.map(([field, value]): Field => [field, isGuard(field) ? value : (samples[field] ?? value)]);
  const ticked = boxes.filter(([box]) => ['entry', 'medium', 'force', 'template'].includes(box)).slice(0, 1);
  const slugs = { '/brands/:brand/restore': 'northlight', '/operator/archived': 'shelved' };
  // Where a theme has a text, it is a colour.
  const text: Field[] = path.includes('/notes/') ? [['text', 'Sent']] : [];
  const slug = { ...slugs, '/brands/:brand/media/collections/:collection': 'sent-1' }[path] ?? '';
  const pressed = buttons.filter(([, value]) => ['all', 'take-out', 'release', 'save'].includes(value)).slice(0, 1);
  const ofFont: Field[] = [
    ['role', 'sent'],
    ['served_on_web', 'yes'],
  ];
  // A key that was used lately is revoked after a question.
  const sure: Field[] = name.endsWith('revoke') ? [['sure', 'yes']] : [];
  return [
    ...(name.endsWith('theme/font') ? ofFont : []),
    // The first value of a name counts: a box has one for not ticked behind it.
    ...ticked,
    ...sure,
    ...text,
    ...typed.map(([field, value]): Field => (field === 'slug' ? [field, slug] : [field, value])),
    ...pressed,
  ];
}

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>';

const fileFor = (at: string): File =>
  at.endsWith('/theme/font')
    ? new File([new Uint8Array(ttf({ family: 'Sent', weight: 400 }))], 'sent.ttf')
    : new File([drawing], 'sent.svg');

export function send(
  person: WorkspaceClient,
  { at, isUpload }: PageForm,
  fields: readonly Field[],
  headers: Record<string, string> = own(),
) {
  const body = isUpload ? new FormData() : new URLSearchParams();
  for (const [name, value] of fields) if (name !== 'file') body.append(name, value);
  if (body instanceof FormData) body.append('file', fileFor(at));
  return person.send('POST', at.split('#')[0] ?? at, { body, headers });
}

export const own = (): Record<string, string> => ({ Origin: backendOrigin(portal) });

/** Fields of the form with this action, or without one, as a browser sends them unchanged. @throws when the page has none */
export function fieldsOf(html: string, action: string | undefined): Record<string, string> {
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
  const form = formsIn(main, '').find((one) => fieldIn(one, 'action') === action);
  if (form === undefined) throw new Error(`No form with the action ${action}`);
  return Object.fromEntries(form.fields.toReversed());
}

/** One-time name of a form of a page. */
export async function onceIn(person: WorkspaceClient, path: string): Promise<string> {
  return /name="once" value="([^"]+)"/.exec((await person.get(path)).text)?.[1] ?? '';
}

/** Sends the form of a page with this action, filled in. */
export async function fill(
  person: WorkspaceClient,
  path: string,
  action: string | undefined,
  typed: Readonly<Record<string, string>> = {},
): Promise<WorkspaceReply> {
  const { text } = await person.get(path);
  return person.post(path, { ...fieldsOf(text, action), ...typed });
}
