/** An icon of Lucide as the text of an `svg` element. */
declare module 'lucide-static/dist/esm/icons/*.mjs' {
  const svg: string;
  export default svg;
}
