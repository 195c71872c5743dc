/** A page with all pictures beside each other and what was found wrong with them. */
export function indexPage(pictures: readonly string[], faults: readonly string[]): string {
  const list = faults.map((fault) => `<li>${escaped(fault)}</li>`).join('\n');
  const figures = pictures
    .map(
      (file) => `<figure><img src="${file}" loading="lazy" alt=""><figcaption>${escaped(file)}</figcaption></figure>`,
    )
    .join('\n');
  return `<!doctype html>
<meta charset="utf-8">
<title>Scanline: every screen</title>
<style>
body { margin: 1rem; background: #888; font: 16px/1.4 sans-serif }
main { display: flex; flex-wrap: wrap; gap: 1rem; align-items: flex-start }
figure { margin: 0 }
img { display: block; max-height: 40rem }
</style>
<h1>${pictures.length} pictures, ${faults.length} faults</h1>
<ul>
${list}
</ul>
<main>
${figures}
</main>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
