import { groupNames, type GroupName } from '#contract/catalogue.ts';
import { groupAddress } from '#wire/groupAddress.ts';
import type { GroupAnswer, Described } from './askService.ts';
import type { Settings } from '#settings/settings.ts';

/** The service as the settings say it is. */
export type Expected = Pick<Settings, 'upstreamBinding' | 'names'> & { readonly upstream: URL };

/** The findings on a group: its description, and what came of asking it something harmless. */
export interface Learnt {
  readonly described: Described;
  /** Absent where the description said enough. */
  readonly asked?: GroupAnswer;
}

/** A variable that says what the service is. */
export type ServiceSetting = 'UPSTREAM_URL' | 'SERVICE_NAMESPACE' | 'UPSTREAM_BINDING';

/**
 * The verdict on a group. `differs`: it shows that it is not what the settings say, and calls to it wait from now on.
 * `unknown`: nothing was learnt, and calls to it go on waiting, or going. The sentences name the address and the variable.
 */
export type Agreement =
  | { readonly kind: 'agrees'; readonly doubt?: string }
  | { readonly kind: 'differs' | 'unknown'; readonly why: string; readonly setting: ServiceSetting };

/**
 * Judges all groups together: where one says nothing of itself, the read of the warehouse group tells the namespace
 * that all share, and that UPSTREAM_URL is right. Where the answer of one cannot be read, one host writes those of all so.
 */
export function agreementsOf(
  learnt: Readonly<Record<GroupName, Learnt>>,
  expected: Expected,
): Readonly<Record<GroupName, Agreement>> {
  const odd = groupNames.find((group) => learnt[group].asked?.isUnreadable);
  if (odd) {
    const why = `UPSTREAM_URL: no answer to a call could be read, as ${groupAddress(expected.upstream, odd)} said: ${learnt[odd].asked?.said}`;
    const differs: Agreement = { kind: 'differs', why, setting: 'UPSTREAM_URL' };
    return { order: differs, warehouse: differs, handheld: differs };
  }
  const warehouse = judge('warehouse', learnt, expected);
  const follow = (group: GroupName): Agreement => {
    const own = judge(group, learnt, expected);
    const status = learnt[group].asked?.status ?? 0;
    if (own.kind !== 'unknown' || warehouse.kind !== 'agrees' || status < 400) return own;
    return {
      kind: 'agrees',
      doubt: `Calls go to ${groupAddress(expected.upstream, group)}, of which nothing is known.`,
    };
  };
  return { warehouse, order: follow('order'), handheld: follow('handheld') };
}

function judge(
  group: GroupName,
  learnt: Readonly<Record<GroupName, Learnt>>,
  { upstream, upstreamBinding: binding, names }: Expected,
): Agreement {
  const { described, asked } = learnt[group];
  const address = groupAddress(upstream, group);
  const set = `SERVICE_NAMESPACE is “${names.namespace}”, but `;
  const differs = (setting: ServiceSetting, why: string): Agreement => ({ kind: 'differs', why, setting });
  const last = asked ?? learnt.warehouse.asked; // who describes itself is not asked, and is behind the same sign-in
  if (last?.asksSignIn) return differs('UPSTREAM_URL', `${address} (UPSTREAM_URL) said ${last.said}`);
  if (described.kind === 'described') {
    const { namespace, offered } = described.description;
    if (namespace !== names.namespace)
      return differs('SERVICE_NAMESPACE', `${set}${address}?WSDL says “${namespace}”.`);
    if (offered.includes(binding) || asked?.answers) return { kind: 'agrees' };
    const others = offered.join(', ') || 'nothing';
    return differs('UPSTREAM_BINDING', `UPSTREAM_BINDING is ${binding}, but ${address}?WSDL offers ${others}.`);
  }
  const read = learnt.warehouse.asked;
  const readAt = groupAddress(upstream, 'warehouse');
  if (read?.namespace !== undefined && read.namespace !== names.namespace) {
    return differs('SERVICE_NAMESPACE', `${set}${readAt} answers in “${read.namespace}”.`);
  }
  // Over SOAP the namespace is part of an operation's name, and a read of ours has nothing else to be refused for.
  if (read?.outcome === 'rejected' && binding.startsWith('soap')) {
    return differs('SERVICE_NAMESPACE', `${set}${readAt} refuses a read in it over ${binding}: ${read.said}`);
  }
  if (asked?.isService) {
    if (read?.namespace !== undefined || (read?.isService && binding.startsWith('soap'))) return { kind: 'agrees' };
    const doubt = `${readAt} has no WSDL and answers no read: nobody knows whether SERVICE_NAMESPACE is right.`;
    return { kind: 'agrees', doubt };
  }
  const said = asked && asked.said !== described.reason ? ` Asked over ${binding}: ${asked.said}` : '';
  if (isGone(described.status) && isGone(asked?.status)) {
    return differs('UPSTREAM_URL', `UPSTREAM_URL: ${address} is no page of the service: ${described.reason}`);
  }
  const [mends = 'UPSTREAM_URL'] = /UPSTREAM_(?:CA_FILE|OLD_TLS)/.exec(described.reason) ?? [];
  const why = `${mends}: nothing was learnt of the service at ${address}: ${described.reason}${said}`;
  return { kind: 'unknown', why, setting: 'UPSTREAM_URL' };
}

function isGone(status: number | undefined): boolean {
  return status === 404 || status === 410;
}
