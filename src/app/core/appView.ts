import type { SiteConfiguration } from '#site/site.ts';
import type { Session } from '#device/session.ts';
import type { HandheldSettings } from '#device/settings.ts';

export interface AppView {
  /** `locked`: the worker has to say who it is; `blocked`: the storage cannot be used. */
  readonly stage: 'starting' | 'first-start' | 'signed-out' | 'locked' | 'ready' | 'blocked';
  readonly reason?: string;
  readonly site: SiteConfiguration;
  readonly settings?: HandheldSettings | undefined;
  readonly session: Session;
  /** Counts the workers: the screens of one are not the next one's. */
  readonly shift: number;
  readonly hasOwnPin: boolean;
  readonly isSupervised: boolean;
  readonly hasKey: boolean;
}
