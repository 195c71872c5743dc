import { useAppView } from '#app/frame/appContext.ts';
import { shapeOf } from '#contract/codeShapes.ts';
import { type PatternProposal, proposedPatterns } from '#tasks/task/codePatterns.ts';
import { useHandheld } from '#tasks/task/handheld.ts';
import { type LearntRoles, learnFromDisk } from '#tasks/task/learntRoles.ts';
import { useFresh } from '#tasks/task/useFresh.ts';
import { Button } from '#ui/Button.tsx';
import { laterIcons } from '#ui/laterIcons.ts';
import { language } from '#i18n/spoken.ts';
import { textAt } from '#i18n/textAt.ts';
import { words } from '#i18n/words.ts';

/** The patterns that the codes of accepted calls suggest. */
export function useProposals(): readonly PatternProposal[] {
  const { outbox } = useHandheld();
  const { site } = useAppView();
  const learnt = useFresh(async () => {
    const roles: LearntRoles = new Map();
    await learnFromDisk(roles, outbox);
    return roles;
  }, '');
  return learnt ? proposedPatterns(learnt, Object.keys(words('teach').kinds), site.codes) : [];
}

/** Such as `Deliveries look like D- and four digits`. */
export function proposalText({ parameter, example }: PatternProposal): string {
  const parts = shapeOf(example).map((part) =>
    typeof part === 'string' ? part : words('teach').digits({ many: part }),
  );
  return words('teach').look({ kind: kindOf(parameter), shape: new Intl.ListFormat(language()).format(parts) });
}

/** What the codes of a parameter are called; its wire name where they have no name of their own. */
export function kindOf(parameter: string): string {
  return textAt(words('teach').kinds, parameter) ?? parameter;
}

interface ProposedPatternsProps {
  readonly onUse: (proposal: PatternProposal) => void;
}

/** Each proposal with the codes that it is made of: one tap makes it a rule. */
export function ProposedPatterns({ onUse }: ProposedPatternsProps) {
  return useProposals().map((proposal) => (
    <div className="panel" key={proposal.parameter}>
      <p>
        <b>{proposalText(proposal)}</b>
      </p>
      <p className="hint">{words('teach').seen({ codes: proposal.seen.join(', ') })}</p>
      <Button size="big" icon={laterIcons.done} wide onClick={() => onUse(proposal)}>
        {words('teach').use}
      </Button>
    </div>
  ));
}
