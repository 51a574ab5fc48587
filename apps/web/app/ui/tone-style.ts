export type Tone = 'neutral' | 'primary' | 'success' | 'warning' | 'destructive' | 'premium' | 'info'

/** Sets --tone, which the tinted utility, dots and icons read. */
export const toneStyles: Record<Tone, string> = {
  neutral: '[--tone:var(--muted-foreground)]',
  primary: '[--tone:var(--primary)]',
  success: '[--tone:var(--success)]',
  warning: '[--tone:var(--warning)]',
  destructive: '[--tone:var(--destructive)]',
  premium: '[--tone:var(--premium)]',
  info: '[--tone:var(--info)]',
}
