// Wide tables scroll; with a focus, the keyboard can scroll them, too.
document$.subscribe(() => {
  for (const wide of document.querySelectorAll('.md-typeset__scrollwrap')) wide.tabIndex = 0;
});
