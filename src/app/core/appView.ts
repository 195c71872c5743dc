import type { SiteConfiguration } from '#contract/site.ts';
import type { Session } from '#device/session.ts';
import type { Settings } from '#device/settings.ts';

/** Where the app stands before any task: what the first screen depends on. */
export interface AppView {
  /**
   * `signed-out`: nobody is at work; `locked`: the worker has to say who it is. `blocked`: the storage of this device
   * cannot be used, so scanning is off and says so.
   */
  readonly stage: 'starting' | 'first-start' | 'signed-out' | 'locked' | 'ready' | 'blocked';
  /** Why it is blocked: one sentence. */
  readonly reason?: string;
  readonly site: SiteConfiguration;
  readonly settings?: Settings | undefined;
  readonly session: Session;
  /** Counts the workers: the screens of one are not the next one's. */
  readonly shift: number;
  /** Whether a supervisor's PIN was set on this handheld. */
  readonly hasOwnPin: boolean;
  /** Whether the PIN was entered a short while ago. */
  readonly isPinFresh: boolean;
  /** Whether an access key is kept on this handheld. */
  readonly hasKey: boolean;
}
