// localStorage; or memory, as long as the page lives, in private windows that refuse it.

const memory = new Map();

/** The names of all entries. */
export function names() {
  try {
    return [...Object.keys(localStorage), ...memory.keys()];
  } catch {
    return [...memory.keys()];
  }
}

/** The text of an entry, or null. */
export function load(name) {
  try {
    return memory.get(name) ?? localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function save(name, text) {
  try {
    localStorage.setItem(name, text);
  } catch {
    memory.set(name, text);
  }
}

export function drop(name) {
  memory.delete(name);
  try {
    localStorage.removeItem(name);
  } catch {
    // nothing was kept there
  }
}
