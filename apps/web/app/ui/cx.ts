/** Joins class names and drops empty ones. It does not resolve conflicts, so pass only additive classes. */
export const cx = (...classes: (string | false | null | undefined)[]) => classes.filter(Boolean).join(' ')
