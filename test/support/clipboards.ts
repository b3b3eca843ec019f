/** Clipboards in the forms that programs write, by hand; and what a text should have of them. */
interface Clipboard {
  readonly from: string;
  readonly html: string;
  readonly text: string;
  readonly pictures?: number;
}

const ignored = (marker: string): string =>
  `<![if !supportLists]><span lang=EN-US style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>${marker}<span\nstyle='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>`;

const wordItem = (level: number, marker: string, text: string): string =>
  `<p class=MsoListParagraphCxSpMiddle style='margin-left:${level * 36}.0pt;mso-add-space:auto;text-indent:-18.0pt;mso-list:l0 level${level} lfo1'>${ignored(marker)}<span lang=EN-US>${text}<o:p></o:p></span></p>\n`;

const word = (
  body: string,
): string => `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=Generator content="Microsoft Word 15">
<!--[if gte mso 9]><xml><o:OfficeDocumentSettings><o:AllowPNG/></o:OfficeDocumentSettings></xml><![endif]-->
<style><!-- p.MsoNormal {margin:0cm; mso-style-unhide:no;} @list l0 {mso-list-id:1;} --></style></head>
<body lang=EN-US link="#0563C1" style='tab-interval:36.0pt'><!--StartFragment-->
${body}<!--EndFragment--></body></html>`;

const docsSpan = (text: string, style = 'font-weight:400;font-style:normal;text-decoration:none'): string =>
  `<span style="font-size:11pt;font-family:Arial;color:#000000;background-color:transparent;${style};vertical-align:baseline;white-space:pre-wrap;">${text}</span>`;

const docsItem = (text: string): string =>
  `<li dir="ltr" style="list-style-type:disc;font-weight:400;" aria-level="1"><p dir="ltr" style="line-height:1.38;" role="presentation">${docsSpan(text)}</p></li>`;

const docs = (body: string): string =>
  `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1f4c2b52-7fff">${body}</b><br class="Apple-interchange-newline">`;

export const clipboards: readonly Clipboard[] = [
  {
    from: 'Word: text',
    html: word(
      `<p class=MsoNormal><b style='mso-bidi-font-weight:normal'><span lang=EN-US>Strong<span style='mso-spacerun:yes'>  </span></span></b><span\nlang=EN-US>and <i>soft</i>,\nhand<sup>2</sup> <a href="https://brand.example/a?b=1&amp;c=2"><span style='color:blue;text-decoration:underline'>a link</span></a><a name="_Toc1"></a>.<o:p></o:p></span></p>
<p class=MsoNormal><span lang=EN-US><o:p>&nbsp;</o:p></span></p>
<p class=MsoNormal><b>One</b><b> </b><b>two</b><span> </span>three<!--[if gte vml 1]><v:shape></v:shape><![endif]--><img width=10 src="file:///C:/x.png"></p>`,
    ),
    text: '<p><strong>Strong</strong> and <em>soft</em>, hand<sup>2</sup> <a href="https://brand.example/a?b=1&amp;c=2">a link</a>.</p><p><strong>One two</strong> three</p>',
    pictures: 1,
  },
  {
    from: 'Word: lists',
    html: word(
      wordItem(1, '1.', 'One') +
        wordItem(2, 'a.', 'Inner') +
        wordItem(2, 'b.', 'Second') +
        wordItem(3, '·', 'Deep') +
        wordItem(1, '2.', 'Two') +
        "<p class=MsoNormal style='margin-left:36.0pt'>Between</p>" +
        wordItem(1, '3.', 'Three') +
        wordItem(1, '·', 'Bullet'),
    ),
    text: '<ol><li>One<ol><li>Inner</li><li>Second<ul><li>Deep</li></ul></li></ol></li><li>Two</li></ol><p>Between</p><ol start="3"><li>Three</li></ol><ul><li>Bullet</li></ul>',
  },
  {
    from: 'Word: numbered headings',
    html: word(
      `<h1 style='margin-left:21.6pt;text-indent:-21.6pt;mso-list:l1 level1 lfo2'>${ignored('1')}<span lang=EN-US>Scope</span></h1><p class=MsoNormal>Text</p><h2 style='mso-list:l1 level2 lfo2'>${ignored('1.1')}More</h2>`,
    ),
    text: '<h1>Scope</h1><p>Text</p><h2>More</h2>',
  },
  {
    from: 'Word: table',
    html: word(
      `<table class=MsoTableGrid border=1 cellspacing=0 style='border-collapse:collapse'><tr style='height:1pt'><td width=100 colspan=2 style='border:solid'><p class=MsoNormal><b>Head</b><o:p></o:p></p></td></tr><tr><td><p class=MsoNormal>a</p><p class=MsoNormal>b</p></td><td><p class=MsoNormal><o:p>&nbsp;</o:p></p></td></tr></table>`,
    ),
    text: '<table><tbody><tr><td colspan="2"><strong>Head</strong></td></tr><tr><td><p>a</p><p>b</p></td><td></td></tr></tbody></table>',
  },
  {
    from: 'Google Docs: text',
    html: docs(
      `<h2 dir="ltr" style="line-height:1.38;">${docsSpan('Title', 'font-weight:700')}</h2><p dir="ltr">${docsSpan('Bold', 'font-weight:700')}${docsSpan(' then ')}${docsSpan('soft', 'font-style:italic')}<a href="https://brand.example/" style="text-decoration:none;">${docsSpan('link', 'text-decoration:underline')}</a></p><br /><p dir="ltr"><span><img src="https://lh3.example/x" /></span></p>`,
    ),
    text: '<h2>Title</h2><p><strong>Bold</strong> then <em>soft</em><a href="https://brand.example/">link</a></p>',
    pictures: 1,
  },
  {
    from: 'Google Docs: lists',
    html: docs(
      `<ol style="margin-top:0;">${docsItem('One')}<ol>${docsItem('Inner')}<ol>${docsItem('Deep')}<ol>${docsItem('Deepest')}</ol></ol></ol>${docsItem('Two')}</ol>`,
    ),
    text: '<ol><li>One<ol><li>Inner<ol><li>Deep<ol><li>Deepest</li></ol></li></ol></li></ol></li><li>Two</li></ol>',
  },
  {
    from: 'a line of a website',
    html: '<meta charset="utf-8"><span style="color: rgb(0,0,0); font-family: Inter; display: inline !important;">Keep&nbsp;</span><b>it</b><span class="Apple-converted-space">&nbsp;</span>free',
    text: 'Keep\u00a0<strong>it</strong>\u00a0free'.replaceAll('\u00a0', '&nbsp;'),
  },
  {
    from: 'a website',
    html: '<div><section><p>One<script>alert(1)</script></p><div>Two<br><br></div></section><pre><code>a\n  b</code></pre><a href="javascript:alert(1)">x</a><a href="#top">y</a></div><ul>\n<li><p>a</p></li>\n<li></li></ul>',
    text: '<p>One</p><p>Two</p><pre><code>a\n  b</code></pre><p>xy</p><ul><li>a</li></ul>',
  },
];
