import type { Translation } from '#ui/translation.ts';

export const called: Translation['called'] = {
  operations: {
    RevertOff: 'Вернуть на полку',
    CompleteBag: 'Закрыть мешок',
    AgainOpenBag: 'Открыть мешок снова',
    ResetWeightClone: 'Сохранить вес',
    OrderCodeExStorage: 'Записать код',
    CloseLogisticsTransferMstChange: 'Изменить рейс',
    ChangeTransportOrder: 'Транспортный заказ',
    PrintCNOrder: 'Печать заказа CN',
    PrintKJYOrder: 'Печать заказа KJY',
  },
};
