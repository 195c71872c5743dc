/** The little of npm's `oidc-provider` that the tests' provider uses: it brings no types of its own. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  export class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>);
    callback(): RequestListener;
  }
}
