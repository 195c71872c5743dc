import { useState } from 'react';
import { parseJson } from '#contract/json.ts';
import type { AnswerRule } from '#site/judging.ts';
import { type NamedCodeRule, type TaughtRule, asMembers, readTaughtRules } from '#device/taughtRules.ts';
import { type PatternProposal, proposedPatterns } from '#tasks/task/codePatterns.ts';
import { useHandheld, useSupervisor } from '#tasks/task/handheld.ts';
import { operationName } from '#tasks/catalogue/callName.ts';
import { readSite } from '#site/readSite.ts';
import { faultOf, shapeOf } from '#site/teaching.ts';
import { saysOf } from '#tasks/answer/saysOf.ts';
import { useFresh } from '#tasks/task/useFresh.ts';
import { useAttempt } from '#tasks/task/useAttempt.ts';
import { Button } from '#ui/Button.tsx';
import { FileChoice } from '#ui/FileChoice.tsx';
import { Code } from '#ui/Code.tsx';
import { shownMoment } from '#i18n/moments.ts';
import { stateWords } from '#i18n/words/state.ts';
import { teachWords } from '#i18n/words/teach.ts';
import { download } from '#ui/files.ts';
import { Alert } from '#ui/Problem.tsx';
import { Section } from '#ui/Page.tsx';
import { icons } from '#ui/icons.ts';
import { useAppView } from '#app/frame/useAppState.ts';
import { type LearntRoles, learnFromDisk } from '#tasks/task/learntRoles.ts';
import { language } from '#i18n/spoken.ts';
import { textAt } from '#i18n/textAt.ts';

type Rule = AnswerRule | NamedCodeRule;

/** The rules that were taught on this handheld: to look at, to remove, to take to the site or another handheld. */
export function TaughtSection() {
  const { teach, settings, kept } = useHandheld();
  const supervisor = useSupervisor();
  const [revision, setRevision] = useState(0);
  const rules = useFresh<readonly TaughtRule[]>(() => readTaughtRules(kept), String(revision)) ?? [];
  const [said, setSaid] = useState<string>();
  const proposals = useProposals();
  const { problem, setProblem, attempt } = useAttempt();

  async function change(make: (before: readonly TaughtRule[]) => readonly TaughtRule[], done?: string): Promise<void> {
    setSaid(undefined);
    await attempt(async () => {
      if (!(await supervisor.ask())) return;
      await teach(make(await readTaughtRules(kept)));
      setRevision(revision + 1);
      setSaid(done);
    });
  }

  async function take(file: File): Promise<void> {
    let found: readonly Rule[];
    try {
      found = await readRules(await file.text());
    } catch (error) {
      setProblem(teachWords().unreadable({ why: error instanceof Error ? error.message : '' }));
      return;
    }
    await add(found, teachWords().imported({ many: found.length }));
  }

  async function add(found: readonly Rule[], done: string): Promise<void> {
    const [taughtBy, taughtAt] = [settings().userId, Date.now()];
    await change((before) => {
      const others = before.filter((rule) => !found.some((one) => isOfSameCodes(one, rule)));
      const known = new Set(others.map((rule) => keyOf(rule)));
      const fresh = found.filter((rule) => !known.has(keyOf(rule)));
      return [...others, ...fresh.map((rule) => ({ ...rule, taughtBy, taughtAt }))];
    }, done);
  }
  const use = ({ parameter, pattern, example }: PatternProposal): void =>
    void add([{ parameter, pattern, example }], teachWords().patternKept);

  return (
    <Section title={teachWords().rules} hint={teachWords().rulesHint} fold={proposals.length > 0 ? 'open' : 'shut'}>
      <ProposedPatterns proposals={proposals} onUse={use} />
      {rules.length === 0 && <p>{teachWords().none}</p>}
      <ul className="list">
        {rules.map((rule) => (
          <TaughtItem
            key={JSON.stringify(rule)}
            rule={rule}
            onRemove={() =>
              void change((before) => before.filter((one) => JSON.stringify(one) !== JSON.stringify(rule)))
            }
          />
        ))}
      </ul>
      {rules.length > 0 && (
        <Button size="big" icon={icons.saveFile} onClick={() => download(fileOf(rules))}>
          {teachWords().export}
        </Button>
      )}
      <FileChoice onFile={(file) => void take(file)}>{teachWords().import}</FileChoice>
      <output>{said}</output>
      <Alert text={problem} />
    </Section>
  );
}

function TaughtItem({ rule, onRemove }: { readonly rule: TaughtRule; readonly onRemove: () => void }) {
  return (
    <li className="filled">
      {'verdict' in rule ? (
        <p>
          {rule.operation === undefined ? teachWords().everything : operationName(rule.operation)}:{' '}
          <b>{stateWords().verdicts[rule.verdict]}</b>
        </p>
      ) : (
        <p>
          <b>{kindOf(rule.parameter)}</b>
        </p>
      )}
      <Code text={'pattern' in rule ? rule.pattern : saysOf(rule)} />
      <p className="hint">{teachWords().taught({ by: rule.taughtBy, at: shownMoment(rule.taughtAt) })}</p>
      <Button icon={icons.trash} onClick={onRemove}>
        {teachWords().remove}
      </Button>
    </li>
  );
}

/** As a site configuration holds them: its members can be pasted there as they are. */
function fileOf(rules: readonly TaughtRule[]): File {
  const { answerRules, codes } = asMembers(rules);
  const members = {
    ...(answerRules.length > 0 && { answerRules }),
    ...(Object.keys(codes).length > 0 && { codes }),
  };
  return new File([`${JSON.stringify(members, undefined, 2)}\n`], 'rules.json', { type: 'application/json' });
}

/** Reads the rules of such a file, of a site configuration, or of a list. @throws Error with one sentence. */
async function readRules(text: string): Promise<readonly Rule[]> {
  const parsed = parseJson(text.replace(/^\uFEFF/, ''));
  const { answerRules, codes = {} } = readSite(Array.isArray(parsed) ? { answerRules: parsed } : parsed);
  const slow = answerRules.find(({ matches }) => matches !== undefined && faultOf(matches));
  if (slow) throw new TypeError(`${slow.matches}: ${teachWords().slowPattern}`);
  const rules = [...answerRules, ...Object.entries(codes).map(([parameter, code]) => ({ parameter, ...code }))];
  if (rules.length === 0) throw new TypeError('answerRules, codes');
  return rules;
}

function keyOf(rule: Rule): string {
  if ('pattern' in rule) return JSON.stringify([rule.parameter, rule.pattern]);
  const { operation, matches, contains, json, equals, verdict } = rule;
  return JSON.stringify([operation, matches, contains, json, equals, verdict]);
}

/** A parameter has one pattern: the newer one takes the older one's place. */
function isOfSameCodes(one: Rule, other: Rule): boolean {
  return 'parameter' in one && 'parameter' in other && one.parameter === other.parameter;
}

/** The patterns that the codes of accepted calls suggest. */
export function useProposals(): readonly PatternProposal[] {
  const { outbox } = useHandheld();
  const { site } = useAppView();
  const learnt = useFresh(async () => {
    const roles: LearntRoles = new Map();
    await learnFromDisk(roles, outbox);
    return roles;
  }, '');
  return learnt ? proposedPatterns(learnt, Object.keys(teachWords().kinds), site.codes) : [];
}

/** Such as `Deliveries look like D- and four digits`. */
export function proposalText({ parameter, example }: PatternProposal): string {
  const parts = shapeOf(example).map((part) => (typeof part === 'string' ? part : teachWords().digits({ many: part })));
  return teachWords().look({ kind: kindOf(parameter), shape: new Intl.ListFormat(language()).format(parts) });
}

function kindOf(parameter: string): string {
  return textAt(teachWords().kinds, parameter) ?? parameter;
}

interface ProposedPatternsProps {
  readonly proposals: readonly PatternProposal[];
  readonly onUse: (proposal: PatternProposal) => void;
}

function ProposedPatterns({ proposals, onUse }: ProposedPatternsProps) {
  return proposals.map((proposal) => (
    <div className="panel" key={proposal.parameter}>
      <p>
        <b>{proposalText(proposal)}</b>
      </p>
      <p className="hint">{teachWords().seen({ codes: proposal.seen.join(', ') })}</p>
      <Button size="big" icon={icons.done} onClick={() => onUse(proposal)}>
        {teachWords().use}
      </Button>
    </div>
  ));
}
