/** A line of a page: its size, its place from the lower left corner in points, and its letters. */
export interface PlainLine {
  readonly size: number;
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

/**
 * Writes a PDF of one page with lines in Helvetica, each byte one letter of the text. What is not ASCII becomes a question mark.
 *
 * @param width - of the page, in points. @param height - likewise. Source: ISO 32000-1, section 7.5.
 */
export function plainPdf(width: number, height: number, lines: readonly PlainLine[]): string {
  const drawn = lines.map(({ size, x, y, text }) => `BT /F1 ${size} Tf ${x} ${y} Td (${written(text)}) Tj ET`);
  const content = drawn.join('\n');
  const page = `/MediaBox [0 0 ${width} ${height}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >>`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R ${page} >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const at = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`;
  return `${file}${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
}

function written(text: string): string {
  return text.replace(/[^ -~]/gu, '?').replace(/[\\()]/g, '\\$&');
}
