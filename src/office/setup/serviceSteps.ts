import { freeText, littleRoomLine } from '#settings/diskRoom.ts';
import { secondsApart } from '#contract/clocks.ts';
import { groupNames, groupPaths } from '#contract/catalogue.ts';
import { groupAddress } from '#wire/groupAddress.ts';
import { isOwnName } from '#http/fromHere.ts';
import type { Settings } from '#settings/settings.ts';
import type { ServiceReport } from '#office/ports/gatewayPorts.ts';
import type { BindingName } from '#wire/binding.ts';
import { bindingNames } from '#wire/bindings.ts';
import type { SetupWords } from './setupPlaces.ts';

/**
 * One step of the set-up: what was asked, what answered, and where something is to be done one sentence that names the
 * setting. `look`: it works, and somebody should know. `open`: nobody has looked yet, or a step before it is wrong.
 */
export interface ServiceStep {
  readonly name: keyof SetupWords['steps'];
  readonly state: 'good' | 'look' | 'wrong' | 'open';
  readonly asked: string;
  readonly answered: string;
  readonly why?: string | undefined;
  /** The line for the gateway's environment that mends it. */
  readonly line?: string | undefined;
  /** The service's own namespace, where a press may take it into use. */
  readonly use?: string | undefined;
}

/** Tells how the service answered one read with the key and without one. */
export type KeySeen = 'same' | 'differs';

/** The facts that the steps are made of. Without a service's address the stand-in answers. */
export interface ServiceFacts extends Pick<Settings, 'upstreamUrl' | 'upstreamBinding' | 'names' | 'isNamespaceSet'> {
  /** `undefined`: the service has not been asked yet. */
  readonly report: ServiceReport | undefined;
  /** `true`: the gateway holds the access key. */
  readonly keyThere: boolean;
  readonly keySeen: KeySeen | undefined;
  /** `true`: the page was asked for over TLS. */
  readonly isSecure: boolean;
  /** The host that it was asked for by. */
  readonly host: string;
  readonly storage: StorageFacts;
}

/** The facts on where calls and the site's file are kept. */
export interface StorageFacts {
  /** The variable that says where calls are kept; `place` is that place, without a password. */
  readonly setting: 'DATA_DIR' | 'DATABASE_URL';
  readonly place: string;
  /** The reason why a row could not be written and read; absent: it could. */
  readonly problem?: string | undefined;
  /** The free bytes on DATA_DIR's disk. */
  readonly freeBytes?: number | undefined;
  readonly siteFile: string;
  /** The reason why the site's file cannot be written, or not be used as it is. */
  readonly siteProblem?: string | undefined;
}

/** The bindings, the best first: the first that is offered is proposed. */
const BEST: readonly BindingName[] = ['http-post', 'soap12', 'soap11', 'http-get'];

/** Returns every step in its order. */
export function serviceSteps(facts: ServiceFacts): readonly ServiceStep[] {
  const ofService = facts.upstreamUrl ? ofTheService(facts, facts.upstreamUrl) : [standinStep(facts)];
  return [...ofService, tlsStep(facts), storageStep(facts.storage), siteFileStep(facts.storage)];
}

function standinStep({ names }: ServiceFacts): ServiceStep {
  const why = 'UPSTREAM_URL names no service: the stand-in answers, which is a made-up warehouse for trying.';
  return { name: 'address', state: 'look', asked: 'UPSTREAM_URL', answered: `stand-in, ${names.namespace}`, why };
}

function ofTheService(facts: ServiceFacts, upstream: URL): readonly ServiceStep[] {
  const { report } = facts;
  if (!report) {
    const asked = groupAddress(upstream, 'warehouse');
    return [{ name: 'address', state: 'open', asked, answered: 'has not answered yet' }];
  }
  const isThere = report.settings.UPSTREAM_URL === undefined;
  const isKnown = isThere && report.settings.SERVICE_NAMESPACE === undefined;
  return [
    addressStep(upstream, report),
    namespaceStep(facts, report, isThere),
    bindingsStep(facts, report, isKnown),
    readStep(facts, report, isKnown && report.settings.UPSTREAM_BINDING === undefined),
    keyStep(facts),
    clockStep(report),
  ];
}

function addressStep(upstream: URL, { settings, groups }: ServiceReport): ServiceStep {
  const answered = groupNames.map((group) => {
    const said = groups[group];
    return `${groupPaths[group]}: ${said && 'problem' in said ? said.problem : 'it describes itself'}`;
  });
  return {
    name: 'address',
    state: stateBy(settings.UPSTREAM_URL, true),
    asked: groupNames.map((group) => `GET ${groupAddress(upstream, group)}?WSDL`).join('\n'),
    answered: answered.join('\n'),
    why: settings.UPSTREAM_URL,
  };
}

/** Returns the namespace that the service says in every group; `undefined`: it does not, or says several. */
export function saidNamespace(report: ServiceReport): string | undefined {
  const groups = describedIn(report);
  const said = new Set(groups.map(({ namespace }) => namespace));
  return groups.length === groupNames.length && said.size === 1 ? groups[0]?.namespace : undefined;
}

function namespaceStep({ names, isNamespaceSet }: ServiceFacts, report: ServiceReport, isThere: boolean): ServiceStep {
  const wrong = report.settings.SERVICE_NAMESPACE;
  const [only = '', ...more] = new Set(describedIn(report).map(({ namespace }) => namespace));
  const use = wrong !== undefined && !isNamespaceSet ? saidNamespace(report) : undefined;
  const isOurs = wrong === undefined || !isNamespaceSet;
  const why = isOurs ? wrong : `${wrong} It is set where the gateway is started, and that counts.`;
  return {
    name: 'namespace',
    state: stateBy(why, isThere),
    asked: `SERVICE_NAMESPACE ${names.namespace}`,
    answered: [only, ...more].join('\n') || '–',
    why,
    line:
      why !== undefined && use === undefined && only !== '' && more.length === 0
        ? `SERVICE_NAMESPACE=${only}`
        : undefined,
    use,
  };
}

function bindingsStep({ upstreamBinding }: ServiceFacts, report: ServiceReport, isKnown: boolean): ServiceStep {
  const why = report.settings.UPSTREAM_BINDING;
  const groups = describedIn(report);
  const inAll = BEST.filter((binding) => groups.length > 0 && groups.every(({ offered }) => offered.includes(binding)));
  const [best] = inAll;
  return {
    name: 'bindings',
    state: stateBy(why, isKnown),
    asked: `UPSTREAM_BINDING ${upstreamBinding}`,
    answered: bindingNames.filter((name) => inAll.includes(name)).join(', ') || '–',
    why,
    line: why !== undefined && best !== undefined ? `UPSTREAM_BINDING=${best}` : undefined,
  };
}

/** Returns a step's state. @param why - the sentence on what is wrong. @param isKnown - `true`: the steps before it are good. */
function stateBy(why: string | undefined, isKnown: boolean): ServiceStep['state'] {
  if (why !== undefined) return 'wrong';
  return isKnown ? 'good' : 'open';
}

function readStep({ upstreamBinding }: ServiceFacts, { read }: ServiceReport, isKnown: boolean): ServiceStep {
  const step = { name: 'read', asked: `ExistsDomesticDeliveryCode, ${upstreamBinding}`, answered: read.said } as const;
  if (read.answers) return { ...step, state: 'good', why: read.meaning };
  if (!isKnown) return { ...step, state: 'open' };
  const why = `UPSTREAM_BINDING: a read over ${upstreamBinding} was not answered, so another way may be switched on there: ${read.said}`;
  return { ...step, state: 'wrong', why };
}

function keyStep({ keyThere, keySeen }: ServiceFacts): ServiceStep {
  const step = { name: 'key', asked: 'UPSTREAM_API_KEY' } as const;
  if (keySeen === 'same')
    return { ...step, state: 'wrong', answered: 'The same with the key as without.', why: sameAnswer(keyThere) };
  if (keySeen === 'differs')
    return { ...step, state: 'good', answered: 'With the key it answers otherwise than without.' };
  const why = keyThere ? undefined : 'UPSTREAM_API_KEY is not set: each handheld holds the key.';
  return { ...step, state: 'open', answered: '–', why };
}

/** Returns the sentence on a key that changes nothing. */
export function sameAnswer(keyThere: boolean): string {
  const which = keyThere ? 'UPSTREAM_API_KEY' : 'The key';
  return `${which} changes nothing: the service said the same to this read without a key, so the key is not the service’s, or this read needs none.`;
}

function clockStep({ read: { clockAheadMs } }: ServiceReport): ServiceStep {
  const step = { name: 'clock', asked: 'Date' } as const;
  if (clockAheadMs === undefined) return { ...step, state: 'open', answered: '–' };
  const s = Math.round(clockAheadMs / 1000);
  const answered = `${s >= 0 ? '+' : '−'}${Math.abs(s)} s`;
  if (secondsApart(clockAheadMs) === undefined) return { ...step, state: 'good', answered };
  const why = `The clock of this machine is ${Math.abs(s)} s ${s > 0 ? 'behind' : 'ahead of'} the service’s: set both by the same time server.`;
  return { ...step, state: 'look', answered, why };
}

const PLAIN_HERE = 'This page came over plain http, over which no handheld works: ';
const PLAIN_ON_LOCALHOST =
  'This page came over plain http from localhost, which works for a browser on this machine; for a handheld it does not: ';
const CERTIFICATE =
  'TLS_CERT_FILE and TLS_KEY_FILE (or TLS_PFX_FILE) give the gateway a certificate; a proxy that has one is named in TRUSTED_PROXY.';
const PLAIN_THERE = 'UPSTREAM_URL is http://, so the key and all codes travel to the service in clear text.';

function tlsStep({ isSecure, host, upstreamUrl }: ServiceFacts): ServiceStep {
  const [here, there] = [isSecure ? 'https' : 'http', upstreamUrl?.protocol.replace(':', '')];
  const plainHere = (isOwnName(host) ? PLAIN_ON_LOCALHOST : PLAIN_HERE) + CERTIFICATE;
  const why = isSecure ? (there === 'http' ? PLAIN_THERE : undefined) : plainHere;
  const answered = there === undefined ? here : `${here}, ${there} to the service`;
  return { name: 'tls', state: why === undefined ? 'good' : 'look', asked: host, answered, why };
}

function storageStep({ setting, place, problem, freeBytes }: StorageFacts): ServiceStep {
  const free = freeBytes === undefined ? '' : freeText(freeBytes);
  const step = {
    name: 'storage',
    asked: `${setting} ${place}`,
    answered: problem ?? `written and read${free && `, ${free} on the disk of DATA_DIR`}`,
  } as const;
  if (problem !== undefined) {
    const why = `${setting}: no call can be taken, as a row cannot be written and read there: ${problem}`;
    return { ...step, state: 'wrong', why };
  }
  const why = littleRoomLine(freeBytes);
  return why === undefined ? { ...step, state: 'good' } : { ...step, state: 'look', why };
}

function siteFileStep({ siteFile, siteProblem: why }: StorageFacts): ServiceStep {
  const answered = why === undefined ? 'can be written' : '–';
  return { name: 'siteFile', state: stateBy(why, true), asked: `SITE_CONFIG ${siteFile}`, answered, why };
}

function describedIn({ groups }: ServiceReport) {
  return groupNames.flatMap((name) => {
    const facts = groups[name];
    return facts && !('problem' in facts) ? [facts] : [];
  });
}
