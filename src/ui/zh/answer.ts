import { shownNumber } from '#ui/figures.ts';
import type { Translation } from '#ui/translation.ts';

export const answer: Translation['answer'] = {
  moreRows: (left: number) => `显示更多：还有 ${shownNumber(left)} 行`,
  whole: (letters: number) => `显示全部 ${shownNumber(letters)} 个字符`,
  picture: '回复中的图片',
  noPicture: '现在无法加载图片。',
};
