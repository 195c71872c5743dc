import type { Translation } from '#ui/translation.ts';
import { counted } from '#ui/words.ts';

export const notices: Translation['notices'] = {
  lost: 'Память этого терминала была очищена.',
  lostCalls: (open: number, seq: number, at: string) =>
    open === 0
      ? `Все записи до №${seq} (${at}) получили ответ; пропала только их история.`
      : `Могли пропасть без ответа: ${counted(open, 'запись', 'записи', 'записей')} (последняя №${seq}, ${at}). Проверьте на месте, для чего они были.`,
  unheard: (calls: number) =>
    calls === 1
      ? 'Сохранена, но без сигнала: Scanline закрылся раньше.'
      : `${counted(calls, 'запись сохранена', 'записи сохранены', 'записей сохранено')}, но без сигнала: Scanline закрылся раньше. Первая:`,
  full: 'Память терминала заполнена или почти заполнена: освободите место.',
  export: 'Выгрузить сохранённое',
  read: 'Прочитано',
};
