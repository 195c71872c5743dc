import { checkDecimal } from '#contract/values.ts';
import type { BagRun } from '#tasks/bagRun.ts';
import { useView } from '#tasks/handheld.ts';
import { Field } from '#ui/Field.tsx';
import { bagWords as words } from '#ui/bagMessages.ts';

/** What is entered for the bag in hand. A scan into a field is kept out of it and arrives as a scan. */
export function BagFields({ run }: { readonly run: BagRun }) {
  const { weight, transferLine, lineFound, problems } = useView(run);
  return (
    <>
      <Field
        label={words.weight}
        value={weight}
        onChange={run.setWeight}
        problem={problems.weight}
        hint={sentAs(weight)}
        inputMode="decimal"
        enterKeyHint="done"
      />
      <Field
        label={words.line}
        value={transferLine}
        onChange={run.setTransferLine}
        problem={problems.transferLine}
        hint={lineFound ? words.lineFound : words.lineHint}
        inputMode="numeric"
        enterKeyHint="done"
      />
    </>
  );
}

function sentAs(weight: string): string {
  try {
    return words.weightSent(checkDecimal(words.weight, weight));
  } catch {
    return words.weightHint; // not a number yet; what is wrong is said when it is to be saved
  }
}
