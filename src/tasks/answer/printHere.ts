import { type Tree, isBranch } from '#site/answer/answerTree.ts';
import { readAnswer } from '#site/answer/readAnswer.ts';
import { answerValue } from '#ui/answerValue.ts';
import { labelWords } from '#i18n/words/label.ts';

/** Tells whether an answer is a label, or has one in it. */
export function hasLabel(text: string): boolean {
  return isLabelIn(readAnswer(text) ?? text);
}

function isLabelIn(tree: Tree): boolean {
  if (isBranch(tree)) return Object.values(tree).some(isLabelIn);
  return typeof tree === 'string' && ['zpl', 'pdf'].includes(answerValue(tree, []).kind);
}

/** Opens the browser's print. @param frame - what is printed; absent: the labels of this page. @returns what refused it. */
export function printHere(frame: HTMLIFrameElement | null | undefined): string | undefined {
  const target = frame === undefined ? window : frame?.contentWindow;
  if (!target || typeof target.print !== 'function') return labelWords().noPrint;
  const { dataset } = document.documentElement;
  if (frame === undefined) {
    dataset['prints'] = 'label'; // and nothing else of the page
    addEventListener('afterprint', () => void delete dataset['prints'], { once: true });
  }
  try {
    target.print();
    return undefined;
  } catch {
    delete dataset['prints'];
    return labelWords().printRefused;
  }
}

/** Prints the label that is on the screen: the PDF in its frame, else the pictures. @returns what refused it. */
export function printShown(): string | undefined {
  const frame = document.querySelector<HTMLIFrameElement>('.label-pdf');
  if (frame) return printHere(frame);
  return document.querySelector('.label-picture') ? printHere(undefined) : labelWords().noPicture;
}
