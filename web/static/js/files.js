// A field for a file in our own letters and language: a button that says what to choose, then what was chosen. The field
// itself lies over it, unseen.

for (const field of document.querySelectorAll(".file input")) {
  field.addEventListener("change", () => {
    const [chosen] = field.files;
    if (chosen) field.previousElementSibling.textContent = chosen.name;
  });
}
