import type { SitePrinter } from '#site/printers.ts';

/** Writes a page with the printer's name, as a PDF of one line. Letters that its plain font lacks are left out. */
export function testPage({ name, width = 100 }: SitePrinter): Uint8Array {
  const points = Math.round((width / 25.4) * 72);
  const said = name.replace(/[^ -~]/g, '?').replace(/[\\()]/g, String.raw`\$&`);
  const drawn = `BT /F1 14 Tf 12 40 Td (Scanline: ${said}) Tj ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${points} 72]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>`,
    `<</Length ${drawn.length}>>stream\n${drawn}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let pdf = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const at = pdf.length;
    pdf += `${index + 1} 0 obj${object}endobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const tail = `trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${pdf.length}\n%%EOF\n`;
  return Buffer.from(`${pdf}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}${tail}`, 'latin1');
}
