import { groupNames, operationNames, operationOf, type GroupName } from '#contract/catalogue.ts';
import { type GroupAnswer, type Described, askGroup, askWsdl } from './askService.ts';
import type { UpstreamTls } from './upstreamTls.ts';
import type { BindingName } from '#wire/binding.ts';
import { bindingNames } from '#wire/bindings.ts';
import { type WireNames, wireNameOf } from '#wire/names.ts';

const TIMEOUT_MS = 5_000;
/** A sentence that says what is wrong, and names the setting. */
const LONGEST_NOTE = 500;

/** One cell of the table: a group in a binding. */
export interface ProbeRow extends GroupAnswer {
  readonly group: GroupName;
  readonly binding: BindingName;
  /** By the group's WSDL; `undefined` where there is none. */
  readonly offered: boolean | undefined;
  readonly described: Described;
}

/** Asks every group in every binding something harmless: the groups at once, the bindings of each one after another. Never throws. */
export async function probeService(url: URL, names: WireNames, tls?: UpstreamTls): Promise<readonly ProbeRow[]> {
  const service = { url, tls, timeoutMs: TIMEOUT_MS };
  const probeGroup = async (group: GroupName): Promise<readonly ProbeRow[]> => {
    const rows: ProbeRow[] = [];
    const described = await askWsdl(service, group);
    for (const binding of bindingNames) {
      const asked = await askGroup(service, group, binding, names);
      const offered = described.kind === 'described' ? described.description.offered.includes(binding) : undefined;
      rows.push({ group, binding, offered, described, ...asked });
    }
    return rows;
  };
  return (await Promise.all(groupNames.map(probeGroup))).flat();
}

/** Writes the rows as text, and below them what does not fit: another namespace, no WSDL, operations that are not there. */
export function probeTable(rows: readonly ProbeRow[], names: WireNames): string {
  const head = ['group', 'binding', 'offered', 'answers', 'came back', 'namespace', 'ms', 'said'];
  const cells = rows.map(({ group, binding, offered, answers, outcome, described, ms, said }) => [
    group,
    binding,
    offered === undefined ? '?' : yesOrNo(offered),
    yesOrNo(answers),
    outcome,
    described.kind === 'described' ? described.description.namespace : '?',
    String(ms),
    printable(said),
  ]);
  const widths = head.map((title, column) =>
    Math.max(...[head, ...cells].map((row) => row[column]?.length ?? 0), title.length),
  );
  const lines = [head, ...cells].map((row) =>
    row
      .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
  const hint = 'Asked without an access key: an answer that refuses the key is an answer of the service.';
  const hints = rows.some(({ answers }) => answers) ? [hint] : [];
  return [...lines, ...hints, ...notes(rows, names)].join('\n');
}

function notes(rows: readonly ProbeRow[], names: WireNames): readonly string[] {
  return groupNames.flatMap((group) => {
    const described = rows.find((row) => row.group === group)?.described;
    if (!described) return [];
    if (described.kind === 'silent') return [`${group}: ${printable(described.reason, LONGEST_NOTE)}`];
    const { namespace, operations } = described.description;
    const missing = operationNames
      .filter((name) => operationOf(name).group === group)
      .map((name) => wireNameOf(name, names))
      .filter((name) => !operations.includes(name));
    return [
      ...(namespace === names.namespace
        ? []
        : [`${group}: SERVICE_NAMESPACE is “${names.namespace}”, but its namespace is “${namespace}”.`]),
      ...(missing.length === 0 ? [] : [`${group}: its WSDL has no ${missing.join(', ')}.`]),
    ];
  });
}

function yesOrNo(value: boolean): string {
  return value ? 'yes' : 'no';
}

/** Returns one line without control characters: a service's words must not drive a terminal. @param most - characters of it. */
function printable(text: string, most = 100): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return line.length <= most ? line : `${line.slice(0, most - 1)}…`;
}
