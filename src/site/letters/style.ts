import type { Pair } from '../frame/theme.js';

/**
 * Style sheet of a letter: one column, no table, the font of the system. Programs that know no media queries show the light look.
 *
 * @param color a colour of the sender's theme by the name of its custom property
 */
export function letterStyle(color: (name: string) => Pair): string {
  const look = (name: 'light' | 'dark'): string => {
    const of = (property: string): string => color(property)[name];
    return [
      `.m{background:${of('sunken')};color:${of('ink')}}`,
      `.m .mi{background:${of('raised')};border-top:4px solid ${of('accent')}}`,
      `.m h2,.m li small,.m .sm,.m .why,.m .why a{color:${of('ink-2')}}`,
      `.m ul,.m li{border-color:${of('line')}}`,
      `.m a{color:${of('link')}}`,
      `.m li a{color:${of('ink')}}`,
      `.m a.go{background:${of('action')};color:${of('action-on')}}`,
      `.m .q{border-color:${of('accent')};color:${of('ink-2')}}`,
    ].join('');
  };
  const hidden = (name: string): string => `.m .lg.${name}{display:none}`;
  const dark = `${look('dark')}.m .lg.d{display:block}${hidden('l')}`;
  return `${shape}${look('light')}${hidden('d')}@media (prefers-color-scheme:dark){${dark}}${narrow}`;
}

const shape = [
  '.m{margin:0;padding:24px 12px;font:400 15px/24px -apple-system,"Segoe UI",Roboto,Arial,sans-serif}',
  '.m *{box-sizing:border-box}',
  '.m .mi{max-width:560px;margin:0 auto;padding:28px 32px 32px;border-radius:0 0 12px 12px}',
  '.m .lg{height:22px;width:auto;display:block;margin:0 0 24px}',
  '.m .nm{margin:0 0 24px;font-size:14px;line-height:22px;font-weight:650}',
  '.m h1{margin:0 0 10px;font-size:21px;line-height:28px;font-weight:650;letter-spacing:-.01em;overflow-wrap:anywhere}',
  '.m p{margin:0 0 14px}',
  '.m h2{margin:24px 0 6px;font-size:13px;line-height:18px;font-weight:600;overflow-wrap:anywhere}',
  '.m ul{margin:0;padding:0;list-style:none;border-top:1px solid}',
  '.m li{padding:10px 0;border-bottom:1px solid;overflow-wrap:anywhere}',
  '.m li b{display:block;font-weight:600}',
  '.m li small,.m .sm{font-size:13px;line-height:19px}',
  '.m li a{text-decoration:none}',
  '.m a.go{display:inline-block;margin:22px 0 4px;padding:12px 22px;border-radius:8px;font-weight:600;text-decoration:none}',
  '.m .why{max-width:560px;margin:18px auto 0;padding:0 32px;font-size:12.5px;line-height:19px}',
  '.m .q{margin:0 0 14px;padding:2px 0 2px 14px;border-left:3px solid;white-space:pre-line;overflow-wrap:anywhere}',
].join('');

const narrow =
  '@media (max-width:480px){.m{padding:0}.m .mi{padding:24px 20px;border-radius:0}.m a.go{display:block;text-align:center}.m .why{padding:0 20px 24px}}';
