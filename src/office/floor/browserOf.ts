/** A browser, and the marks by which a User-Agent tells it. */
interface BrowserMarks {
  readonly name: string;
  /** Stands there too; absent: the version alone tells it. */
  readonly says?: RegExp;
  readonly version: RegExp;
}

/** The browsers by what a User-Agent has: the first that fits, as most say that they are others too. */
const BROWSERS: readonly BrowserMarks[] = [
  { name: 'Edge', version: /\bEdg(?:A|iOS)?\/(\d{1,4})/ },
  { name: 'Firefox', version: /\bFirefox\/(\d{1,4})/ },
  { name: 'WebView', says: /\bwv\b/, version: /\bChrome\/(\d{1,4})/ },
  { name: 'Chrome', version: /\bChrome\/(\d{1,4})/ },
  { name: 'Safari', says: /\bSafari\//, version: /\bVersion\/(\d{1,4})/ },
];

/** Returns a browser's name with its version, such as `Chrome 119`; empty where its User-Agent is none that is known. */
export function browserOf(userAgent: string): string {
  const text = userAgent.slice(0, 500);
  for (const { name, says, version } of BROWSERS) {
    const number = says && !says.test(text) ? undefined : version.exec(text)?.[1];
    if (number !== undefined) return `${name} ${number}`;
  }
  return '';
}
