/** A version of the site file. */
export interface SiteVersion {
  readonly version: number;
  readonly text: string;
  /** Unix ms, by the database's clock. */
  readonly keptAt: number;
}

/** The site file of all gateways of one PostgreSQL, every version of it. */
export interface SiteStore {
  /** Lists the newest versions, at most so many, the newest first. */
  versions(most: number): Promise<readonly SiteVersion[]>;
  /** Keeps a new version. @returns `false` where there is a newer one than this gateway's copy: nothing is kept then. */
  keep(text: string): Promise<boolean>;
  /** Writes the newest version as this gateway's copy, and takes it into use. @throws Error where it cannot be written. */
  follow(): Promise<void>;
}
