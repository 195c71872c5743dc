/** The browsers by their names in a User-Agent: the first that stands there, as most say that they are others too. */
const BROWSERS = [
  [/\bEdg(?:A|iOS)?\/(\d{1,4})/, 'Edge'],
  [/\bFirefox\/(\d{1,4})/, 'Firefox'],
  [/\bwv\b.*\bChrome\/(\d{1,4})/, 'WebView'],
  [/\bChrome\/(\d{1,4})/, 'Chrome'],
  [/\bVersion\/(\d{1,4}).*\bSafari\//, 'Safari'],
] as const;

/** Returns a browser's name with its version, such as `Chrome 119`; empty where its User-Agent is none that is known. */
export function browserOf(userAgent: string): string {
  for (const [expression, name] of BROWSERS) {
    const version = expression.exec(userAgent.slice(0, 500))?.[1];
    if (version !== undefined) return `${name} ${version}`;
  }
  return '';
}
