import * as lucide from 'lucide-static';

/** Icons in use (Lucide, ISC). */
const icons = {
  activity: lucide.Activity,
  archive: lucide.Archive,
  'arrow-down': lucide.ArrowDown,
  'arrow-left': lucide.ArrowLeft,
  'arrow-right': lucide.ArrowRight,
  'arrow-up': lucide.ArrowUp,
  'badge-check': lucide.BadgeCheck,
  bell: lucide.Bell,
  bold: lucide.Bold,
  building: lucide.Building,
  'calendar-clock': lucide.CalendarClock,
  chart: lucide.ChartNoAxesColumn,
  check: lucide.Check,
  'chevron-down': lucide.ChevronDown,
  'chevron-left': lucide.ChevronLeft,
  'chevron-right': lucide.ChevronRight,
  'circle-check': lucide.CircleCheck,
  'circle-dashed': lucide.CircleDashed,
  'circle-x': lucide.CircleX,
  clock: lucide.Clock,
  code: lucide.Code,
  'columns-2': lucide.Columns2,
  combine: lucide.Combine,
  copy: lucide.Copy,
  shapes: lucide.Shapes,
  'shield-check': lucide.ShieldCheck,
  download: lucide.Download,
  ellipsis: lucide.Ellipsis,
  'external-link': lucide.ExternalLink,
  eye: lucide.Eye,
  'eye-off': lucide.EyeOff,
  file: lucide.File,
  'file-image': lucide.FileImage,
  'file-text': lucide.FileText,
  fingerprint: lucide.FingerprintPattern,
  folder: lucide.Folder,
  'folder-down': lucide.FolderDown,
  'folder-plus': lucide.FolderPlus,
  'git-merge': lucide.GitMerge,
  'git-pull-request-arrow': lucide.GitPullRequestArrow,
  globe: lucide.Globe,
  'grip-vertical': lucide.GripVertical,
  group: lucide.Group,
  heading: lucide.Heading,
  'heading-2': lucide.Heading2,
  'heading-3': lucide.Heading3,
  heart: lucide.Heart,
  history: lucide.RotateCcwClock,
  house: lucide.House,
  image: lucide.Image,
  'image-plus': lucide.ImagePlus,
  'image-up': lucide.ImageUp,
  images: lucide.Images,
  info: lucide.Info,
  italic: lucide.Italic,
  'key-round': lucide.KeyRound,
  languages: lucide.Languages,
  layers: lucide.Layers,
  'layout-template': lucide.LayoutTemplate,
  link: lucide.Link,
  list: lucide.List,
  'list-collapse': lucide.ListCollapse,
  'list-ordered': lucide.ListOrdered,
  lock: lucide.Lock,
  'log-in': lucide.LogIn,
  mail: lucide.Mail,
  menu: lucide.Menu,
  'message-circle-question-mark': lucide.MessageCircleQuestionMark,
  'message-square': lucide.MessageSquare,
  moon: lucide.Moon,
  'mouse-pointer-click': lucide.MousePointerClick,
  'octagon-alert': lucide.OctagonAlert,
  palette: lucide.Palette,
  'panels-top-left': lucide.PanelsTopLeft,
  pencil: lucide.Pencil,
  pilcrow: lucide.Pilcrow,
  play: lucide.Play,
  plus: lucide.Plus,
  search: lucide.Search,
  settings: lucide.Settings,
  'settings-2': lucide.Settings2,
  'sliders-horizontal': lucide.SlidersHorizontal,
  sparkles: lucide.Sparkles,
  'spell-check': lucide.SpellCheck,
  sun: lucide.Sun,
  table: lucide.Table,
  tag: lucide.Tag,
  terminal: lucide.Terminal,
  text: lucide.TextAlignStart,
  'text-quote': lucide.TextQuote,
  trash: lucide.Trash,
  'triangle-alert': lucide.TriangleAlert,
  type: lucide.Type,
  'undo-2': lucide.Undo2,
  unlink: lucide.Unlink,
  upload: lucide.Upload,
  user: lucide.User,
  'user-round': lucide.UserRound,
  users: lucide.Users,
  webhook: lucide.Webhook,
  'wifi-off': lucide.WifiOff,
  x: lucide.X,
} as const;

export type IconName = keyof typeof icons;

/** An icon next to words, or in a control that has a name: screen readers skip it. Its shape comes from `spriteFor`. */
export function Icon({ name, size = '' }: { readonly name: IconName; readonly size?: 's' | 'l' | '' }) {
  return (
    <svg class={`i ${size}`.trimEnd()} aria-hidden="true">
      <use href={`#i-${name}`} />
    </svg>
  );
}

/** Shapes of the icons that a document uses, each once, to be put at its end. */
export function spriteFor(html: string): string {
  const names = new Set([...html.matchAll(/<use href="#i-([a-z0-9-]+)"/g)].map(([, name = '']) => name));
  // The message after copying has it.
  if (html.includes(' data-copy')) names.add('check');
  const symbols = [...names].filter(isIcon).map(symbolOf);
  return symbols.length === 0 ? '' : `<svg class="vh" aria-hidden="true">${symbols.join('')}</svg>`;
}

const isIcon = (name: string): name is IconName => Object.hasOwn(icons, name);

const symbolOf = (name: IconName): string => `<symbol id="i-${name}" viewBox="0 0 24 24">${shapesOf(name)}</symbol>`;

const shapesOf = (name: IconName): string => icons[name].replace(/^[^>]*>|<\/svg>\s*$/g, '').replace(/\s+/g, ' ');

/** Elements of the shapes of every icon, by its name, for pages that draw icons with their own script. */
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
