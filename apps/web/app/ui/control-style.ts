export type ControlSize = 'sm' | 'md' | 'lg'

/** The shared style of text fields and selects. Text is 16 px on phones: iOS zooms into smaller fields. */
export const controlStyle =
  'w-full border border-input bg-card text-foreground transition-colors placeholder:text-subtle dark:bg-background ' +
  'hover:border-muted aria-invalid:border-destructive ' +
  'disabled:cursor-not-allowed disabled:border-input/50 disabled:bg-raised disabled:text-subtle text-base md:text-ui'

/** Selects and their buttons match :read-only too, so only text fields may use this. */
export const readOnlyStyle = 'read-only:bg-raised dark:read-only:bg-raised'

export const controlSizes: Record<ControlSize, string> = {
  sm: 'h-9 max-md:h-11 rounded-sm px-3',
  md: 'h-10 max-md:h-11 rounded-md px-3.5',
  lg: 'h-12 rounded-lg px-4',
}
