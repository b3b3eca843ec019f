import activity from 'lucide-static/dist/esm/icons/activity.mjs';
import arrowLeft from 'lucide-static/dist/esm/icons/arrow-left.mjs';
import arrowRight from 'lucide-static/dist/esm/icons/arrow-right.mjs';
import badgeCheck from 'lucide-static/dist/esm/icons/badge-check.mjs';
import building from 'lucide-static/dist/esm/icons/building.mjs';
import chart from 'lucide-static/dist/esm/icons/chart-no-axes-column.mjs';
import check from 'lucide-static/dist/esm/icons/check.mjs';
import chevronDown from 'lucide-static/dist/esm/icons/chevron-down.mjs';
import chevronRight from 'lucide-static/dist/esm/icons/chevron-right.mjs';
import circleCheck from 'lucide-static/dist/esm/icons/circle-check.mjs';
import clock from 'lucide-static/dist/esm/icons/clock.mjs';
import copy from 'lucide-static/dist/esm/icons/copy.mjs';
import download from 'lucide-static/dist/esm/icons/download.mjs';
import ellipsis from 'lucide-static/dist/esm/icons/ellipsis.mjs';
import externalLink from 'lucide-static/dist/esm/icons/external-link.mjs';
import eye from 'lucide-static/dist/esm/icons/eye.mjs';
import eyeOff from 'lucide-static/dist/esm/icons/eye-off.mjs';
import file from 'lucide-static/dist/esm/icons/file.mjs';
import fileImage from 'lucide-static/dist/esm/icons/file-image.mjs';
import fileText from 'lucide-static/dist/esm/icons/file-text.mjs';
import fingerprint from 'lucide-static/dist/esm/icons/fingerprint-pattern.mjs';
import folderDown from 'lucide-static/dist/esm/icons/folder-down.mjs';
import globe from 'lucide-static/dist/esm/icons/globe.mjs';
import house from 'lucide-static/dist/esm/icons/house.mjs';
import image from 'lucide-static/dist/esm/icons/image.mjs';
import info from 'lucide-static/dist/esm/icons/info.mjs';
import keyRound from 'lucide-static/dist/esm/icons/key-round.mjs';
import languages from 'lucide-static/dist/esm/icons/languages.mjs';
import layers from 'lucide-static/dist/esm/icons/layers.mjs';
import layoutTemplate from 'lucide-static/dist/esm/icons/layout-template.mjs';
import link from 'lucide-static/dist/esm/icons/link.mjs';
import lock from 'lucide-static/dist/esm/icons/lock.mjs';
import logIn from 'lucide-static/dist/esm/icons/log-in.mjs';
import mail from 'lucide-static/dist/esm/icons/mail.mjs';
import menu from 'lucide-static/dist/esm/icons/menu.mjs';
import moon from 'lucide-static/dist/esm/icons/moon.mjs';
import octagonAlert from 'lucide-static/dist/esm/icons/octagon-alert.mjs';
import palette from 'lucide-static/dist/esm/icons/palette.mjs';
import pencil from 'lucide-static/dist/esm/icons/pencil.mjs';
import play from 'lucide-static/dist/esm/icons/play.mjs';
import plus from 'lucide-static/dist/esm/icons/plus.mjs';
import history from 'lucide-static/dist/esm/icons/rotate-ccw-clock.mjs';
import search from 'lucide-static/dist/esm/icons/search.mjs';
import settings from 'lucide-static/dist/esm/icons/settings.mjs';
import settings2 from 'lucide-static/dist/esm/icons/settings-2.mjs';
import sparkles from 'lucide-static/dist/esm/icons/sparkles.mjs';
import sun from 'lucide-static/dist/esm/icons/sun.mjs';
import terminal from 'lucide-static/dist/esm/icons/terminal.mjs';
import trash from 'lucide-static/dist/esm/icons/trash.mjs';
import triangleAlert from 'lucide-static/dist/esm/icons/triangle-alert.mjs';
import type from 'lucide-static/dist/esm/icons/type.mjs';
import undo2 from 'lucide-static/dist/esm/icons/undo-2.mjs';
import upload from 'lucide-static/dist/esm/icons/upload.mjs';
import user from 'lucide-static/dist/esm/icons/user.mjs';
import users from 'lucide-static/dist/esm/icons/users.mjs';
import webhook from 'lucide-static/dist/esm/icons/webhook.mjs';
import x from 'lucide-static/dist/esm/icons/x.mjs';

/** Icons in use (Lucide, ISC). */
const icons = {
  'arrow-left': arrowLeft,
  'arrow-right': arrowRight,
  'badge-check': badgeCheck,
  check,
  'chevron-down': chevronDown,
  'chevron-right': chevronRight,
  'circle-check': circleCheck,
  copy,
  download,
  'external-link': externalLink,
  'eye-off': eyeOff,
  file,
  'file-image': fileImage,
  'file-text': fileText,
  'folder-down': folderDown,
  history,
  image,
  info,
  languages,
  link,
  lock,
  'log-in': logIn,
  mail,
  menu,
  moon,
  'octagon-alert': octagonAlert,
  pencil,
  play,
  search,
  'settings-2': settings2,
  sun,
  'triangle-alert': triangleAlert,
  user,
  x,
  chart,
  building,
  clock,
  ellipsis,
  eye,
  fingerprint,
  globe,
  house,
  'key-round': keyRound,
  layers,
  'layout-template': layoutTemplate,
  palette,
  plus,
  settings,
  sparkles,
  terminal,
  trash,
  type,
  'undo-2': undo2,
  upload,
  users,
  webhook,
  activity,
} as const;

export type IconName = keyof typeof icons;

/** An icon next to words, or in a control that has a name: programs that read pages aloud skip it. Its shape comes from `spriteFor`. */
export function Icon({ name, size = '' }: { readonly name: IconName; readonly size?: 's' | 'l' | '' }) {
  return (
    <svg class={`i ${size}`.trimEnd()} aria-hidden="true">
      <use href={`#i-${name}`} />
    </svg>
  );
}

/** Shapes of the icons that a document uses, each once, to be put at its end. */
export function spriteFor(html: string): string {
  const names = new Set([...html.matchAll(/<use href="#i-([a-z0-9-]+)"/g)].map(([, name]) => name as IconName));
  // The message after copying has it.
  if (html.includes(' data-copy')) names.add('check');
  const symbols = [...names].filter((name) => Object.hasOwn(icons, name)).map((name) => symbolOf(name));
  return symbols.length === 0 ? '' : `<svg class="vh" aria-hidden="true">${symbols.join('')}</svg>`;
}

const symbolOf = (name: IconName): string =>
  `<symbol id="i-${name}" viewBox="0 0 24 24">${icons[name].replace(/^[^>]*>|<\/svg>\s*$/g, '').replace(/\s+/g, ' ')}</symbol>`;
