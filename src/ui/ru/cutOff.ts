import type { Translation } from '#ui/translation.ts';

export const cutOff: Translation['cutOff'] = {
  lead: (codes: number) =>
    codes > 1
      ? 'Ничего не принято: первый код может быть неполным. Сканируйте их снова:'
      : 'Отсканировано, пока Scanline запускался; код может быть неполным. Сканируйте его снова:',
};
