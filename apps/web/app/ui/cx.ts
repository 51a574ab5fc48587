/** Joins class names and drops the empty ones; it does not settle conflicts, so pass only classes that add. */
export const cx = (...classes: (string | false | null | undefined)[]) => classes.filter(Boolean).join(' ')
