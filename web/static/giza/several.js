// A photo of several pyramids: whose is each?

import { isOpen, matchPanel } from "../js/several.js";
import { t, tn } from "../js/words.js";

/** The photo and the question, while it is open. */
export function whosePanel(context) {
  if (!isOpen(context)) return null;
  return matchPanel(context, {
    kind: "pyramid.give",
    title: (n) =>
      tn("The photo shows {n} pyramid. Whose is it?", "The photo shows {n} pyramids. Whose is each?", n),
    name: (number) => t("Pyramid {number}", { number }),
    whose: (number) => t("Whose is pyramid {number}?", { number }),
    given: (number, name) => t("Pyramid {number}: {name}.", { number, name }),
  });
}
