import type { OperationName } from '#contract/catalogue.ts';
import type { Outcome } from '#contract/outcome.ts';
import { probeService } from '#gateway/upstream/probeService.ts';
import { speak } from '#gateway/upstream/spokenCall.ts';
import type { UpstreamCheck } from '#gateway/upstream/upstreamCheck.ts';
import type { UpstreamTls } from '#gateway/upstream/upstreamTls.ts';
import { classify } from '#wire/classify.ts';
import { withoutKey } from '#wire/send.ts';
import type { CallSettings } from './callRequest.ts';
import type { Dispatch } from './dispatch.ts';
import { checkFields } from './formRules.ts';

export interface AskedServiceParts {
  readonly calls: CallSettings;
  readonly dispatch: Pick<Dispatch, 'pass'>;
  /** Both absent: the stand-in. */
  readonly upstreamUrl?: URL | undefined;
  readonly check?: UpstreamCheck | undefined;
  readonly upstreamTls?: UpstreamTls | undefined;
}

/** Makes what asks the service for somebody who sets the gateway up: what it is, and single reads that nobody keeps. */
export function createAskedService({ calls, dispatch, upstreamUrl, check, upstreamTls }: AskedServiceParts) {
  return {
    asked: async (): Promise<void> => check?.asked,
    report: () => check?.report(),
    again: async (): Promise<void> => check?.again(),
    tryWays: async () => upstreamUrl && probeService(upstreamUrl, calls.names, upstreamTls),
    /** Asks a read as a handheld would. @param key - it is in nothing that is given back. @throws InvalidParameter */
    async read(operation: OperationName, entered: Readonly<Record<string, string>>, key: string): Promise<Outcome> {
      const spoken = speak(operation, checkFields(operation, Object.entries(entered), key), calls);
      const answer = 'binding' in spoken ? await dispatch.pass(spoken) : spoken;
      const outcome = classify(answer, calls.names, 'binding' in spoken ? spoken : undefined);
      answer.release?.();
      return withoutKey(outcome, key);
    },
  };
}
