// The foot of a phone's screen: the one thing to do now, above the tabs, whatever the scene and
// however far it is scrolled. A scene says by a class what belongs there: "primary", the button
// that is filled; "act", what stands beside it; "big-act", a button with its words. In scenes
// where the board itself is tapped, style sheets keep that on screen.

const ACTS = ["primary", "act", "big-act"];

/** Part the nodes of a scene: {scene, acts}, what stays in it and what goes to the foot. */
export function parted(nodes) {
  const acts = [];
  const rest = (node) => {
    // a form's button sends it, and what is folded away isn't to do now
    if (typeof node !== "object" || ["form", "details"].includes(node.tag)) return node;
    if (ACTS.some((name) => node.props.class?.split(" ").includes(name))) {
      acts.push(node);
      return null;
    }
    const children = node.children.map(rest).filter((child) => child !== null);
    return node.children.length && !children.length ? null : { ...node, children };
  };
  return { scene: [nodes].flat(Infinity).filter(Boolean).map(rest), acts };
}
