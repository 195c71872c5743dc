import { AS_WRITTEN, type MessageTree, type Signatures } from '#i18n/icu.ts';
import { PAGES } from './languageFiles.ts';

const HEAD = `// Made of the languages' files by \`npm run messages\`, types, lint, build and tests.

/** Every message by its area: a text, or a function of what is said in it. */
export interface Messages {
`;

/** Returns the types of the messages, as a module. */
export function messageTypes(english: MessageTree, signatures: Signatures): string {
  return `${HEAD}${members(english, signatures, '', '  ')}}

/** The messages of a handheld. */
export type AppMessages = Omit<Messages, '${PAGES}'>;
`;
}

function members(tree: MessageTree, signatures: Signatures, path: string, indent: string): string {
  return Object.entries(tree)
    .map(([key, inner]) => {
      const place = path === '' ? key : `${path}.${key}`;
      const type =
        typeof inner === 'string'
          ? typeOf(signatures.get(place) ?? new Map<string, string>())
          : `{\n${members(inner, signatures, place, `${indent}  `)}${indent}}`;
      return `${indent}readonly ${/^\w+$/.test(key) ? key : `'${key}'`}${inner === AS_WRITTEN ? '?' : ''}: ${type};\n`;
    })
    .join('');
}

function typeOf(types: ReadonlyMap<string, string>): string {
  if (types.size === 0) return 'string';
  return `(values: { ${[...types].map(([name, type]) => `readonly ${name}: ${type}`).join('; ')} }) => string`;
}
