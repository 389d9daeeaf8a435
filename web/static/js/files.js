// A file field in our own style and language: its label shows the name of the chosen file, which
// may have been chosen before this script ran. The field itself lies over the label, unseen.

for (const field of document.querySelectorAll(".file input")) {
  tell(field);
  field.addEventListener("change", () => tell(field));
}

function tell(field) {
  const [chosen] = field.files;
  if (chosen) field.previousElementSibling.textContent = chosen.name;
}
