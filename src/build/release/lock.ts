/** The part of a package-lock.json that is read. */
export interface Lock {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

/** The part of a package in it that is read. */
interface LockedPackage {
  /** Set where it is for building and testing. */
  readonly dev?: boolean;
  readonly version?: string;
  readonly license?: string;
}
