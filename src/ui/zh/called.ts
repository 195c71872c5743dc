import type { Translation } from '#ui/translation.ts';

export const called: Translation['called'] = {
  operations: {
    RevertOff: '放回货位',
    CompleteBag: '封袋',
    AgainOpenBag: '重新打开货袋',
    ResetWeightClone: '保存重量',
    OrderCodeExStorage: '保存单号',
    CloseLogisticsTransferMstChange: '更改转运单',
    ChangeTransportOrder: '运输单',
    PrintCNOrder: '打印 CN 订单',
    PrintKJYOrder: '打印 KJY 订单',
  },
};
