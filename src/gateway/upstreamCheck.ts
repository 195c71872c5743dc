import { groupPaths, type GroupName } from '#contract/catalogue.ts';
import { type Asked, type Described, askGroup, askWsdl } from '#gateway/askService.ts';
import type { GroupFacts, UpstreamKnowledge } from '#gateway/spokenCall.ts';
import type { BindingName } from '#wire/binding.ts';
import type { WireNames } from '#wire/names.ts';

const TIMEOUT_MS = 5_000;
const AGAIN_MS = 30_000;
const AGAIN_WHEN_WELL_MS = 10 * 60_000;

const groupNames = Object.keys(groupPaths) as readonly GroupName[];

/** What checking needs. */
export interface CheckPorts {
  readonly upstream: URL;
  readonly upstreamBinding: BindingName;
  readonly names: WireNames;
  readonly log: { info(facts: object, line: string): void; warn(facts: object, line: string): void };
}

/** What the last check found, for `/gateway/health`. */
export interface CheckReport {
  readonly binding: BindingName;
  /** What each group says of itself: what it offers and its namespace, or why it says nothing. */
  readonly groups: Readonly<Record<string, GroupFacts | { readonly problem: string }>>;
  /** Whether the service is there and speaks the configured binding. */
  readonly reachable: boolean;
  /** What came of one harmless read in the configured binding. */
  readonly read: CheckedRead;
  /** What an operator should look at, one sentence each. */
  readonly warnings: readonly string[];
}

/** A read that was asked, with a word on what its answer means: the service's own words stand last. */
export interface CheckedRead extends Asked {
  /** One sentence for whoever reads `/gateway/health`. */
  readonly meaning: string;
}

/** Asks the service, again and again, what it is. */
export interface UpstreamCheck extends UpstreamKnowledge {
  /** `undefined`: the first check has not ended. */
  report(): CheckReport | undefined;
  close(): void;
}

/**
 * Starts checking in the background: the WSDL of each group, and one harmless read in the configured binding. It is
 * asked again soon while something is wrong, and every ten minutes where all is well.
 */
export function startUpstreamCheck(ports: CheckPorts): UpstreamCheck {
  const known = new Map<GroupName, GroupFacts>();
  let report: CheckReport | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let said = '';

  async function check(): Promise<void> {
    const { upstream, upstreamBinding, names } = ports;
    const described = await Promise.all(groupNames.map((group) => askWsdl(upstream, group, TIMEOUT_MS)));
    for (const [index, group] of groupNames.entries()) {
      const facts = toFacts(described[index]);
      if (facts) known.set(group, facts);
    }
    const read = await askGroup(upstream, 'warehouse', upstreamBinding, names, TIMEOUT_MS);
    report = toReport(ports, described, read);
    if (closed) return;
    const { warnings, groups } = report;
    const now = JSON.stringify([warnings, groups]);
    if (now !== said) {
      ports.log.info({ groups, read: report.read }, 'the service was asked what it offers');
      for (const warning of warnings) ports.log.warn({}, warning);
    }
    said = now;
    timer = setTimeout(again, warnings.length === 0 ? AGAIN_WHEN_WELL_MS : AGAIN_MS);
    timer.unref();
  }
  const again = (): void => {
    check().catch((error: unknown) => ports.log.warn({ err: error }, 'the service cannot be asked'));
  };
  const first = check().catch((error: unknown) => ports.log.warn({ err: error }, 'the service cannot be asked'));

  return {
    group: (name) => known.get(name),
    asked: first,
    wasAsked: () => report !== undefined,
    report: () => report,
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}

/** What is known of the stand-in: it offers everything. */
export function standinKnowledge(names: WireNames): UpstreamKnowledge {
  const facts: GroupFacts = { offered: ['http-post', 'http-get', 'soap11', 'soap12'], namespace: names.namespace };
  return { group: () => facts, asked: Promise.resolve(), wasAsked: () => true };
}

/** `undefined` where the service was not there; nothing is offered where it says nothing of itself. */
function toFacts(described: Described | undefined): GroupFacts | undefined {
  if (described?.kind === 'described') {
    const { offered, namespace } = described.description;
    return { offered, namespace };
  }
  return described?.reached ? { offered: [] } : undefined;
}

function toReport({ upstreamBinding, names }: CheckPorts, described: readonly Described[], read: Asked): CheckReport {
  const warnings: string[] = [];
  const groups: Record<string, GroupFacts | { problem: string }> = {};
  for (const [index, group] of groupNames.entries()) {
    const found = described[index];
    if (found?.kind !== 'described') {
      groups[group] = { problem: found?.reason ?? '' };
      warnings.push(`The ${group} group says nothing of itself. ${found?.reason ?? ''}`);
      continue;
    }
    const { offered, namespace } = found.description;
    groups[group] = { offered, namespace };
    if (namespace !== names.namespace) {
      warnings.push(`SERVICE_NAMESPACE is “${names.namespace}”, but the ${group} group says “${namespace}”.`);
    }
    if (!offered.includes(upstreamBinding)) {
      const others = offered.join(', ') || 'nothing';
      warnings.push(`UPSTREAM_BINDING is ${upstreamBinding}, but the ${group} group offers ${others}.`);
    }
  }
  if (!read.answers) warnings.push(`A read over ${upstreamBinding} was not answered: ${read.said}`);
  const { said, ...rest } = read;
  const checked = { ...rest, meaning: meaningOf(upstreamBinding, read), said };
  return { binding: upstreamBinding, reachable: read.answers, groups, read: checked, warnings };
}

/** A read without a key is often refused for that: whoever reads the refusal has to know that it says all is well. */
function meaningOf(binding: BindingName, { answers }: Asked): string {
  if (!answers) return `No answer of the service came over ${binding}.`;
  return (
    `The service is there and answers over ${binding}. It was asked without an access key and without a code: ` +
    'what it said to that judges neither the key nor a call.'
  );
}
