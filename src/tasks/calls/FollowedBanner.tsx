import { useFollowed } from './savedSaying.ts';
import { ResultBanner, type ResultBannerProps } from '#ui/ResultBanner.tsx';

/** The result band that follows the call it speaks of: loaded after the screen, whose first scan does not wait for it. */
export function FollowedBanner({ said, words, rest }: ResultBannerProps) {
  return <ResultBanner said={useFollowed(said)} words={words} rest={rest} />;
}
