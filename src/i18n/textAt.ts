/** Returns a message by a name that comes from elsewhere; `undefined` where there is none for it. */
export function textAt<T>(texts: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(texts, name) ? texts[name] : undefined;
}
