// Gives a scan to the field that waits for it, whatever was tapped before: keys of a scanner go where the focus is, and would be lost there.
const field = document.querySelector('[data-scans]');
field.focus({ preventScroll: true }); // what stands over it is read first
if (field.value === field.defaultValue) field.select(); // a scan takes the place of what was searched for, and none that has begun is cut
field.form.addEventListener('submit', () => field.select()); // one that comes before the next page is no part of this one, however soon its keys are there
document.addEventListener('keydown', ({ key, target, ctrlKey, altKey, metaKey }) => {
  const isTyped = key.length === 1 && key !== ' ' && !ctrlKey && !altKey && !metaKey; // a space turns the page, or presses
  if (!isTyped || target.matches('input, textarea')) return;
  field.focus(); // before the key is entered
  field.select();
});
