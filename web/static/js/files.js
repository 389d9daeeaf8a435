// A field for a file in our own letters and language: a button that says what to choose, then what was chosen, perhaps
// before this script came, or before somebody went away and back. The field itself lies over it, unseen.

for (const field of document.querySelectorAll(".file input")) {
  tell(field);
  field.addEventListener("change", () => tell(field));
}

function tell(field) {
  const [chosen] = field.files;
  if (chosen) field.previousElementSibling.textContent = chosen.name;
}
