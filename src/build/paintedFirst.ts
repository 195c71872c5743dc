/** The elements that stand in index.html, and what the first paint shows of them. */
const FIRST_PAINT =
  /^(?:\*|\*::?before|\*::?after|::?before|::?after|:root.*|html|body|h1|p|input|#root|\.shell-[\w-]+(?: h1)?|\.scan-anywhere)$/;

/** The rules of a packed style that the first paint needs, with the custom properties which these ask for. */
export function paintedFirst(style: string): string {
  const needed = new Set<string>();
  const isNeeded = (line: string): boolean => needed.has(line.slice(0, line.indexOf(':')));
  const rules = (text: string, isKept: (head: string, body: string) => string): string =>
    [...text.matchAll(/([^{}]+)\{((?:[^{}]|\{[^{}]*\})*)\}/g)]
      .map(([, head = '', body = '']) => {
        if (!head.startsWith('@media')) return isKept(head, body);
        const inner = rules(body, isKept);
        return inner === '' ? '' : `${head}{${inner}}`;
      })
      .join('');
  const isPainted = (head: string): boolean => head.split(',').some((selector) => FIRST_PAINT.test(selector.trim()));
  const need = (text: string): void => {
    for (const [, name = ''] of text.matchAll(/var\((--[\w-]+)/g)) needed.add(name);
  };
  rules(style, (head, body) => {
    if (isPainted(head) && !head.startsWith(':root')) need(body);
    return '';
  });
  rules(style, (head, body) => {
    if (head.startsWith(':root')) for (const line of body.split(';').filter(isNeeded)) need(line); // a colour asks for its theme
    return '';
  });
  return rules(style, (head, body) => {
    if (!isPainted(head)) return '';
    const kept = head.startsWith(':root')
      ? body
          .split(';')
          .filter((line) => !line.startsWith('--') || isNeeded(line))
          .join(';')
      : body;
    return kept === '' ? '' : `${head}{${kept}}`;
  });
}
