/** A small round label with a cross that removes it. */
export const chipStyle =
  'inline-flex h-8 items-center gap-1.5 rounded-full bg-raised ps-3 pe-2.5 text-small transition-colors hover:bg-foreground/15'
