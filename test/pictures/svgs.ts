/** Members of an `<svg>`, none of which a browser may be given as it is. */
export const hostileMembers: Readonly<Record<string, string>> = {
  'a script': '<script>alert(1)</script>',
  'a script of another file': '<script href="https://evil.example/a.js"/>',
  'a script with a prefix': '<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>',
  'a script of XHTML': '<h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script>',
  'a handler': '<rect onload="alert(1)" width="1" height="1"/>',
  'a handler in capitals': '<rect ONCLICK="alert(1)" width="1" height="1"/>',
  'a link that runs': '<a href="javascript:alert(1)"><text>x</text></a>',
  'a link elsewhere': '<a xlink:href="https://evil.example"><text>x</text></a>',
  'HTML in it': '<foreignObject><div xmlns="http://www.w3.org/1999/xhtml"><b>x</b></div></foreignObject>',
  'a frame in it':
    '<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="https://evil.example"/></foreignObject>',
  'a frame of no namespace': '<iframe xmlns="" src="https://evil.example"/>',
  'a picture elsewhere': '<image href="http://evil.example/a.png" width="1" height="1"/>',
  'a picture on this machine': '<image xlink:href="file:///etc/passwd" width="1" height="1"/>',
  'a picture next to it': '<image href="secret.png" width="1" height="1"/>',
  'an SVG in a data address': '<image href="data:image/svg+xml;base64,PHN2Zy8+" width="1" height="1"/>',
  'HTML in a data address': '<use href="data:text/html,x#a"/>',
  'a part of another file': '<use href="https://evil.example/a.svg#a"/>',
  'a filter that fetches': '<filter id="f"><feImage href="//evil.example/a.png"/></filter>',
  'an import in CSS': '<style>@import "https://evil.example/a.css";</style>',
  'an import in CDATA': '<style><![CDATA[@im]]><![CDATA[port url(//evil.example)]]></style>',
  'an address in CSS': '<style>rect { fill: url(https://evil.example/a.svg#a) }</style>',
  'an escape in CSS': String.raw`<rect style="fill: \75rl(//evil.example)" width="1" height="1"/>`,
  'an escape in an attribute': String.raw`<rect fill="\75 rl(//evil.example)" width="1" height="1"/>`,
  'a set of pictures in CSS': '<rect style="fill: image-set(\'//evil.example\' 1x)" width="1" height="1"/>',
  'an address in an attribute': '<rect filter="url( &quot;http://evil.example#f&quot; )" width="1" height="1"/>',
  'an animation of an address': '<set attributeName="href" to="javascript:alert(1)"/>',
  'an animation': '<animate attributeName="xlink:href" values="javascript:alert(1)"/>',
  'another base': '<g xml:base="https://evil.example/"><use href="#a"/></g>',
  'a handler of XML Events': '<e:listener xmlns:e="http://www.w3.org/2001/xml-events" event="load" handler="#a"/>',
  'an inclusion': '<i:include xmlns:i="http://www.w3.org/2001/XInclude" href="https://evil.example"/>',
  'a style sheet as an instruction': '<?xml-stylesheet href="https://evil.example/a.css"?>',
};

const head = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9">';

export const svgOf = (members: string, before = ''): string => `${before}${head}${members}</svg>`;

const entities = Array.from({ length: 10 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('');

export const hostileDocuments: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(hostileMembers).map(([name, members]) => [name, svgOf(members)])),
  'a style sheet before it': svgOf('', '<?xml-stylesheet href="https://evil.example/a.xsl" type="text/xsl"?>'),
  'an entity from elsewhere': svgOf('<text>&x;</text>', '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
  'a parameter entity': svgOf('', '<!DOCTYPE svg [<!ENTITY % x SYSTEM "https://evil.example">%x;]>'),
  'a DTD elsewhere': svgOf('', '<!DOCTYPE svg SYSTEM "https://evil.example/a.dtd">'),
  'an attribute from a DTD': svgOf('', '<!DOCTYPE svg [<!ATTLIST svg onload CDATA "alert(1)">]>'),
  'an element from an entity': svgOf('&x;', '<!DOCTYPE svg [<!ENTITY x "<script>alert(1)</script>">]>'),
  'a billion laughs': svgOf('<text>&l10;</text>', `<!DOCTYPE svg [<!ENTITY l0 "ha">${entities}]>`),
  'an entity declared twice, of which browsers take the first': svgOf(
    '<x:script xmlns:x="&n;">alert(1)</x:script>',
    '<!DOCTYPE svg [<!ENTITY n "http://www.w3.org/1999/xhtml"><!ENTITY n "http://www.inkscape.org/namespaces/inkscape">]>',
  ),
  'an entity that browsers know without it': svgOf(
    '<rect style="fill:url(&apos;http://evil.example&apos;)" width="1" height="1"/>',
    '<!DOCTYPE svg [<!ENTITY apos "#">]>',
  ),
  'another encoding': svgOf('', '<?xml version="1.0" encoding="ISO-2022-JP"?>'),
  'HTML at the top': '<html xmlns="http://www.w3.org/1999/xhtml"><svg xmlns="http://www.w3.org/2000/svg"/></html>',
  'no namespace': '<svg viewBox="0 0 9 9"><rect width="1" height="1"/></svg>',
  'what is not well-formed': svgOf('<g>'),
  '100,000 levels': svgOf(`${'<g>'.repeat(100_000)}${'</g>'.repeat(100_000)}`),
};

/** Forms in which editors save logos. */
export const goodDocuments: Readonly<Record<string, string>> = {
  Illustrator: `<?xml version="1.0" encoding="utf-8"?>
<!-- Generator: Adobe Illustrator 27.0, SVG Export Plug-In . SVG Version: 6.00 Build 0)  -->
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [
  <!ENTITY ns_extend "http://ns.adobe.com/Extensibility/1.0/">
  <!ENTITY ns_ai "http://ns.adobe.com/AdobeIllustrator/10.0/">
  <!ENTITY ns_svg "http://www.w3.org/2000/svg">
]>
<svg version="1.1" id="Layer_1" xmlns:x="&ns_extend;" xmlns:i="&ns_ai;" xmlns="&ns_svg;" xmlns:xlink="http://www.w3.org/1999/xlink"
  x="0px" y="0px" viewBox="0 0 100 40" style="enable-background:new 0 0 100 40;" xml:space="preserve" i:viewOrigin="0 0">
<style type="text/css">.st0{fill:#0B1F3A;} .st1{fill:url(#g1);clip-path:url('#c');}</style>
<switch><foreignObject requiredExtensions="&ns_ai;" x="0" y="0" width="1" height="1">
  <i:pgfRef xlink:href="#adobe_illustrator_pgf"></i:pgfRef></foreignObject>
<g i:extraneous="self"><linearGradient id="g1" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="9" y2="0"><stop offset="0" style="stop-color:#FFF"/>
</linearGradient><clipPath id="c"><rect width="100" height="40"/></clipPath><path class="st1" d="M0,0h9v9H0z"/></g></switch>
<i:pgf id="adobe_illustrator_pgf">eJzsvWuTZMdtIPZ9/</i:pgf></svg>`,
  Inkscape: `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<svg width="210mm" height="297mm" viewBox="0 0 210 297" version="1.1" id="svg5" inkscape:version="1.2" sodipodi:docname="logo.svg"
 xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"
 xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:cc="http://creativecommons.org/ns#" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns="http://www.w3.org/2000/svg" xmlns:svg="http://www.w3.org/2000/svg">
<sodipodi:namedview id="n" pagecolor="#ffffff" inkscape:zoom="0.74"><inkscape:grid type="xygrid" id="grid1"/></sodipodi:namedview>
<metadata><rdf:RDF><cc:Work rdf:about=""><dc:format>image/svg+xml</dc:format><dc:type rdf:resource="http://purl.org/dc/dcmitype/StillImage"/></cc:Work></rdf:RDF></metadata>
<g inkscape:label="Layer 1" inkscape:groupmode="layer"><path style="fill:#ff0000;-inkscape-font-specification:'sans-serif'" d="M 1,1 Z" sodipodi:nodetypes="cc"/></g></svg>`,
  Figma: `<svg width="24" height="24" viewBox="0 0 24 24" fill="none" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">
<g filter="url(#f)"><mask id="m" style="mask-type:alpha" maskUnits="userSpaceOnUse" x="0" y="0" width="24" height="24"><rect width="24" height="24" fill="#D9D9D9"/></mask>
<g mask="url(#m)"><rect width="24" height="24" fill="url(#p)"/></g></g><defs><pattern id="p" patternContentUnits="objectBoundingBox" width="1" height="1"><use xlink:href="#i" transform="scale(0.5)"/></pattern>
<filter id="f" x="0" y="0" width="24" height="24" filterUnits="userSpaceOnUse" color-interpolation-filters="sRGB"><feFlood flood-opacity="0" result="b"/><feBlend in="SourceGraphic" in2="b"/></filter>
<image id="i" width="1" height="1" xlink:href="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="/></defs></svg>`,
  Sketch: `<?xml version="1.0" encoding="UTF-8"?>
<svg width="40px" height="40px" viewBox="0 0 40 40" version="1.1" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:sketch="http://www.bohemiancoding.com/sketch/ns">
<title>logo</title><desc>Created with Sketch.</desc><defs><polygon id="path-1" points="0 0 40 0 40 40"/></defs>
<g id="Page-1" stroke="none" stroke-width="1" fill="none" fill-rule="evenodd" sketch:type="MSPage"><mask id="mask-2" fill="white"><use xlink:href="#path-1"/></mask>
<text font-family="Helvetica-Bold, Helvetica" font-size="12" fill="#000"><tspan x="1" y="12">A &amp; B</tspan></text></g></svg>`,
};
