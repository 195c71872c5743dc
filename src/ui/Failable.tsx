import { Component, type ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Problem } from './Problem.tsx';
import { startWords } from '#i18n/words/start.ts';

interface FailableProps {
  /** The data that it is drawn from: where that changes, it is tried again by itself. */
  readonly of?: unknown;
  /** Stands in its place. @param again - tries once more */
  readonly renderFailed?: (again: () => void) => ReactNode;
  readonly children: ReactNode;
}

interface FailableState {
  readonly of: unknown;
  readonly isBroken: boolean;
}

/** Keeps a failure where it happens: what stands around it goes on. React has no other form for it than a class. */
export class Failable extends Component<FailableProps, FailableState> {
  override state: FailableState = { of: this.props.of, isBroken: false };

  static getDerivedStateFromError(): Partial<FailableState> {
    return { isBroken: true };
  }

  static getDerivedStateFromProps({ of }: FailableProps, state: FailableState): FailableState | null {
    return Object.is(of, state.of) ? null : { of, isBroken: false };
  }

  override render(): ReactNode {
    const { children, renderFailed = (again) => <PartFailed again={again} /> } = this.props;
    return this.state.isBroken ? renderFailed(() => this.setState({ isBroken: false })) : children;
  }
}

/** A sentence in the place of a part that cannot be drawn or loaded, and the way to try it again. */
export function PartFailed({ again }: { readonly again: () => void }) {
  return (
    <section className="stack" role="alert">
      <Problem text={startWords().partBroken} />
      <Button onClick={again}>{startWords().again}</Button>
    </section>
  );
}
