// Copies the text of a field at a press. Its button is there only with this script; without it the text can be selected.
for (const button of document.querySelectorAll('[data-copies]')) {
  button.hidden = false;
  button.addEventListener('click', () => {
    document.getElementById(button.dataset.copies).select();
    // The newer clipboard is not there by plain http.
    if (document.execCommand('copy')) button.textContent = button.dataset.copied;
  });
}
