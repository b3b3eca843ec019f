import activity from 'lucide-static/dist/esm/icons/activity.mjs';
import arrowDown from 'lucide-static/dist/esm/icons/arrow-down.mjs';
import arrowLeft from 'lucide-static/dist/esm/icons/arrow-left.mjs';
import arrowRight from 'lucide-static/dist/esm/icons/arrow-right.mjs';
import arrowUp from 'lucide-static/dist/esm/icons/arrow-up.mjs';
import badgeCheck from 'lucide-static/dist/esm/icons/badge-check.mjs';
import bold from 'lucide-static/dist/esm/icons/bold.mjs';
import building from 'lucide-static/dist/esm/icons/building.mjs';
import calendarClock from 'lucide-static/dist/esm/icons/calendar-clock.mjs';
import chart from 'lucide-static/dist/esm/icons/chart-no-axes-column.mjs';
import check from 'lucide-static/dist/esm/icons/check.mjs';
import chevronDown from 'lucide-static/dist/esm/icons/chevron-down.mjs';
import chevronLeft from 'lucide-static/dist/esm/icons/chevron-left.mjs';
import chevronRight from 'lucide-static/dist/esm/icons/chevron-right.mjs';
import circleCheck from 'lucide-static/dist/esm/icons/circle-check.mjs';
import clock from 'lucide-static/dist/esm/icons/clock.mjs';
import code from 'lucide-static/dist/esm/icons/code.mjs';
import columns2 from 'lucide-static/dist/esm/icons/columns-2.mjs';
import combine from 'lucide-static/dist/esm/icons/combine.mjs';
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
import gitMerge from 'lucide-static/dist/esm/icons/git-merge.mjs';
import gitPullRequestArrow from 'lucide-static/dist/esm/icons/git-pull-request-arrow.mjs';
import globe from 'lucide-static/dist/esm/icons/globe.mjs';
import gripVertical from 'lucide-static/dist/esm/icons/grip-vertical.mjs';
import group from 'lucide-static/dist/esm/icons/group.mjs';
import heading from 'lucide-static/dist/esm/icons/heading.mjs';
import heading2 from 'lucide-static/dist/esm/icons/heading-2.mjs';
import heading3 from 'lucide-static/dist/esm/icons/heading-3.mjs';
import house from 'lucide-static/dist/esm/icons/house.mjs';
import image from 'lucide-static/dist/esm/icons/image.mjs';
import imagePlus from 'lucide-static/dist/esm/icons/image-plus.mjs';
import imageUp from 'lucide-static/dist/esm/icons/image-up.mjs';
import images from 'lucide-static/dist/esm/icons/images.mjs';
import info from 'lucide-static/dist/esm/icons/info.mjs';
import italic from 'lucide-static/dist/esm/icons/italic.mjs';
import keyRound from 'lucide-static/dist/esm/icons/key-round.mjs';
import languages from 'lucide-static/dist/esm/icons/languages.mjs';
import layers from 'lucide-static/dist/esm/icons/layers.mjs';
import layoutTemplate from 'lucide-static/dist/esm/icons/layout-template.mjs';
import link from 'lucide-static/dist/esm/icons/link.mjs';
import list from 'lucide-static/dist/esm/icons/list.mjs';
import listCollapse from 'lucide-static/dist/esm/icons/list-collapse.mjs';
import listOrdered from 'lucide-static/dist/esm/icons/list-ordered.mjs';
import lock from 'lucide-static/dist/esm/icons/lock.mjs';
import logIn from 'lucide-static/dist/esm/icons/log-in.mjs';
import mail from 'lucide-static/dist/esm/icons/mail.mjs';
import menu from 'lucide-static/dist/esm/icons/menu.mjs';
import messageSquare from 'lucide-static/dist/esm/icons/message-square.mjs';
import moon from 'lucide-static/dist/esm/icons/moon.mjs';
import mousePointerClick from 'lucide-static/dist/esm/icons/mouse-pointer-click.mjs';
import octagonAlert from 'lucide-static/dist/esm/icons/octagon-alert.mjs';
import palette from 'lucide-static/dist/esm/icons/palette.mjs';
import panelsTopLeft from 'lucide-static/dist/esm/icons/panels-top-left.mjs';
import pencil from 'lucide-static/dist/esm/icons/pencil.mjs';
import pilcrow from 'lucide-static/dist/esm/icons/pilcrow.mjs';
import play from 'lucide-static/dist/esm/icons/play.mjs';
import plus from 'lucide-static/dist/esm/icons/plus.mjs';
import history from 'lucide-static/dist/esm/icons/rotate-ccw-clock.mjs';
import search from 'lucide-static/dist/esm/icons/search.mjs';
import settings from 'lucide-static/dist/esm/icons/settings.mjs';
import settings2 from 'lucide-static/dist/esm/icons/settings-2.mjs';
import sparkles from 'lucide-static/dist/esm/icons/sparkles.mjs';
import spellCheck from 'lucide-static/dist/esm/icons/spell-check.mjs';
import sun from 'lucide-static/dist/esm/icons/sun.mjs';
import table from 'lucide-static/dist/esm/icons/table.mjs';
import terminal from 'lucide-static/dist/esm/icons/terminal.mjs';
import textQuote from 'lucide-static/dist/esm/icons/text-quote.mjs';
import trash from 'lucide-static/dist/esm/icons/trash.mjs';
import triangleAlert from 'lucide-static/dist/esm/icons/triangle-alert.mjs';
import type from 'lucide-static/dist/esm/icons/type.mjs';
import undo2 from 'lucide-static/dist/esm/icons/undo-2.mjs';
import upload from 'lucide-static/dist/esm/icons/upload.mjs';
import user from 'lucide-static/dist/esm/icons/user.mjs';
import users from 'lucide-static/dist/esm/icons/users.mjs';
import webhook from 'lucide-static/dist/esm/icons/webhook.mjs';
import wifiOff from 'lucide-static/dist/esm/icons/wifi-off.mjs';
import x from 'lucide-static/dist/esm/icons/x.mjs';

/** Icons in use (Lucide, ISC). */
const icons = {
  activity,
  'arrow-down': arrowDown,
  'arrow-left': arrowLeft,
  'arrow-right': arrowRight,
  'arrow-up': arrowUp,
  'badge-check': badgeCheck,
  bold,
  building,
  'calendar-clock': calendarClock,
  chart,
  check,
  'chevron-down': chevronDown,
  'chevron-left': chevronLeft,
  'chevron-right': chevronRight,
  'circle-check': circleCheck,
  clock,
  code,
  'columns-2': columns2,
  combine,
  copy,
  download,
  ellipsis,
  'external-link': externalLink,
  eye,
  'eye-off': eyeOff,
  file,
  'file-image': fileImage,
  'file-text': fileText,
  fingerprint,
  'folder-down': folderDown,
  'git-merge': gitMerge,
  'git-pull-request-arrow': gitPullRequestArrow,
  globe,
  'grip-vertical': gripVertical,
  group,
  heading,
  'heading-2': heading2,
  'heading-3': heading3,
  history,
  house,
  image,
  'image-plus': imagePlus,
  'image-up': imageUp,
  images,
  info,
  italic,
  'key-round': keyRound,
  languages,
  layers,
  'layout-template': layoutTemplate,
  link,
  list,
  'list-collapse': listCollapse,
  'list-ordered': listOrdered,
  lock,
  'log-in': logIn,
  mail,
  menu,
  'message-square': messageSquare,
  moon,
  'mouse-pointer-click': mousePointerClick,
  'octagon-alert': octagonAlert,
  palette,
  'panels-top-left': panelsTopLeft,
  pencil,
  pilcrow,
  play,
  plus,
  search,
  settings,
  'settings-2': settings2,
  sparkles,
  'spell-check': spellCheck,
  sun,
  table,
  terminal,
  'text-quote': textQuote,
  trash,
  'triangle-alert': triangleAlert,
  type,
  'undo-2': undo2,
  upload,
  user,
  users,
  webhook,
  'wifi-off': wifiOff,
  x,
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

const symbolOf = (name: IconName): string => `<symbol id="i-${name}" viewBox="0 0 24 24">${shapesOf(name)}</symbol>`;

const shapesOf = (name: IconName): string => icons[name].replace(/^[^>]*>|<\/svg>\s*$/g, '').replace(/\s+/g, ' ');

/** Elements of the shapes of every icon, by its name, for pages that draw icons by themselves. */
export function iconShapes(): [name: string, shapes: [tag: string, attributes: Record<string, string>][]][] {
  return Object.entries(icons).map(([name, svg]) => {
    const elements = [...svg.matchAll(/<(path|circle|rect|line|polyline|polygon|ellipse) ([^>]*?)\/>/g)];
    return [
      name,
      elements.map(([, tag = '', attributes = '']) => {
        const named = [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]);
        return [tag, Object.fromEntries(named)];
      }),
    ];
  });
}
