// A file field in our own style and language: its label shows the name of the chosen file, which
// may have been chosen before this script ran. The field itself lies over the label, unseen.

for (const field of document.querySelectorAll(".file input")) {
  tell(field);
  field.addEventListener("change", () => tell(field));
}

function tell(field) {
  const names = [...field.files].map((file) => file.name);
  const [first] = names.filter((name) => name.toLowerCase().endsWith(".toml")).concat(names);
  const more = names.length > 1 ? ` +${names.length - 1}` : "";
  if (first) field.previousElementSibling.textContent = first + more;
}
